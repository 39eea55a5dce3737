package engine

import "time"

// Pace is the progress of a run when a schedule plans the next step.
type Pace struct {
	Iterations int           // completed at the beginning of the step
	Elapsed    time.Duration // from the start of the run to that of the step, plus the time reserved for the end of the run
	Each       time.Duration // time of an iteration; 0: not known yet
	Warm       bool          // Each was measured after the warm-up steps
}

// stopwatch measures the time of iterations.
type stopwatch struct {
	last      time.Time     // time of the last measurement
	completed int           // iterations at that time
	each      time.Duration // time of an iteration; 0: not known
	warmup    int           // iterations of the warm-up steps
}

// warm reports whether an iteration comes after the warm-up.
func (c *stopwatch) warm(iteration int) bool { return iteration > c.warmup }

// restart ignores the time since the last measurement.
func (c *stopwatch) restart() { c.last = time.Now() }

// measure records the number of completed iterations. The time of an iteration changes with the settings, so the last batch has a weight
// of one half.
func (c *stopwatch) measure(now time.Time, completed int) {
	if completed <= c.completed {
		return
	}
	each := now.Sub(c.last) / time.Duration(completed-c.completed)
	if c.each > 0 && c.warm(completed) == c.warm(c.completed) {
		each = (c.each + each) / 2
	}
	c.last, c.completed, c.each = now, completed, max(1, each)
}

// at returns the expected time at which a number of iterations is completed.
func (c *stopwatch) at(iterations int) time.Time {
	return c.last.Add(time.Duration(iterations-c.completed) * c.each)
}

// Clock has the measured pace of a run, for checkpoints.
type Clock struct {
	Completed int           // iterations
	Each      time.Duration // time of an iteration; 0: not known
	Warmup    int           // iterations of the warm-up steps
}

// Clock returns the measured pace.
func (r *Run[C]) Clock() Clock { return Clock{r.clock.completed, r.clock.each, r.clock.warmup} }

// SetClock sets the pace of a resumed run.
func (r *Run[C]) SetClock(c Clock) {
	r.clock = stopwatch{completed: c.Completed, each: c.Each, warmup: c.Warmup}
}
