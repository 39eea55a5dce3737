package engine

import (
	"math"
	"time"
)

// Phases of a run after its last iteration, in their order.
const (
	Recombining = iota // the tours of the colonies are fetched, verified and recombined
	Shortening         // a local search shortens the tour
	Saving             // the last checkpoint is written
	Verifying          // the tour is copied, renumbered and verified
	Returning          // the caller writes the result and ends the process
	phases
)

// Budget divides the time limit of a run. It has the expected time of each phase after the last
// iteration, so it knows when the iterations have to end, and each phase after them. An expected
// time is the time that the phase took before in the run, or follows from times of similar work in
// the run. One goroutine uses a budget.
type Budget struct {
	end      time.Time // of the limit; zero: there is none
	expected [phases]time.Duration
}

// newBudget returns a budget without expected times. A limit of 0 is none.
func newBudget(started time.Time, limit time.Duration) *Budget {
	b := &Budget{}
	if limit > 0 {
		b.end = started.Add(limit)
	}
	return b
}

// Expect sets the expected time of a phase.
func (b *Budget) Expect(phase int, took time.Duration) { b.expected[phase] = took }

// Left returns the time to the limit; without a limit, the longest duration.
func (b *Budget) Left() time.Duration {
	if b.end.IsZero() {
		return math.MaxInt64
	}
	return max(0, time.Until(b.end))
}

// from returns the expected time of the phases from one on.
func (b *Budget) from(phase int) (sum time.Duration) {
	for _, took := range b.expected[phase:] {
		sum += took
	}
	return sum
}

// Reserve returns the expected time of all phases after the last iteration.
func (b *Budget) Reserve() time.Duration { return b.from(0) }

// IterationsEnd returns when the iterations have to end; zero: never.
func (b *Budget) IterationsEnd() time.Time { return b.before(0) }

// EndOf returns when a phase has to end; zero: never.
func (b *Budget) EndOf(phase int) time.Time { return b.before(phase + 1) }

// before returns when a phase has to begin.
func (b *Budget) before(phase int) time.Time {
	if b.end.IsZero() {
		return b.end
	}
	return b.end.Add(-b.from(phase))
}
