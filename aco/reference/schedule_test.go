package reference

import (
	"math"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// scheduled runs one schedule whose iteration's best, restart's best and best tours are told apart by their first city.
func scheduledTour(c *Colony, change func(*problem.State)) (whose string) {
	n := c.Problem.Cities
	for i, tour := range [][]uint32{c.Tours[:n], c.RestartTour, c.BestTour} {
		for k := range tour {
			tour[k] = uint32((k + i) % n)
		}
	}
	c.Lengths[0] = c.Problem.StartLength
	c.State.BestLength = c.Problem.StartLength - 2
	c.State.MaxMin = problem.MaxMinState{RestartLength: c.Problem.StartLength - 1, Branches: math.MaxUint32}
	change(&c.State)
	c.schedule()
	return []string{"iteration", "restart", "best"}[c.DepositTour[0]]
}

// Which tour is reinforced: without local search the best every 25 iterations, with it the restart's best more and more often.
func TestScheduleOfDeposits(t *testing.T) {
	for _, s := range []struct {
		search problem.LocalSearch
		since  uint32 // complete iterations since the trails were initialised
		best   []uint32
	}{
		{problem.SearchNone, 0, []uint32{24}},
		{problem.SearchNone, 400, []uint32{424}},
		{problem.Search3Opt, 0, []uint32{24}},
		{problem.Search3Opt, 25, []uint32{29, 34, 39, 44, 49}},
		{problem.Search3Opt, 75, []uint32{77, 80, 83, 86, 89, 92, 95, 98}},
		{problem.Search3Opt, 225, []uint32{225, 227, 229, 231, 233, 235, 237, 239, 241, 243, 245, 247, 249}},
	} {
		c := newMaxMinColony(t, 10, func(p *problem.Parameters) { p.LocalSearch = s.search })
		var best []uint32
		for since := s.since; since < s.since+25; since++ {
			whose := scheduledTour(c, func(s *problem.State) { s.Iteration, s.MaxMin.RestartBest = since+1, since })
			if whose == "iteration" {
				continue
			}
			if (whose == "best") != (s.search == problem.SearchNone) {
				t.Errorf("search %q after %d iterations: the %s tour", s.search, since, whose)
			}
			best = append(best, since)
		}
		if !slices.Equal(best, s.best) {
			t.Errorf("search %q from %d on: another tour than the iteration's after %v iterations, want %v", s.search, s.since, best, s.best)
		}
	}
}

// Later the best tour of all is reinforced, but for a while after the restart's best was improved.
func TestScheduleComesToTheBestTour(t *testing.T) {
	c := newMaxMinColony(t, 10, func(p *problem.Parameters) { p.LocalSearch = problem.Search3Opt })
	for _, of := range []struct {
		restart, found uint32
		want           string
	}{{0, 950, "restart"}, {0, 949, "best"}, {749, 949, "best"}, {750, 949, "restart"}} {
		got := scheduledTour(c, func(s *problem.State) {
			s.Iteration, s.MaxMin.Restart, s.MaxMin.RestartBest = 1000, of.restart, of.found
		})
		if got != of.want {
			t.Errorf("iteration 1000, trails of %d, their best of %d: the %s tour, want the %s tour", of.restart, of.found, got, of.want)
		}
	}
	better := scheduledTour(c, func(s *problem.State) { s.Iteration, s.MaxMin.RestartLength = 1000, math.MaxUint64 })
	if s := c.State.MaxMin; better != "iteration" || s.RestartBest != 1000 || s.RestartLength != c.Lengths[0] || c.RestartTour[0] != 0 {
		t.Errorf("a first tour since a restart is not the restart's best: %s tour, %+v", better, s)
	}
}

// Trails that have converged are smoothed, with local search initialised; at looks alone, and not too soon.
func TestRenewal(t *testing.T) {
	const cities = 10
	for _, of := range []struct {
		search           problem.LocalSearch
		complete         uint32 // iterations
		found, branches  uint32
		want             problem.Renewal
		restart          uint32
		forgottenRestart bool
	}{
		{problem.SearchNone, 300, 290, 2 * cities, problem.SmoothTrails, 0, false},
		{problem.SearchNone, 300, 290, 2*cities + 1, problem.NoRenewal, 0, false},
		{problem.SearchNone, 301, 290, 2 * cities, problem.NoRenewal, 0, false},
		{problem.SearchNone, 0, 0, 0, problem.NoRenewal, 0, false},
		{problem.Search3Opt, 300, 50, 2 * cities, problem.ReinitialiseTrails, 301, true},
		{problem.Search3Opt, 300, 51, 2 * cities, problem.NoRenewal, 0, false},
		{problem.Search3Opt, 300, 50, 2*cities + 1, problem.NoRenewal, 0, false},
	} {
		c := newMaxMinColony(t, cities, func(p *problem.Parameters) { p.LocalSearch = of.search })
		scheduledTour(c, func(s *problem.State) {
			s.Iteration, s.MaxMin.RestartBest, s.MaxMin.Branches = of.complete+1, of.found, of.branches
		})
		s := c.State.MaxMin
		if s.Renewal != of.want || s.Restart != of.restart || (s.RestartLength == math.MaxUint64) != of.forgottenRestart || s.Branches != 0 {
			t.Errorf("%+v: %+v", of, s)
		}
	}
}

// Renewed trails are the upper limit, or half of the way to it, and the deposit after it keeps them below.
func TestRenewedTrails(t *testing.T) {
	c := newMaxMinColony(t, 10, func(*problem.Parameters) {})
	s := &c.State.MaxMin
	s.Max, s.Min, s.Amount = 1000, 10, 400
	for _, of := range []struct {
		renewal              problem.Renewal
		trail, want, crossed uint32
	}{{problem.SmoothTrails, 100, 550, 950}, {problem.ReinitialiseTrails, 100, 1000, 1000}, {problem.NoRenewal, 100, 98, 498}, {problem.NoRenewal, 10, 10, 410}} {
		for i := range c.Pheromone {
			c.Pheromone[i] = of.trail
		}
		for k := range c.DepositTour {
			c.DepositTour[k] = uint32(k)
		}
		s.Renewal = of.renewal
		c.evaporateMaxMin()
		c.depositMaxMin()
		if got := c.Pheromone[5]; got > of.want || got+1 < of.want { // rounded down
			t.Errorf("renewal %d: a trail of %d became %d, want %d", of.renewal, of.trail, got, of.want)
		}
		if got := c.Pheromone[9]; got > of.crossed || got+1 < of.crossed || c.Pheromone[1] != got || c.Pheromone[10] != got {
			t.Errorf("renewal %d: on the tour a trail of %d became %d, want %d", of.renewal, of.trail, got, of.crossed)
		}
	}
}
