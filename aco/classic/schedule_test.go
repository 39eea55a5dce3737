package classic_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestSchedule compares the stage on random states: with and without new best tours and converged
// trails, with lengths of more than 32 bits, around all periods of the schedule.
func TestSchedule(t *testing.T) {
	testkind.Whole(t)
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(22, 0))
	periods := []uint32{24, 74, 124,
		249} // iterations since the trails were initialised after which the schedule changes
	for _, c := range []struct {
		search  model.LocalSearch
		renewal model.RenewalRule
		period  model.BestPeriod // "": the default
		inputs  int
	}{
		{model.SearchNone, model.RenewalSmooth, "", 150}, {model.Search2Opt, model.RenewalRestart, "", 150},
		{model.SearchNone, model.RenewalRestart, "", 60}, {model.Search2Opt, model.RenewalSmooth, "", 60},
		{model.SearchNone, model.RenewalNone, "", 20}, {model.Search2Opt, model.RenewalNone, "", 20},
		{model.SearchNone, model.RenewalRestart, model.BestPeriodFalling, 150},
		{model.Search2Opt, model.RenewalRestart, model.BestPeriodFixed, 60},
	} {
		parameters := classic.MaxMinCases[1].Parameters()
		parameters.LocalSearch, parameters.Renewal, parameters.BestPeriod = c.search, c.renewal, c.period
		p := open(t, device, uniform(t, 30), parameters, classic.Options{})
		renewals := map[model.Renewal]bool{}
		for i := range c.inputs {
			p.randomTours(random)
			for _, ref := range p.References {
				for k, city := range random.Perm(30) {
					ref.BestTour[k], ref.RestartTour[(k+7)%30] = uint32(city), uint32(city)
				}
				s := &ref.State
				s.Iteration = uint32(1 + 300*random.IntN(2) + random.IntN(400))
				if i%2 == 0 {
					s.Iteration = s.Iteration/100*100 + 1
				}
				s.IterationAnt = random.Uint32N(uint32(p.Problem.Ants))
				s.BestLength = 1 + random.Uint64N(1<<random.IntN(40))
				s.MaxMin.RestartLength = s.BestLength + random.Uint64N(3)
				s.MaxMin.Restart = s.Iteration - 1 - random.Uint32N(min(s.Iteration, 300))
				s.MaxMin.RestartBest = s.MaxMin.Restart + random.Uint32N(s.Iteration-s.MaxMin.Restart)
				if i%3 == 0 { // near the changes of the schedule
					s.Iteration += 300
					s.MaxMin.Restart = s.Iteration - 1 - periods[random.IntN(len(periods))] - random.Uint32N(2)
					s.MaxMin.RestartBest = s.Iteration - []uint32{50, 250}[random.IntN(2)] - random.Uint32N(2)
				}
				s.MaxMin.Branches = 58 + random.Uint32N(5)
				for ant := range ref.Lengths {
					ref.Lengths[ant] = s.BestLength + random.Uint64N(4)
				}
			}
			p.upload(t, "tours", "best_tour", "restart_tour", "lengths", "state")
			p.runStage(t, "schedule", fmt.Sprintf("search %s, renewal %s, period %s, input %d", c.search, c.renewal, c.period, i))
			for _, ref := range p.References {
				renewals[ref.State.MaxMin.Renewal] = true
			}
		}
		if want := map[model.Renewal]bool{model.NoRenewal: true, c.renewal.Event(): true}; !maps.Equal(renewals, want) {
			t.Errorf("search %s, renewal %s: %v, want %v", c.search, c.renewal, renewals, want)
		}
	}
}
