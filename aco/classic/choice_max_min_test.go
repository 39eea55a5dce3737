package classic_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestChoiceMaxMin compares the weights and the number of branches on random trails and heuristics
// of all magnitudes.
func TestChoiceMaxMin(t *testing.T) {
	testkind.Whole(t)
	vktest.WithAndWithoutSubgroups(t, testChoiceMaxMin)
}

func testChoiceMaxMin(t *testing.T, device *vk.Device) {
	random := rand.New(rand.NewPCG(23, 0))
	for i, alpha := range []float64{0, 0.5, 1, 1.5, 7.5, model.MaxExponent, 0.001, 1.3} {
		parameters := classic.MaxMinCases[i%len(classic.MaxMinCases)].Parameters()
		parameters.Alpha, parameters.Candidates = alpha, []int{1, 2, 20, 32}[i%4]
		p := open(t, device, uniform(t, 41), parameters, classic.Options{})
		for input := range 6 {
			for _, ref := range p.References {
				ref.State.Iteration = uint32(100*random.IntN(3) + input%2)
				for k := range ref.Pheromone {
					ref.Pheromone[k] = randomWord(random)
				}
			}
			for k := range p.reference.CandidateHeuristic { // shared by the colonies
				p.reference.CandidateHeuristic[k] = randomWord(random)
			}
			p.upload(t, "pheromone", "candidate_heuristic", "state")
			p.runStage(t, "choice", fmt.Sprintf("alpha %v, input %d", alpha, input))
		}
	}
}
