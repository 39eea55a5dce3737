package classic_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestEvaporate compares the stage on random pheromone of all magnitudes, down to the minimum of
// one unit.
func TestEvaporate(t *testing.T) {
	device := vktest.Open(t)
	instance := uniform(t, 37)
	random := rand.New(rand.NewPCG(5, 0))
	for _, rho := range []float64{1e-6, 0.02, 0.5, 0.999, 1} {
		parameters := model.AntSystem()
		parameters.Rho = rho
		parameters.Ants = 1 // few enough for the smallest rho
		p := openWithRules(t, device, instance, parameters, model.StopRules{})
		for k := range p.reference.Pheromone {
			p.reference.Pheromone[k] = randomWord(random)
		}
		p.upload(t, "pheromone")
		p.runStage(t, "evaporate", fmt.Sprintf("rho %v", rho))
	}
}
