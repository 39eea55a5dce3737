package reference

import (
	"math"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// The schedule of MMAS as Stützle's program ACOTSP 1.03 runs it. The paper, Stützle and Hoos 2000, has its idea: deposits of the
// iteration's best tour, and with local search of the best so far more and more often. The periods, the looks every
// branchesEvery iterations and the three numbers below are the program's. With local search the best so far is there that since the
// trails were last initialised, until it has not been improved for a while; without it trails are initialised once.
const (
	// defaultBestPeriod is the period of deposits that are not of the iteration's best tour, without local search.
	defaultBestPeriod = 25
	// restartBestIterations is how many iterations the best tour since the trails were initialised is the one that is reinforced, where the
	// period is 1.
	restartBestIterations = 50
	// reinitialiseAfter is how many iterations that tour has to stand before the trails are initialised again.
	reinitialiseAfter = 250
)

// bestPeriod returns the period of deposits that are not of the iteration's best tour, by the iterations since the trails were
// initialised. With local search it shifts from exploring to the best tour known.
func bestPeriod(p *problem.Problem, since uint32) uint32 {
	switch {
	case !p.HasLocalSearch() || since < 25:
		return defaultBestPeriod
	case since < 75:
		return 5
	case since < 125:
		return 3
	case since < 250:
		return 2
	}
	return 1
}

// schedule determines the update of the trails at the end of an iteration: their limits, which tour adds how much to its edges, and
// whether they are renewed because they have converged. Without local search they are then smoothed (Stützle and
// Hoos 2000), with it initialised, if they have brought nothing better for a while (ACOTSP, which does so without local search too).
func (c *Colony) schedule() {
	p, s := c.Problem, &c.State.MaxMin
	n, now := p.Cities, c.State.Iteration // counted from 1: the iteration under way is complete but for its trails
	ant := c.State.IterationAnt
	tour, length := c.Tours[int(ant)*n:][:n], c.Lengths[ant]
	if length < s.RestartLength {
		s.RestartLength, s.RestartBest = length, now
		copy(c.RestartTour, tour)
	}
	s.Max, s.Min = p.Limits.ForBest(c.State.BestLength)

	if period := bestPeriod(p, now-1-s.Restart); now%period == 0 {
		tour, length = c.RestartTour, s.RestartLength
		if !p.HasLocalSearch() || period == 1 && now-s.RestartBest > restartBestIterations {
			tour, length = c.BestTour, c.State.BestLength
		}
	}
	copy(c.DepositTour, tour)
	s.Amount = p.Limits.Amount(length)

	s.Renewal = problem.NoRenewal
	if checksConvergence(now-1) && s.Branches < problem.ConvergenceThreshold(n) {
		switch {
		case !p.HasLocalSearch():
			s.Renewal = problem.SmoothTrails
		case now-s.RestartBest > reinitialiseAfter:
			s.Renewal = problem.ReinitialiseTrails
			s.RestartLength, s.Restart = math.MaxUint64, now
		}
	}
	s.Branches = 0
}
