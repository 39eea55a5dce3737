package engine

import (
	"context"
	"time"
)

// applyRules sets Stop if a rule ends the run. Rules of the search have priority over those of the clock.
func (r *Run[C]) applyRules(ctx context.Context) {
	stop := r.algorithm.ApplyBatches()
	r.tell(PhaseSearch, "")
	deadline := r.deadline()
	switch {
	case !r.going():
		return
	case stop != "":
		r.Stop = stop
	case ctx.Err() != nil:
		r.Stop = StopInterrupted
	case r.TimeLimit > 0 && time.Since(r.Started)+r.reserve() >= r.TimeLimit:
		r.Stop = StopTimeLimit
	case !deadline.IsZero() && !time.Now().Before(deadline):
		r.Stop = r.clockReason(deadline)
	}
}

// exhausted returns the rule that leaves no time for another step.
func (r *Run[C]) exhausted() StopReason {
	if r.TimeLimit > 0 && r.Iterations == 0 {
		return StopTimeLimit
	}
	return StopIterations
}

// deadline returns the time at which the clock ends a divisible run, zero if it does not.
func (r *Run[C]) deadline() time.Time {
	if !r.traits.Divisible {
		return time.Time{}
	}
	limit, idle := r.limit(), r.idle()
	if limit.IsZero() || !idle.IsZero() && idle.Before(limit) {
		return idle
	}
	return limit
}

func (r *Run[C]) limit() time.Time {
	if r.TimeLimit == 0 {
		return time.Time{}
	}
	return r.Started.Add(r.TimeLimit - r.reserve())
}

func (r *Run[C]) idle() time.Time {
	if r.Idle == 0 {
		return time.Time{}
	}
	return r.Started.Add(r.Trace[len(r.Trace)-1].Elapsed + r.Idle)
}

// IdleOver reports whether the idle time is over.
func (r *Run[C]) IdleOver() bool { return r.Idle > 0 && !time.Now().Before(r.idle()) }

// clockReason returns the rule of a deadline.
func (r *Run[C]) clockReason(deadline time.Time) StopReason {
	if limit := r.limit(); !limit.IsZero() && !limit.After(deadline) {
		return StopTimeLimit
	}
	return StopIdle
}

// reserve returns the time needed after the last iteration.
func (r *Run[C]) reserve() time.Duration { return r.ending() + r.algorithm.Reserve() }

// ending returns the time needed for the end of the run, for its checkpoint and for the caller.
func (r *Run[C]) ending() time.Duration { return r.AfterRun + r.saver.took + r.traits.FinishTime }

// interruptTime bounds an exchange after the user has interrupted the run.
const interruptTime = 50 * time.Millisecond

// untilEnd returns a context that ends with the time for an exchange. An interrupt leaves it interruptTime: an interrupted exchange still
// returns the best tour.
func (r *Run[C]) untilEnd(ctx context.Context) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(interruptTime, cancel) })
	end := func() { stop(); cancel() }
	if r.TimeLimit == 0 || r.over { // a run that had ended before it was resumed has no time left, but still determines its tour
		return inner, end
	}
	limited, cancelLimit := context.WithDeadline(inner, r.Started.Add(r.TimeLimit-r.ending()))
	return limited, func() { cancelLimit(); end() }
}

// patience returns the time in which the current iteration may end after the clock or an interrupt has ended the run. The last
// checkpoint needs complete iterations.
func (r *Run[C]) patience() time.Duration {
	if r.Checkpoint.File == "" {
		return 0
	}
	return DefaultCheckpointEvery
}

// within returns a context that ends a delay after another one or after a deadline. A zero deadline is none.
func within(ctx context.Context, deadline time.Time, delay time.Duration) (context.Context, context.CancelFunc) {
	end := func() {}
	if delay > 0 {
		inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
		stop := context.AfterFunc(ctx, func() { time.AfterFunc(delay, cancel) })
		ctx, end = inner, func() { stop(); cancel() }
	}
	if deadline.IsZero() {
		return ctx, end
	}
	ctx, cancel := context.WithDeadline(ctx, deadline.Add(delay))
	return ctx, func() { cancel(); end() }
}
