package classic_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestBest compares the stage on random lengths of up to 64 bits with many ties: among equal
// lengths the smallest ant wins.
func TestBest(t *testing.T) {
	device := vktest.Open(t)
	instance := uniform(t, 30)
	random := rand.New(rand.NewPCG(4, 0))
	parameters := model.AntSystem()
	parameters.Ants = 700 // more than a work-group has invocations
	p := openWithRules(t, device, instance, parameters, model.StopRules{})
	for i := range 40 {
		p.randomTours(random)
		for ant := range p.reference.Lengths {
			p.reference.Lengths[ant] = 1 + random.Uint64N(5)<<(i%40) // few values, so that there are ties
		}
		p.reference.State.BestLength = 1 + random.Uint64N(5)<<(i%40)
		p.upload(t, "tours", "lengths", "state")
		p.runStage(t, "best", fmt.Sprintf("input %d", i))
	}
}
