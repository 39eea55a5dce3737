package aco

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// The shader equals its twin on weights of all magnitudes whose rows sum to less than 2³², in work-groups of every size and with
// every number of trials.
func TestConstruct(t *testing.T) {
	device := vktest.Open(t)
	instance := uniform(t, 150)
	random := rand.New(rand.NewPCG(2, 0))
	for _, trials := range []int{0, 1, 8, problem.MaxTrials} {
		for _, group := range []int{0, 1, 1024} {
			parameters := problem.AntSystem()
			if trials > 0 {
				parameters.Selection, parameters.Trials = problem.SelectTrial, trials
			}
			p := newPairIn(t, device, instance, parameters, Options{Form: Form{AntGroup: group}})
			for k := range p.twin.Weights {
				p.twin.Weights[k] = max(1, anyWord(random)/uint32(p.problem.Cities))
			}
			p.twin.State.Iteration = random.Uint32()
			p.upload(t, "weights", "state")
			when := fmt.Sprintf("%d trials, groups of %d", trials, group)
			p.runStage(t, "prefix", when)
			p.runStage(t, "construct", when)
		}
	}
}
