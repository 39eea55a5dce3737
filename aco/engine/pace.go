package engine

import "time"

// Pace is what a schedule is told when it is asked for a step.
type Pace struct {
	Iterations int           // that are made when the step begins
	Elapsed    time.Duration // from the start of the run to the step's, and the time that the end of the run takes
	Each       time.Duration // that an iteration takes; 0: not known yet
	Warm       bool          // Each is of iterations after the warm-up steps
}

// clockwork measures what iterations take.
type clockwork struct {
	last   time.Time // when so many iterations were known to be made
	made   int
	each   time.Duration // 0: not known
	warmup int           // so many first iterations cost otherwise than later ones
}

// warm reports whether what is known is of iterations after the warm-up.
func (c *clockwork) warm(made int) bool { return made > c.warmup }

// restart begins anew after a pause.
func (c *clockwork) restart() { c.last = time.Now() }

// took learns that so many iterations are made now. What they take changes with the settings: the last batch counts for one half.
func (c *clockwork) took(now time.Time, made int) {
	if made <= c.made {
		return
	}
	each := now.Sub(c.last) / time.Duration(made-c.made)
	if c.each > 0 && c.warm(made) == c.warm(c.made) {
		each = (c.each + each) / 2
	}
	c.last, c.made, c.each = now, made, max(1, each)
}

// at returns when so many iterations will be made.
func (c *clockwork) at(iterations int) time.Time {
	return c.last.Add(time.Duration(iterations-c.made) * c.each)
}

// Clock is what a run knows of its pace, for a checkpoint.
type Clock struct {
	Made   int           // iterations
	Each   time.Duration // that one takes; 0: not known
	Warmup int           // iterations of warm-up steps
}

// Clock returns what the run knows of its pace.
func (r *Run[C]) Clock() Clock { return Clock{r.clock.made, r.clock.each, r.clock.warmup} }

// SetClock has a run that is resumed know its pace.
func (r *Run[C]) SetClock(c Clock) { r.clock = clockwork{made: c.Made, each: c.Each, warmup: c.Warmup} }
