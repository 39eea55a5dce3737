package classic

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestEvaluateLongEdges compares the stage on edges of nearly 2³¹: the sum of each invocation has more than 32 bits.
func TestEvaluateLongEdges(t *testing.T) {
	parameters := problem.AntSystem()
	parameters.Ants = 3
	p := newPairWithRules(t, vktest.Open(t), uniform(t, 6*maxRowGroup), parameters, problem.StopRules{})
	random := rand.New(rand.NewPCG(7, 0))
	for k := range p.reference.Distances {
		p.reference.Distances[k] = 1<<31 - 1 - random.Uint32N(1000)
	}
	p.randomTours(random)
	p.upload(t, "distances", "tours")
	p.runStage(t, "evaluate", "edges of nearly 2³¹")
}

// TestEvaluate compares lengths from 0 to more than 32 bits, and the deposits that follow from them.
func TestEvaluate(t *testing.T) {
	device := vktest.Open(t)
	instance := uniform(t, 70)
	random := rand.New(rand.NewPCG(3, 0))
	p := newPairWithRules(t, device, instance, problem.AntSystem(), problem.StopRules{})
	for i := range 40 {
		for k := range p.reference.Distances {
			p.reference.Distances[k] = random.Uint32() >> 1 >> (i % 32)
		}
		p.randomTours(random)
		p.upload(t, "distances", "tours")
		p.runStage(t, "evaluate", fmt.Sprintf("input %d", i))
	}
}
