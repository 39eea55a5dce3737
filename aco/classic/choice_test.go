package classic_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestChoice compares the stage on random pheromone and heuristic of all magnitudes, for several
// exponents.
func TestChoice(t *testing.T) {
	testkind.Whole(t)
	vktest.WithAndWithoutSubgroups(t, testChoice)
}

func testChoice(t *testing.T, device *vk.Device) {
	instance := uniform(t, 41)
	random := rand.New(rand.NewPCG(1, 0))
	for _, alpha := range []float64{0, 0.5, 1, 1.3, 1.5, 2, 7.5, 9.99, model.MaxExponent} {
		parameters := model.AntSystem()
		parameters.Alpha = alpha
		p := openWithRules(t, device, instance, parameters, model.StopRules{})
		for i := range 10 {
			for k := range p.reference.Pheromone {
				p.reference.Pheromone[k], p.reference.Heuristic[k] = randomWord(random), randomWord(random)
			}
			p.upload(t, "pheromone", "heuristic")
			p.runStage(t, "choice", fmt.Sprintf("alpha %v, input %d", alpha, i))
		}
	}
}
