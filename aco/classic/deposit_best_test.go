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

// TestACSTrails compares local updates and deposits on random trails of all magnitudes, also
// saturated ones, for several rates.
func TestACSTrails(t *testing.T) {
	testkind.ComparesStage(t)
	vktest.WithAndWithoutSubgroups(t, testACSTrails)
}

func testACSTrails(t *testing.T, device *vk.Device) {
	random := rand.New(rand.NewPCG(25, 0))
	for i, s := range append(classic.ACSCases[:4:4], classic.ACSCases[6]) {
		parameters := s.Parameters(9)
		parameters.Rho, parameters.LocalRate = []float64{0.3, 1e-6, 1e-6, 1, 0.3}[i], new([]float64{0.01, 1, 1, 0.5, 0.3}[i])
		parameters.Colonies, parameters.Candidates = 2, 5
		p := open(t, device, uniform(t, 20), parameters, classic.Options{Kernel: s.Config()})
		p.runStage(t, "construct", s.String()) // fills the records
		for input := range 4 {
			for _, ref := range p.References {
				for k := range ref.Pheromone {
					if s.Memory == model.MemoryMatrix || k%2 == 1 { // a trail, not a city
						ref.Pheromone[k] = max(p.Problem.Trail.Initial, randomWord(random))
					}
				}
				ref.State.Iteration, ref.State.BestLength = random.Uint32(), []uint64{1, p.Problem.StartLength}[input%2]
				for k, city := range random.Perm(p.Problem.Cities) {
					ref.BestTour[k] = uint32(city)
				}
			}
			p.upload(t, "pheromone", "best_tour", "state")
			for _, stage := range []string{"construct", "deposit"} {
				p.runStage(t, stage, fmt.Sprintf("%s, input %d: %s", s, input, stage))
			}
			if p.Run.HasBuffer("candidate_trails") {
				p.compareCopies(t, fmt.Sprintf("%s, input %d", s, input))
			}
		}
	}
}
