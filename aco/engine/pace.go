package engine

import "time"

// Pace is the progress of a run when a schedule plans the next step.
type Pace struct {
	Iterations int           // completed at the beginning of the step
	Elapsed    time.Duration // from the start of the run to that of the step, plus the time reserved for the end of the run
	Each       time.Duration // time of an iteration; 0: not known yet
	Warm       bool          // Each was measured after the warm-up steps
}

// Timing is the measured time of iterations. Checkpoints contain it.
type Timing struct {
	Completed int           // iterations at the last measurement
	Each      time.Duration // time of an iteration; 0: not known
	Warmup    int           // iterations of the warm-up steps
}

// stopwatch measures the time of iterations.
type stopwatch struct {
	Timing
	last time.Time // time of the last measurement
}

// warm reports whether an iteration comes after the warm-up.
func (c *stopwatch) warm(iteration int) bool { return iteration > c.Warmup }

// restart ignores the time since the last measurement.
func (c *stopwatch) restart() { c.last = time.Now() }

// measure records the number of completed iterations. The time of an iteration changes with the settings, so the last batch has a weight
// of one half.
func (c *stopwatch) measure(now time.Time, completed int) {
	if completed <= c.Completed {
		return
	}
	each := now.Sub(c.last) / time.Duration(completed-c.Completed)
	if c.Each > 0 && c.warm(completed) == c.warm(c.Completed) {
		each = (c.Each + each) / 2
	}
	c.last, c.Completed, c.Each = now, completed, max(1, each)
}

// at returns the expected time at which a number of iterations is completed.
func (c *stopwatch) at(iterations int) time.Time {
	return c.last.Add(time.Duration(iterations-c.Completed) * c.Each)
}

// Timing returns the measured time of iterations.
func (r *Run[C]) Timing() Timing { return r.clock.Timing }

// SetTiming sets the time of iterations that a resumed run starts from.
func (r *Run[C]) SetTiming(t Timing) { r.clock = stopwatch{Timing: t} }
