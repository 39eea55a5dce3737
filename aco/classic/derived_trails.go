package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// DerivedTrails returns the words of the buffers of a run that are made from the trails of all colonies
// of the device, by name. The trails have the layout of their buffer on the device.
func DerivedTrails(p *model.Problem, run *pipeline.Run, trails []uint32) (map[string][]uint32, error) {
	derived := map[string][]uint32{}
	if run.HasBuffer("raised") {
		derived["raised"] = raisedFlags(p, trails)
	}
	if run.HasBuffer("candidate_trails") {
		neighbours := make([]uint32, p.Cities*p.ListWidth())
		if err := run.Read("neighbours", 0, neighbours); err != nil {
			return nil, err
		}
		derived["candidate_trails"] = candidateTrails(p, neighbours, trails)
	}
	return derived, nil
}

// candidateTrails returns copies of the candidates' trails in the order of the lists: Colonies × Cities ×
// Candidates words (shaders/classic/racing_matrix.glsl). ACS stores the trail of an edge of a symmetric
// instance once, in the row of the smaller city.
func candidateTrails(p *model.Problem, neighbours, trails []uint32) (words []uint32) {
	pitch := Pitch(p.Cities)
	for row := range p.Colonies * p.Cities {
		from := row % p.Cities
		first := row - from // of the colony
		for _, city := range neighbours[from*p.ListWidth():][:p.Candidates] {
			low, high := from, int(city)
			if p.Symmetric {
				low, high = min(from, int(city)), max(from, int(city))
			}
			words = append(words, trails[(first+low)*pitch+high])
		}
	}
	return words
}

// raisedWords returns the words of the flags of a colony's raised trails
// (shaders/classic/flags.glsl).
func raisedWords(p *model.Problem) uint64 {
	return uint64(p.Cities) * uint64(subgroupFlagWords(p.Cities))
}

// raisedFlags returns the flags of the raised trails, in both directions: ACS stores the trail of an edge
// once. No deposit is on the trail of a colony's first city to itself.
func raisedFlags(p *model.Problem, trails []uint32) []uint32 {
	pitch, rowWords := Pitch(p.Cities), int(subgroupFlagWords(p.Cities))
	words := make([]uint32, raisedWords(p)*uint64(p.Colonies))
	set := func(row, city int) { // shaders/classic/flags.glsl describes the layout (SPREAD_FLAGS)
		words[row*rowWords+city%rowWords] |= 1 << (city / rowWords)
	}
	for row := range p.Colonies * p.Cities {
		from := row % p.Cities
		first := row - from // of the colony
		for city, trail := range trails[row*pitch:][:p.Cities] {
			if trail != trails[first*pitch] {
				set(row, city)
				set(first+city, from)
			}
		}
	}
	return words
}
