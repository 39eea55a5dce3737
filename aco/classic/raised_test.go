package classic_test

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// Every trail that is not the least has a flag on the device: those that deposits made, and those that are set for a trail that was written.
func TestRaisedTrailsHaveFlags(t *testing.T) {
	acs := classic.ACSCases[0].Parameters(6)
	mmas := classic.MaxMinCases[0].Parameters()
	for _, parameters := range []model.Parameters{acs, mmas} {
		parameters.Colonies, parameters.Candidates = 2, 5
		p := openWithRules(t, vktest.Open(t), uniform(t, 70), parameters, model.StopRules{})
		for range 4 {
			for _, stage := range p.reference.Stages() {
				p.runStage(t, stage.Name, string(parameters.Algorithm))
			}
		}
		trails, device := p.download(t, "pheromone"), p.download(t, "raised")
		derived, err := classic.DerivedTrails(p.Problem, p.Run, trails[:1000], trails[1000:])
		if err != nil {
			t.Fatal(err)
		}
		least, raised := uint32(0), 0
		n, width := p.Problem.Cities, classic.Pitch(p.Problem.Cities)
		rowWords := len(device) / (2 * n)
		hasFlag := func(words []uint32, row, city int) bool {
			return words[row*rowWords+city%rowWords]>>(city/rowWords)&1 != 0
		}
		for row := range 2 * n {
			from := row % n
			for to := range n {
				trail := trails[row*width+to]
				if from == 0 && to == 0 {
					least = trail
				}
				if trail == least {
					continue
				}
				raised++
				for name, words := range map[string][]uint32{"on the device": device, "of written trails": derived["raised"]} {
					if !hasFlag(words, row, to) || !hasFlag(words, row-from+to, from) {
						t.Errorf("%s: colony %d, cities %d and %d: the trail %d has not both flags %s", parameters.Algorithm, row/n, from, to, trail, name)
					}
				}
			}
		}
		if raised == 0 {
			t.Errorf("%s: no trail is raised", parameters.Algorithm)
		}
	}
}
