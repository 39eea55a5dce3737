package classic

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// Every trail that is not the least has a flag on the device: those that deposits made, and those that are set for a trail that was written.
func TestRaisedTrailsHaveFlags(t *testing.T) {
	acs := acsCases[0].parameters(6)
	mmas := maxMinCases[0].parameters()
	for _, parameters := range []model.Parameters{acs, mmas} {
		parameters.Colonies, parameters.Candidates = 2, 5
		p := newPairWithRules(t, vktest.Open(t), uniform(t, 70), parameters, model.StopRules{})
		for range 4 {
			for _, stage := range p.reference.Stages() {
				p.runStage(t, stage.Name, string(parameters.Algorithm))
			}
		}
		trails, device := p.download(t, "pheromone"), p.download(t, "raised")
		written, least, raised := newRaisedFlags(p.problem), uint32(0), 0
		written.add(0, trails[:1000])
		written.add(1000, trails[1000:])
		n, width, rowWords := p.problem.Cities, pitch(p.problem.Cities), int(subgroupFlagWords(p.problem.Cities))
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
				for name, words := range map[string][]uint32{"on the device": device, "of written trails": written.words} {
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
