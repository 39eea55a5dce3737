package reference

import (
	"math"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// scheduledTour runs the schedule once and returns which tour it reinforces: the best of the
// iteration, the best since the restart, or the best of the run.
func scheduledTour(c *Colony, change func(*model.State)) string {
	n := c.Problem.Cities
	for i, tour := range [][]uint32{c.Tours[:n], c.RestartTour, c.BestTour} {
		for k := range tour {
			tour[k] = uint32((k + i) % n)
		}
	}
	c.Lengths[0] = c.Problem.StartLength
	c.State.BestLength = c.Problem.StartLength - 2
	c.State.MaxMin = model.MaxMinState{RestartLength: c.Problem.StartLength - 1, Branches: math.MaxUint32}
	change(&c.State)
	c.schedule()
	return []string{"iteration", "restart", "best"}[c.DepositTour[0]]
}

// Without local search the best tour of the run is reinforced every 25 iterations. With local
// search the best tour since the restart is reinforced more and more often.
func TestScheduleOfDeposits(t *testing.T) {
	for _, test := range []struct {
		search model.LocalSearch
		period model.BestPeriod // "": the default
		since  uint32           // completed iterations since the trails were initialised
		want   []uint32         // iterations that reinforce another tour than their own best
	}{
		{model.SearchNone, "", 0, []uint32{24}},
		{model.SearchNone, "", 400, []uint32{424}},
		{model.Search3Opt, "", 0, []uint32{24}},
		{model.Search3Opt, "", 25, []uint32{29, 34, 39, 44, 49}},
		{model.Search3Opt, "", 75, []uint32{77, 80, 83, 86, 89, 92, 95, 98}},
		{model.Search3Opt, "", 225, []uint32{225, 227, 229, 231, 233, 235, 237, 239, 241, 243, 245, 247, 249}},
		{model.SearchNone, model.BestPeriodFalling, 25, []uint32{29, 34, 39, 44, 49}},
		{model.Search3Opt, model.BestPeriodFixed, 400, []uint32{424}},
	} {
		c := newMaxMinColony(t, 10, func(p *model.Parameters) { p.LocalSearch, p.BestPeriod = test.search, test.period })
		var got []uint32
		for since := test.since; since < test.since+25; since++ {
			tour := scheduledTour(c, func(s *model.State) { s.Iteration, s.MaxMin.RestartBest = since+1, since })
			if tour == "iteration" {
				continue
			}
			if (tour == "best") != (test.search == model.SearchNone) {
				t.Errorf("search %q after %d iterations: the %s tour", test.search, since, tour)
			}
			got = append(got, since)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("search %q from %d on: another tour than the iteration's best after %v iterations, want %v",
				test.search, test.since, got, test.want)
		}
	}
}

// Late in a run the best tour of the run is reinforced, unless the best tour since the restart
// improved recently.
func TestScheduleReinforcesTheBestTour(t *testing.T) {
	c := newMaxMinColony(t, 10, func(p *model.Parameters) { p.LocalSearch = model.Search3Opt })
	for _, test := range []struct {
		restart, found uint32
		want           string
	}{{0, 950, "restart"}, {0, 949, "best"}, {749, 949, "best"}, {750, 949, "restart"}} {
		got := scheduledTour(c, func(s *model.State) {
			s.Iteration, s.MaxMin.Restart, s.MaxMin.RestartBest = 1000, test.restart, test.found
		})
		if got != test.want {
			t.Errorf("iteration 1000, restart at %d, best tour since found at %d: the %s tour, want the %s tour",
				test.restart, test.found, got, test.want)
		}
	}
	tour := scheduledTour(c, func(s *model.State) { s.Iteration, s.MaxMin.RestartLength = 1000, math.MaxUint64 })
	if s := c.State.MaxMin; tour != "iteration" || s.RestartBest != 1000 || s.RestartLength != c.Lengths[0] ||
		c.RestartTour[0] != 0 {
		t.Errorf("the first tour after a restart is not the best since the restart: %s tour, %+v", tour, s)
	}
}

// With restarts and without local search, the best tour since the restart is reinforced every 25
// iterations (ACOTSP 1.03). Smoothing forgets no tour, so it leaves the schedule as it is.
func TestRenewalChoosesTheReinforcedTour(t *testing.T) {
	for _, test := range []struct {
		search  model.LocalSearch
		renewal model.RenewalRule
		want    string
	}{
		{model.SearchNone, model.RenewalNone, "best"},
		{model.SearchNone, model.RenewalSmooth, "best"},
		{model.SearchNone, model.RenewalRestart, "restart"},
		{model.Search3Opt, model.RenewalSmooth, "restart"},
		{model.Search3Opt, model.RenewalRestart, "restart"},
	} {
		c := newMaxMinColony(t, 10, func(p *model.Parameters) { p.LocalSearch, p.Renewal = test.search, test.renewal })
		got := scheduledTour(c, func(s *model.State) { s.Iteration = 25 })
		if got != test.want {
			t.Errorf("search %q, renewal %s: the %s tour, want the %s tour", test.search, test.renewal, got, test.want)
		}
	}
}

// Converged trails are smoothed, or initialised again, which is the default with local search. This
// happens only in iterations with a convergence check, and restarts only after iterations without
// improvement.
func TestRenewal(t *testing.T) {
	const cities = 10
	for _, test := range []struct {
		search          model.LocalSearch
		rule            model.RenewalRule // "": the default
		completed       uint32            // iterations
		found, branches uint32
		want            model.Renewal
		restart         uint32
		restarted       bool // the best tour since the restart is cleared
	}{
		{model.SearchNone, "", 300, 290, 2 * cities, model.SmoothTrails, 0, false},
		{model.SearchNone, "", 300, 290, 2*cities + 1, model.NoRenewal, 0, false},
		{model.SearchNone, "", 301, 290, 2 * cities, model.NoRenewal, 0, false},
		{model.SearchNone, "", 0, 0, 0, model.NoRenewal, 0, false},
		{model.Search3Opt, "", 300, 50, 2 * cities, model.ReinitialiseTrails, 301, true},
		{model.Search3Opt, "", 300, 51, 2 * cities, model.NoRenewal, 0, false},
		{model.Search3Opt, "", 300, 50, 2*cities + 1, model.NoRenewal, 0, false},
		{model.SearchNone, model.RenewalNone, 300, 50, 2 * cities, model.NoRenewal, 0, false},
		{model.SearchNone, model.RenewalRestart, 300, 50, 2 * cities, model.ReinitialiseTrails, 301, true},
		{model.SearchNone, model.RenewalRestart, 300, 51, 2 * cities, model.NoRenewal, 0, false},
		{model.Search3Opt, model.RenewalSmooth, 300, 290, 2 * cities, model.SmoothTrails, 0, false},
		{model.Search3Opt, model.RenewalNone, 300, 50, 2 * cities, model.NoRenewal, 0, false},
	} {
		c := newMaxMinColony(t, cities, func(p *model.Parameters) { p.LocalSearch, p.Renewal = test.search, test.rule })
		scheduledTour(c, func(s *model.State) {
			s.Iteration, s.MaxMin.RestartBest, s.MaxMin.Branches = test.completed+1, test.found, test.branches
		})
		s := c.State.MaxMin
		if s.Renewal != test.want || s.Restart != test.restart ||
			(s.RestartLength == math.MaxUint64) != test.restarted || s.Branches != 0 {
			t.Errorf("%+v: %+v", test, s)
		}
	}
}

// Renewed trails are raised to the upper limit or half of the way to it. The deposit that follows
// does not exceed the limit.
func TestRenewedTrails(t *testing.T) {
	c := newMaxMinColony(t, 10, func(*model.Parameters) {})
	s := &c.State.MaxMin
	s.Max, s.Min, s.Amount = 1000, 10, 400
	for _, test := range []struct {
		renewal                 model.Renewal
		trail, want, reinforced uint32
	}{
		{model.SmoothTrails, 100, 550, 950},
		{model.ReinitialiseTrails, 100, 1000, 1000},
		{model.NoRenewal, 100, 98, 498},
		{model.NoRenewal, 10, 10, 410},
	} {
		for i := range c.Pheromone {
			c.Pheromone[i] = test.trail
		}
		for k := range c.DepositTour {
			c.DepositTour[k] = uint32(k)
		}
		s.Renewal = test.renewal
		c.evaporateMaxMin(c.Pheromone)
		c.depositMaxMin()
		if got := c.Pheromone[5]; got > test.want || got+1 < test.want { // rounded down
			t.Errorf("renewal %d: a trail of %d changed to %d, want %d", test.renewal, test.trail, got, test.want)
		}
		if got := c.Pheromone[9]; got > test.reinforced || got+1 < test.reinforced || c.Pheromone[1] != got ||
			c.Pheromone[10] != got {
			t.Errorf("renewal %d: a reinforced trail of %d changed to %d, want %d", test.renewal, test.trail, got,
				test.reinforced)
		}
	}
}
