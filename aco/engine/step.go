package engine

import "slices"

// Settings are the parameters of an algorithm that change from step to step.
type Settings interface {
	comparable
	// PushConstants returns the settings by the names of the shaders' push constants.
	PushConstants() map[string]uint32
}

// Step is a number of iterations that every colony makes with the same settings.
type Step[S Settings] struct {
	Iterations int
	Settings   S
	Renew      bool // the algorithm renews colonies before the step; only after an exchange
	Together   bool // all colonies begin the step with one tour; only after an exchange
	Exchange   bool // the colonies exchange tours after the step
	Exchanged
	Warmup bool // the time of its iterations does not predict the time of later steps
}

// Exchanged is what an exchange depended on besides the tours of the colonies.
type Exchanged struct {
	Rounds  int      // that it made, if the clock ended it; 0: it ran to its end
	Cut     bool     // the clock ended it before its first round: it took the shortest tour
	Arrived []string // IDs of the other runs' tours that took part
}

// first returns the first iterations of a step that has more, without the exchange.
func (s Step[S]) first(iterations int) Step[S] {
	return Step[S]{Iterations: iterations, Settings: s.Settings, Renew: s.Renew, Together: s.Together, Warmup: s.Warmup}
}

// addStep appends a step. If the last step has the same settings, it extends the last step,
// so that long runs have short lists.
func addStep[S Settings](steps []Step[S], step Step[S]) []Step[S] {
	if last := len(steps) - 1; last >= 0 && !steps[last].Exchange && steps[last].Settings == step.Settings {
		steps[last].Iterations += step.Iterations
		steps[last].Exchange, steps[last].Exchanged = step.Exchange, step.Exchanged
		return steps
	}
	return append(steps, step)
}

// splitSteps splits steps after a number of iterations.
func splitSteps[S Settings](steps []Step[S], iterations int) (before, after []Step[S]) {
	for i, step := range steps {
		if step.Iterations > iterations {
			before, after = steps[:i], slices.Clone(steps[i:])
			if iterations > 0 {
				before = append(before, step.first(iterations))
				after[0].Iterations -= iterations
				after[0].Renew, after[0].Together = false, false
			}
			return before, after
		}
		iterations -= step.Iterations
	}
	return steps, nil
}

// queue has the iterations that a site has not submitted yet. It counts the iterations of the run before
// them, which a site without iterations in flight has completed.
type queue[S Settings] struct {
	steps  []Step[S]
	before int
}

// Enqueue implements [Colonies].
func (q *queue[S]) Enqueue(step Step[S]) { q.steps = append(q.steps, step) }

// NeedsStep implements [Colonies].
func (q *queue[S]) NeedsStep() bool { return len(q.steps) == 0 }

// Completed implements [Colonies].
func (q *queue[S]) Completed() int { return q.before }

// Truncate implements [Colonies].
func (q *queue[S]) Truncate(iterations int) { q.steps, _ = splitSteps(q.steps, iterations-q.before) }

// MoveTo sets the number of completed iterations.
func (q *queue[S]) MoveTo(iterations int) { q.before = iterations }

// complete removes iterations of the first step.
func (q *queue[S]) complete(iterations int) {
	q.before += iterations
	q.steps[0].Iterations -= iterations
	if q.steps[0].Iterations == 0 {
		q.steps = q.steps[1:]
	}
}
