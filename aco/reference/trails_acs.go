package reference

import (
	"math"
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// trails are the pheromone of ACS, in some memory.
type trails interface {
	// of returns the trail of an edge, as an ant at from sees it.
	of(from, to uint32) uint32
	// update replaces the trail of an edge, in all places where the memory has it.
	update(from, to uint32, change func(trail uint32) uint32)
}

// matrix has a cell for each pair of cities. That of an edge without direction is the one in the row of its smaller city, so that
// no two places can differ.
type matrix struct {
	*problem.Problem
	pheromone []uint32 // Cities × Cities
}

func (m matrix) cell(from, to uint32) *uint32 {
	if m.Symmetric && from > to {
		from, to = to, from
	}
	return &m.pheromone[int(from)*m.Cities+int(to)]
}

func (m matrix) of(from, to uint32) uint32 { return *m.cell(from, to) }

func (m matrix) update(from, to uint32, change func(uint32) uint32) {
	cell := m.cell(from, to)
	*cell = change(*cell)
}

// localUpdate is the change that an ant makes to the trail of an edge that it crosses (Dorigo and Gambardella 1997, section
// III.C; Skinderowicz 2016, equation 3).
func localUpdate(p *problem.Problem) func(uint32) uint32 {
	return func(trail uint32) uint32 {
		decay, _ := bits.Mul32(trail-p.Trail.Initial, p.ACS.Local)
		return trail - decay
	}
}

// globalUpdate is the change of the trails of the best tour's edges (section III.B; equation 4).
func globalUpdate(p *problem.Problem, length uint64) func(uint32) uint32 {
	amount := p.Trail.Amount(length)
	return func(trail uint32) uint32 {
		decay, _ := bits.Mul32(trail, p.ACS.Global)
		return uint32(min(math.MaxUint32, uint64(trail-decay)+uint64(amount)))
	}
}
