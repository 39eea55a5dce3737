package reference

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// selectiveMemory is the selective pheromone memory of Skinderowicz (2016, section 3.2 and figure 5). The record of a city has the trails of
// the SelectiveTrails most recently added edges from that city. All other edges have the initial trail. In symmetric instances the trail of
// an edge is in the records of both cities.
type selectiveMemory struct {
	*model.Problem
	records []uint32 // Cities × RecordWords
	tails   []uint32 // by city: the index in its record of the least recently added edge
}

func (s selectiveMemory) record(city uint32) []uint32 {
	return s.records[int(city)*model.RecordWords:][:model.RecordWords]
}

func (s selectiveMemory) trail(from, to uint32) uint32 {
	record := s.record(from)
	for i := 0; i < model.RecordWords; i += 2 {
		if record[i] == to {
			return record[i+1]
		}
	}
	return s.Trail.Initial
}

func (s selectiveMemory) update(from, to uint32, change func(uint32) uint32) {
	s.updateRecord(from, to, change)
	if s.Symmetric {
		s.updateRecord(to, from, change)
	}
}

// updateRecord changes the trail of an edge in the record of a city. If the record does not have the edge, it replaces the least recently
// added one.
func (s selectiveMemory) updateRecord(city, other uint32, change func(uint32) uint32) {
	record := s.record(city)
	for i := 0; i < model.RecordWords; i += 2 {
		if record[i] == other {
			record[i+1] = change(record[i+1])
			return
		}
	}
	tail := s.tails[city]
	record[2*tail], record[2*tail+1] = other, change(s.Trail.Initial)
	s.tails[city] = (tail + 1) % model.SelectiveTrails
}
