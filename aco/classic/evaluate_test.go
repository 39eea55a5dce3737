package classic_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestEvaluateLongEdges compares the stage on edges of nearly 2³¹: the sum of each invocation has
// more than 32 bits.
func TestEvaluateLongEdges(t *testing.T) {
	testkind.ComparesStage(t)
	parameters := model.AntSystem()
	parameters.Ants = 3
	p := openWithRules(t, vktest.Open(t), uniform(t, 6*classic.MaxRowGroup), parameters, model.StopRules{})
	random := rand.New(rand.NewPCG(7, 0))
	p.setDistances(func() uint32 { return 1<<31 - 1 - random.Uint32N(1000) })
	p.randomTours(random)
	p.upload(t, "distances", "tours")
	p.runStage(t, "evaluate", "edges of nearly 2³¹")
}

// TestEvaluate compares lengths from 0 to more than 32 bits, and the deposits that follow from
// them.
func TestEvaluate(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(3, 0))
	for _, kind := range []tsp.Kind{tsp.TSP, tsp.ATSP} {
		instance := uniform(t, 70)
		instance.Kind = kind
		p := openWithRules(t, device, instance, model.AntSystem(), model.StopRules{})
		for i := range 40 {
			p.setDistances(func() uint32 { return random.Uint32() >> 1 >> (i % 32) })
			p.randomTours(random)
			p.upload(t, "distances", "tours")
			p.runStage(t, "evaluate", fmt.Sprintf("%s, input %d", kind, i))
		}
	}
}

// setDistances sets the distance of each two cities, in both directions if the instance is
// symmetric.
func (p both) setDistances(distance func() uint32) {
	n := p.Problem.Cities
	for from := range n {
		for to := range n {
			p.reference.Distances[from*n+to] = distance()
			if p.Problem.Symmetric && to < from {
				p.reference.Distances[from*n+to] = p.reference.Distances[to*n+from]
			}
		}
	}
}
