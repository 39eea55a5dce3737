package aco

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// The shader equals its twin on weights of all magnitudes whose rows sum to less than 2³², in work-groups of every size.
func TestConstruct(t *testing.T) {
	device := vktest.Open(t)
	instance := uniform(t, 150)
	random := rand.New(rand.NewPCG(2, 0))
	for _, group := range []int{0, 1, 32, 256, 1024} {
		p := newPairIn(t, device, instance, problem.AntSystem(), Options{AntGroup: group})
		n := p.problem.Cities
		for i := range 3 {
			for k := range p.twin.Weights {
				p.twin.Weights[k] = max(1, anyWord(random)/uint32(n))
			}
			p.twin.State.Iteration = random.Uint32()
			p.upload(t, "weights", "state")
			p.runStage(t, "construct", fmt.Sprintf("groups of %d, input %d", group, i))
		}
	}
}
