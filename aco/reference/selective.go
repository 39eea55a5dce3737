package reference

import "github.com/aco-vk/aco-vk/aco/problem"

// selective has a record for each city: the trails of the SelectiveTrails edges that were added last. Every other edge has the
// initial trail. The trail of an edge is what the record of the city has that an ant leaves; without direction it is kept in the
// records of both (Skinderowicz 2016, section 3.2 and figure 5).
type selective struct {
	*problem.Problem
	records []uint32 // of a city RecordWords
	tails   []uint32 // of a city: the place in its record of what was added least recently
}

func (s selective) record(city uint32) []uint32 {
	return s.records[int(city)*problem.RecordWords:][:problem.RecordWords]
}

func (s selective) of(from, to uint32) uint32 {
	record := s.record(from)
	for i := 0; i < problem.RecordWords; i += 2 {
		if record[i] == to {
			return record[i+1]
		}
	}
	return s.Trail.Initial
}

func (s selective) update(from, to uint32, change func(uint32) uint32) {
	s.updateRecord(from, to, change)
	if s.Symmetric {
		s.updateRecord(to, from, change)
	}
}

// updateRecord changes the trail of an edge that the record of a city has, or adds it in place of the least recently added one.
func (s selective) updateRecord(of, other uint32, change func(uint32) uint32) {
	record := s.record(of)
	for i := 0; i < problem.RecordWords; i += 2 {
		if record[i] == other {
			record[i+1] = change(record[i+1])
			return
		}
	}
	tail := s.tails[of]
	record[2*tail], record[2*tail+1] = other, change(s.Trail.Initial)
	s.tails[of] = (tail + 1) % problem.SelectiveTrails
}
