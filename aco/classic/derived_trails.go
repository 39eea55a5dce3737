package classic

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// derivedTrails make the words of a buffer from trails that are written part by part, in their
// order.
type derivedTrails interface {
	// add adds the trails from an offset on, and returns all words of the buffer so far.
	add(offset uint64, trails []uint32) []uint32
}

// DerivedTrails returns the words of the buffers that a run makes from its trails, by name. The trails
// have the layout of the buffer on the device, in any number of parts.
func DerivedTrails(p *model.Problem, run *pipeline.Run, parts ...[]uint32) (map[string][]uint32, error) {
	derived, err := newDerivedTrails(p, run)
	words := map[string][]uint32{}
	for buffer, trails := range derived {
		offset := uint64(0)
		for _, part := range parts {
			words[buffer] = trails.add(offset, part)
			offset += uint64(len(part))
		}
	}
	return words, err
}

// newDerivedTrails returns the buffers of a run that are made from the trails, by name.
func newDerivedTrails(p *model.Problem, run *pipeline.Run) (map[string]derivedTrails, error) {
	derived := map[string]derivedTrails{}
	if run.HasBuffer("raised") {
		derived["raised"] = newRaisedFlags(p)
	}
	if run.HasBuffer("candidate_trails") {
		neighbours := make([]uint32, p.Cities*p.ListWidth())
		if err := run.Read("neighbours", 0, neighbours); err != nil {
			return nil, err
		}
		derived["candidate_trails"] = newCandidateTrails(p, neighbours)
	}
	return derived, nil
}

// candidateTrails are copies of the candidates' trails in the order of the lists, of all colonies
// of a device (shaders/classic/racing_matrix.glsl).
type candidateTrails struct {
	problem    *model.Problem
	neighbours []uint32 // Cities × ListWidth
	words      []uint32 // Colonies × Cities × Candidates
}

func newCandidateTrails(p *model.Problem, neighbours []uint32) *candidateTrails {
	return &candidateTrails{problem: p, neighbours: neighbours, words: slices.Repeat(
		[]uint32{p.Trail.Initial}, p.Colonies*p.Cities*p.Candidates,
	)}
}

// add implements derivedTrails. ACS stores the trail of an edge of a symmetric instance once, in
// the row of the smaller city.
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

// raisedWords returns the words of the flags of a colony's raised trails
// (shaders/classic/flags.glsl).
func raisedWords(p *model.Problem) uint64 {
	return uint64(p.Cities) * uint64(subgroupFlagWords(p.Cities))
}

// raisedFlags are the flags of the raised trails of all colonies of a device, made from matrices
// that are written part by part, in their order.
type raisedFlags struct {
	cities, pitch, rowWords uint64
	least                   uint32 // the trail of the colony's first city to itself, on which no deposit is
	words                   []uint32
}

func newRaisedFlags(p *model.Problem) *raisedFlags {
	return &raisedFlags{
		cities: uint64(p.Cities), pitch: uint64(Pitch(p.Cities)), rowWords: uint64(subgroupFlagWords(p.Cities)),
		words: make([]uint32, raisedWords(p)*uint64(p.Colonies)),
	}
}

// add implements derivedTrails. It sets flags in both directions: ACS stores the trail of an edge
// once.
func (f *raisedFlags) add(offset uint64, trails []uint32) []uint32 {
	for i, trail := range trails {
		row, city := (offset+uint64(i))/f.pitch, (offset+uint64(i))%f.pitch
		if row%f.cities == 0 && city == 0 {
			f.least = trail
		}
		if trail != f.least && city < f.cities {
			from := row % f.cities
			f.set(row, city)
			f.set(row-from+city, from)
		}
	}
	return f.words
}

// set sets the flag of a city in a row. shaders/classic/flags.glsl describes the layout
// (SPREAD_FLAGS).
func (f *raisedFlags) set(row, city uint64) {
	f.words[row*f.rowWords+city%f.rowWords] |= 1 << (city / f.rowWords)
}
