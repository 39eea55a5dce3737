package classic

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestPrefix compares the stage on random weights of all magnitudes, with rows shorter and longer than a work-group.
func TestPrefix(t *testing.T) { vktest.WithAndWithoutSubgroups(t, testPrefix) }

func testPrefix(t *testing.T, device *vk.Device) {
	random := rand.New(rand.NewPCG(8, 0))
	parameters := problem.AntSystem()
	parameters.Selection = problem.SelectTrial
	for _, cities := range []int{3, 33, maxRowGroup + 1} {
		p := newPairWithRules(t, device, uniform(t, cities), parameters, problem.StopRules{})
		for i := range 5 {
			for k := range p.reference.Weights {
				p.reference.Weights[k] = max(1, randomWord(random)/uint32(cities))
			}
			p.upload(t, "weights")
			p.runStage(t, "prefix", fmt.Sprintf("%d cities, input %d", cities, i))
		}
	}
}
