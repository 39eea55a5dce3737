package engine

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/internal/timed"
)

// applyRules ends the run if a rule holds. Rules of the search have priority over rules of the
// clock.
func (r *Run[S, C]) applyRules(ctx context.Context) {
	stop := r.algorithm.ApplyBatches()
	r.emitRecord(r.Completed())
	r.report(PhaseSearch, "")
	limit, deadline, isOptimal := r.budget.IterationsEnd(), r.deadline(), r.options.Bound.Note(r.length)
	switch {
	case !r.going():
		return
	case stop != "":
		r.stop = stop
	case isOptimal:
		r.stop = StopOptimal
	case r.rules.DeviceTime > 0 && r.stages().sum() >= r.rules.DeviceTime:
		r.stop = StopDeviceTime
	case ctx.Err() != nil:
		r.stop = StopInterrupted
	case !limit.IsZero() && !time.Now().Before(limit):
		r.stop = StopTimeLimit
	case !deadline.IsZero() && !time.Now().Before(deadline):
		r.stop = r.clockReason(deadline)
	}
}

// noStepReason returns why the run stops if the schedule has no next step.
func (r *Run[S, C]) noStepReason() StopReason {
	if r.rules.TimeLimit > 0 && r.rules.Iterations == 0 {
		return StopTimeLimit
	}
	return StopIterations
}

// deadline returns the end of a divisible run by the clock: the earlier of the budget's end of the
// iterations and idleEnd. Zero stands for never.
func (r *Run[S, C]) deadline() time.Time {
	if !r.traits.Divisible {
		return time.Time{}
	}
	limit, idle := r.budget.IterationsEnd(), r.idleEnd()
	if limit.IsZero() || !idle.IsZero() && idle.Before(limit) {
		return idle
	}
	return limit
}

// idleEnd returns the end of the run by the limit of idle time; zero if there is no such limit.
func (r *Run[S, C]) idleEnd() time.Time {
	if r.rules.Idle == 0 {
		return time.Time{}
	}
	return r.options.Started.Add(r.trace[len(r.trace)-1].Elapsed + r.rules.Idle)
}

// HasIdled reports whether the idle time has passed.
func (r *Run[S, C]) HasIdled() bool {
	end := r.idleEnd()
	return !end.IsZero() && !time.Now().Before(end)
}

// clockReason returns the rule that has this deadline.
func (r *Run[S, C]) clockReason(deadline time.Time) StopReason {
	if limit := r.budget.IterationsEnd(); !limit.IsZero() && !limit.After(deadline) {
		return StopTimeLimit
	}
	return StopIdle
}

// Budget returns the budget of the run's time. The algorithm sets the expected times of its phases.
func (r *Run[S, C]) Budget() *Budget { return r.budget }

// recombineAfterInterrupt and shortenAfterInterrupt bound an exchange and the local search at the
// end, from when the user has interrupted the run.
const (
	recombineAfterInterrupt = 50 * time.Millisecond
	shortenAfterInterrupt   = 200 * time.Millisecond
)

// leastShortening is the time that a local search has at the end of a run whose time is over. It is
// enough for some hundred cities, where the limit may be shorter than the start of a run.
const leastShortening = 5 * time.Millisecond

// limitContext returns the context of a phase. It ends when the phase of the budget has to end, or
// a time after an interrupt. The algorithm then returns the best tour so far.
func (r *Run[S, C]) limitContext(
	ctx context.Context, phase int, afterInterrupt time.Duration,
) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(afterInterrupt, cancel) })
	end := func() { stop(); cancel() }
	deadline := r.budget.EndOf(phase)
	if deadline.IsZero() || r.endedBefore { // its time has passed, but its tour is still determined
		return inner, end
	}
	if least := time.Now().Add(leastShortening); phase == Shortening && deadline.Before(least) {
		deadline = least
	}
	limited, cancelLimit := timed.Until(inner, deadline)
	return limited, func() { cancelLimit(); end() }
}

// gracePeriod returns how long the current iteration may continue after the clock or an interrupt
// has ended the run: the last checkpoint needs complete iterations.
func (r *Run[S, C]) gracePeriod() time.Duration {
	if r.options.Checkpoint.File == "" {
		return 0
	}
	return DefaultCheckpointEvery
}
