package engine

import "slices"

// Step is a number of iterations that every colony makes with the same settings.
type Step struct {
	Iterations int
	Settings   any      // of the algorithm, comparable; nil if they never change
	Renew      bool     // the algorithm renews colonies before the step; only after an exchange
	Exchange   bool     // the colonies exchange tours after the step
	Rounds     int      // of the exchange, if the clock ended it; 0: it ran to its end
	Arrived    []string // tours of other runs that took part in the exchange, as PeerTour.ID
	Warmup     bool     // the time of its iterations does not predict that of later steps
}

// First returns the first iterations of a step that has more, without the exchange.
func (s Step) First(iterations int) Step {
	return Step{Iterations: iterations, Settings: s.Settings, Renew: s.Renew, Warmup: s.Warmup}
}

// AddStep appends a step. If the settings equal those of the last step, it extends the last step, so that long runs have short lists.
func AddStep(steps []Step, step Step) []Step {
	if last := len(steps) - 1; last >= 0 && !steps[last].Exchange && steps[last].Settings == step.Settings {
		steps[last].Iterations += step.Iterations
		steps[last].Exchange, steps[last].Rounds, steps[last].Arrived = step.Exchange, step.Rounds, step.Arrived
		return steps
	}
	return append(steps, step)
}

// SplitSteps splits steps after a number of iterations.
func SplitSteps(steps []Step, iterations int) (before, after []Step) {
	for i, step := range steps {
		if step.Iterations > iterations {
			before, after = steps[:i], slices.Clone(steps[i:])
			if iterations > 0 {
				before = append(before, step.First(iterations))
				after[0].Iterations -= iterations
				after[0].Renew = false
			}
			return before, after
		}
		iterations -= step.Iterations
	}
	return steps, nil
}

// queue has the iterations that a site has not submitted yet.
type queue []Step

// Enqueue appends a step.
func (q *queue) Enqueue(step Step) { *q = append(*q, step) }

// complete removes iterations of the first step.
func (q *queue) complete(iterations int) {
	(*q)[0].Iterations -= iterations
	if (*q)[0].Iterations == 0 {
		*q = (*q)[1:]
	}
}

// truncate drops all but the first iterations.
func (q *queue) truncate(iterations int) { *q, _ = SplitSteps(*q, iterations) }
