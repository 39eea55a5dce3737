package recombine

import (
	"context"
	"time"
)

// level is a stage of the search: windows of a size, solved with a number of states.
type level struct {
	cities, states int
	repeat         bool // whether windows with a gain are due again
}

// work is a measure of the time that a window takes.
func (l level) work() int { return l.cities * l.states }

const (
	// maxWork bounds the states of a level, summed over all open cities, so that large instances
	// take seconds: eight very different tours of a million cities took 14 s of processor time.
	maxWork = 100_000_000
	// roundWork bounds the work of a round, so that a search can end in time.
	roundWork = 20_000_000
	// A level ends when at most this part of the open cities is due. A round takes time in proportion to the number of cities, however few
	// windows it has.
	ignoredPart = 1000
	// minWindows windows of a round keep all processors busy.
	minWindows = 64
)

// windows returns the most windows of a round.
func (l level) windows() int { return max(roundWork/l.work(), minWindows) }

// levels returns the stages of a search, from small windows and few states to those of the effort.
func (e Effort) levels(open int) (levels []level) {
	w, s := e.WindowCities, e.States
	for _, l := range []level{{w / 3, s / 27, false}, {w * 2 / 3, s / 9, false}, {w, s / 3, false}, {w, s, true}} {
		l.cities, l.states = max(l.cities, MinWindowCities), max(l.states, 1)
		if len(levels) == 0 || open*l.states <= maxWork {
			levels = append(levels, l)
		}
	}
	return levels
}

// roundClock predicts how long rounds take.
type roundClock struct {
	took time.Duration // by the round with the most work so far
	work int
}

// add records a round.
func (c *roundClock) add(took time.Duration, work int) {
	if work >= c.work {
		c.took, c.work = took, work
	}
}

// check returns the error of ctx if it has ended or will probably have ended after a round. It returns nil for the first round.
func (c *roundClock) check(ctx context.Context, work int) error {
	if c.work == 0 {
		return nil
	}
	expected := time.Duration(float64(c.took) * max(float64(work)/float64(c.work), 1))
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < expected {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}
