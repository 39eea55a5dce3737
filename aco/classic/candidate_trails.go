package classic

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// candidateTrails are copies of the candidates' trails in the order of the lists, of all colonies of a device (shaders/classic/racing_matrix.glsl).
type candidateTrails struct {
	problem    *model.Problem
	neighbours []uint32 // Cities × ListWidth
	words      []uint32 // Colonies × Cities × Candidates
}

func newCandidateTrails(p *model.Problem, neighbours []uint32) *candidateTrails {
	return &candidateTrails{problem: p, neighbours: neighbours, words: slices.Repeat([]uint32{p.Trail.Initial}, p.Colonies*p.Cities*p.Candidates)}
}

// add implements derivedTrails. ACS stores the trail of an edge of a symmetric instance once, in the row of the smaller city.
func (c *candidateTrails) add(offset uint64, trails []uint32) []uint32 {
	p, pitch := c.problem, uint64(Pitch(c.problem.Cities))
	for i, trail := range trails {
		row, to := int((offset+uint64(i))/pitch), int((offset+uint64(i))%pitch)
		from := row % p.Cities
		if trail == p.Trail.Initial || to >= p.Cities || p.Symmetric && from > to {
			continue
		}
		c.copyTrail(trail, row, to)
		if p.Symmetric {
			c.copyTrail(trail, row-from+to, from)
		}
	}
	return c.words
}

// copyTrail copies a trail to the list of the city of a row, if it has the other city.
func (c *candidateTrails) copyTrail(trail uint32, row, to int) {
	p := c.problem
	list := c.neighbours[row%p.Cities*p.ListWidth():]
	if place := slices.Index(list[:p.Candidates], uint32(to)); place >= 0 {
		c.words[row*p.Candidates+place] = trail
	}
}
