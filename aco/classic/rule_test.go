package classic_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestDepositors compares the stage on random lengths of up to 43 bits with many ties.
func TestDepositors(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(8, 0))
	for i, rule := range model.Rules {
		for _, ants := range []int{1, 4, 700} {
			parameters := model.AntSystemWith(rule)
			parameters.Ants, parameters.Selection = ants, model.SelectScan
			p := openWithRules(t, device, uniform(t, 30), parameters, model.StopRules{})
			p.randomTours(random)
			for ant := range p.reference.Lengths {
				p.reference.Lengths[ant] = 1 + random.Uint64N(5)<<(20*i)
				p.reference.Amounts[ant] = random.Uint32N(p.Problem.Trail.Cap + 1)
			}
			p.reference.State.IterationAnt = uint32(p.reference.ShortestAnt())
			p.upload(t, "tours", "lengths", "amounts", "state")
			p.runStage(t, "depositors", fmt.Sprintf("%s, %d ants", rule, ants))
		}
	}
}

// TestRulesEqualReference compares all buffers after every stage of a few iterations, with each
// rule and deposit kernel. The instances are two symmetric ones, one with fixed edges and an
// asymmetric one.
func TestRulesEqualReference(t *testing.T) {
	testkind.Whole(t)
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(9, 0))
	asymmetric := uniform(t, 45)
	asymmetric.Kind = tsp.ATSP
	instances := []*tsp.Instance{
		uniform(t, 70), withPairs(t, random, uniform(t, 40), 8), asymmetric, tsptest.Generate(t, "grid", 25, 1),
	}
	for j, rule := range model.Rules {
		for i, deposit := range classic.Deposits {
			if testing.Short() && i%3 != j%3 {
				continue
			}
			instance := instances[i%len(instances)]
			if slices.Contains(classic.SymmetricDeposits, deposit) && !instance.Symmetric() {
				instance = instances[0]
			}
			parameters := model.AntSystemWith(rule)
			parameters.Ants, parameters.Selection = 9, model.SelectScan
			p := open(t, device, instance, parameters, classic.Options{Kernel: classic.KernelConfig{Deposit: deposit}})
			for iteration := range 4 {
				for _, stage := range p.Stages() {
					p.runStage(t, stage, fmt.Sprintf("%s, deposit %s, iteration %d", rule, deposit, iteration))
				}
			}
		}
	}
}

// TestWorst compares the stage after a restart, before one, and with tours that have nearly the
// same edges, which restart the trails. Each trail is random.
func TestWorst(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(10, 0))
	for _, kind := range []tsp.Kind{tsp.TSP, tsp.ATSP} {
		instance := uniform(t, 150)
		instance.Kind = kind
		parameters := model.AntSystemWith(model.RuleBestWorst)
		parameters.Ants, parameters.Selection = 11, model.SelectScan
		p := openWithRules(t, device, instance, parameters, model.StopRules{})
		restarts := 0
		for i, restart := range []uint32{0, 1, 0, 900, 3_000, 3_999, 0} {
			p.randomDeposits(t, random)
			ref := p.reference
			ref.State.Iteration, ref.State.MaxMin.Restart = 4_000, restart
			for k, city := range random.Perm(p.Problem.Cities) {
				ref.RestartTour[k] = uint32(city)
			}
			copy(ref.Tours[p.Problem.Ants*p.Problem.Cities:], ref.RestartTour)
			for ant := range ref.Lengths {
				ref.Lengths[ant] = 1 + random.Uint64N(3)<<(6*i)
				if i%3 == 2 {
					copy(ref.Tours[ant*p.Problem.Cities:], ref.RestartTour)
				}
			}
			p.upload(t, "tours", "lengths", "state", "restart_tour")
			p.runStage(t, "worst", fmt.Sprintf("%s, input %d", kind, i))
			if ref.State.MaxMin.Renewal == model.ReinitialiseTrails {
				restarts++
			}
		}
		if restarts != 2 {
			t.Errorf("%s: the trails restarted %d times, want 2", kind, restarts)
		}
	}
}
