package reference

import (
	"math"
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// pheromoneMemory stores the trails of ACS.
type pheromoneMemory interface {
	// trail returns the trail of an edge, as an ant in city from reads it.
	trail(from, to uint32) uint32
	// update changes the trail of an edge everywhere in the memory.
	update(from, to uint32, change func(trail uint32) uint32)
}

// matrixMemory has a cell for each pair of cities. In symmetric instances only the cell in the row
// of the smaller city is used, so an edge has one trail.
type matrixMemory struct {
	*model.Problem
	pheromone []uint32 // Cities × Cities
}

func (m matrixMemory) cell(from, to uint32) *uint32 {
	if m.Symmetric && from > to {
		from, to = to, from
	}
	return &m.pheromone[int(from)*m.Cities+int(to)]
}

func (m matrixMemory) trail(from, to uint32) uint32 { return *m.cell(from, to) }

func (m matrixMemory) update(from, to uint32, change func(uint32) uint32) {
	cell := m.cell(from, to)
	*cell = change(*cell)
}

// localUpdate returns the update that an ant makes to the trail of an edge that it crosses (Dorigo
// and Gambardella 1997, section III.C; Skinderowicz 2016, equation 3).
func localUpdate(p *model.Problem) func(uint32) uint32 {
	return func(trail uint32) uint32 {
		decay, _ := bits.Mul32(trail-p.Trail.Initial, p.ACS.Local)
		return trail - decay
	}
}

// globalUpdate returns the update of the trails on the best tour (section III.B; equation 4).
func globalUpdate(p *model.Problem, length uint64) func(uint32) uint32 {
	amount := p.Trail.Amount(length)
	return func(trail uint32) uint32 {
		decay, _ := bits.Mul32(trail, p.ACS.Global)
		return uint32(min(math.MaxUint32, uint64(trail-decay)+uint64(amount)))
	}
}

// selectiveMemory is the selective pheromone memory of Skinderowicz (2016, section 3.2 and figure
// 5). The record of a city has the trails of the SelectiveTrails most recently added edges from
// that city. All other edges have the initial trail. In symmetric instances the trail of an edge
// is in the records of both cities.
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

// updateRecord changes the trail of an edge in the record of a city. If the record does not have
// the edge, it replaces the least recently added one.
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
