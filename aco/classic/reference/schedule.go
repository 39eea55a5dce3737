package reference

import (
	"math"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// The schedule of MMAS follows Stützle's program ACOTSP 1.03, which has the periods and constants
// below. Its idea is from Stützle and Hoos 2000. An iteration reinforces its best tour or,
// periodically, the best tour so far. With local search the period becomes shorter, and the best
// tour so far is the best since the trails were last initialised, or the best of the run if that
// has not improved for a while.
const (
	// defaultBestPeriod is the period in iterations without local search. With local search it
	// applies to the first 25 iterations after the trails were initialised.
	defaultBestPeriod = 25
	// restartBestIterations is for a period of 1. If the best tour since the trails were
	// initialised is older than this number of iterations, the best tour of the run is reinforced
	// instead.
	restartBestIterations = 50
	// reinitialiseAfter is the number of iterations without improvement after which converged
	// trails are initialised again.
	reinitialiseAfter = 250
)

// bestPeriod returns the number of iterations from one reinforcement of the best tour so far to
// the next. In between, the iteration's best is reinforced. age is the number of iterations since
// the trails were initialised.
func bestPeriod(p *model.Problem, age uint32) uint32 {
	switch {
	case p.BestPeriod == model.BestPeriodFixed || age < 25:
		return defaultBestPeriod
	case age < 75:
		return 5
	case age < 125:
		return 3
	case age < 250:
		return 2
	}
	return 1
}

// schedule determines how the trails are updated at the end of an iteration: their limits, the
// reinforced tour and its amount, and whether converged trails are renewed.
func (c *Colony) schedule() {
	p, s := c.Problem, &c.State.MaxMin
	n, now := p.Cities, c.State.Iteration // the number of this iteration, from 1
	ant := c.State.IterationAnt
	tour, length := c.Tours[int(ant)*n:][:n], c.Lengths[ant]
	if length < s.RestartLength {
		s.RestartLength, s.RestartBest = length, now
		copy(c.RestartTour, tour)
	}
	s.Max, s.Min = p.Limits.ForBest(c.State.BestLength)

	if period := bestPeriod(p, now-1-s.Restart); now%period == 0 {
		tour, length = c.RestartTour, s.RestartLength
		if p.ReinforcesBest() || period == 1 && now-s.RestartBest > restartBestIterations {
			tour, length = c.BestTour, c.State.BestLength
		}
	}
	copy(c.DepositTour, tour)
	s.Amount = p.Limits.Amount(length)

	s.Renewal = model.NoRenewal
	if checksConvergence(now-1) && s.Branches < model.ConvergenceThreshold(n) {
		switch {
		case p.Renewal == model.RenewalSmooth:
			s.Renewal = model.SmoothTrails
		case p.Renewal == model.RenewalRestart && now-s.RestartBest > reinitialiseAfter:
			s.Renewal = model.ReinitialiseTrails
			s.RestartLength, s.Restart = math.MaxUint64, now
		}
	}
	s.Branches = 0
}
