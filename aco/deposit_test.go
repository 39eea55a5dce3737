package aco

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// The shader equals its twin whatever the order of its additions, in both directions or in one.
func TestDeposit(t *testing.T) {
	device := vktest.Open(t)
	instance := uniform(t, 20)
	random := rand.New(rand.NewPCG(6, 0))
	for _, kind := range []tsp.Kind{tsp.TSP, tsp.ATSP} {
		instance.Kind = kind
		parameters := problem.AntSystem()
		parameters.Ants = 300 // so that every edge is crossed by many ants
		p := newPair(t, device, instance, parameters, problem.Rules{})
		for i := range 10 {
			p.anyTours(random)
			for ant := range p.twin.Amounts {
				p.twin.Amounts[ant] = random.Uint32N(p.problem.Trail.Cap + 1)
			}
			for k := range p.twin.Pheromone {
				p.twin.Pheromone[k] = 1
			}
			p.upload(t, "tours", "amounts", "pheromone")
			p.runStage(t, "deposit", fmt.Sprintf("%s, input %d", kind, i))
		}
	}
}
