package statistics

import (
	"math"
	"slices"
)

// An Attempt is what a run did about a target: it reached the target after Cost, or it ended
// without it after Cost. Costs are iterations, tours or seconds.
type Attempt struct {
	Reached bool
	Cost    float64
}

// ExpectedCost returns the expected running time (ERT) to a target: the costs of all runs, of the
// unsuccessful ones until their end, divided by the number of successful runs (N. Hansen, A. Auger,
// D. Brockhoff and T. Tušar, "Anytime performance assessment in blackbox optimization
// benchmarking", IEEE Transactions on Evolutionary Computation 26, 2022; COCO and IOHanalyzer
// compute the same). It is infinite if no run reached the target, NaN without runs. successes is the
// number of runs that did.
func ExpectedCost(attempts []Attempt) (cost float64, successes int) {
	if len(attempts) == 0 {
		return math.NaN(), 0
	}
	for _, a := range attempts {
		cost += a.Cost
		if a.Reached {
			successes++
		}
	}
	if successes == 0 {
		return math.Inf(1), 0
	}
	return cost / float64(successes), successes
}

// A Step is a point of a step function: the value from At on, until the next step.
type Step struct{ At, Value float64 }

// ReachedShare returns the empirical cumulative distribution of running times: by cost, the share
// of the attempts that have reached their targets (Hansen et al. 2022). Attempts without success
// count in the whole. The steps are by ascending cost; before the first one the share is 0.
func ReachedShare(attempts []Attempt) []Step {
	var costs []float64
	for _, a := range attempts {
		if a.Reached {
			costs = append(costs, a.Cost)
		}
	}
	return shares(costs, len(attempts))
}

// shares returns the steps of the share of values among a number of them.
func shares(values []float64, of int) []Step {
	var steps []Step
	sorted := slices.Sorted(slices.Values(values))
	for i, v := range sorted {
		if i+1 == len(sorted) || sorted[i+1] != v {
			steps = append(steps, Step{v, float64(i+1) / float64(of)})
		}
	}
	return steps
}

// Profile returns the performance profile of each solver (E. D. Dolan and J. J. Moré, "Benchmarking
// optimization software with performance profiles", Mathematical Programming 91, 2002): by ratio
// τ ≥ 1, the share of problems where costs[problem][solver] is at most τ times the least cost of all
// solvers. Costs are positive, and infinite for a failure. A problem where all solvers failed counts
// in the whole.
func Profile(costs [][]float64) [][]Step {
	if len(costs) == 0 {
		return nil
	}
	profiles := make([][]Step, len(costs[0]))
	for solver := range profiles {
		var ratios []float64
		for _, problem := range costs {
			if least := slices.Min(problem); !math.IsInf(problem[solver], 1) {
				ratios = append(ratios, problem[solver]/least)
			}
		}
		profiles[solver] = shares(ratios, len(costs))
	}
	return profiles
}
