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

// noStepReason returns why the run stops if the schedule has no next step.
func (r *Run[C]) noStepReason() StopReason {
	if r.TimeLimit > 0 && r.Iterations == 0 {
		return StopTimeLimit
	}
	return StopIterations
}

// StopInSetup sets the rule that ended the run before its first iteration. ctx is the context of the whole run.
func (r *Run[C]) StopInSetup(ctx context.Context) {
	r.Stop = StopTimeLimit
	if ctx.Err() != nil {
		r.Stop = StopInterrupted
	}
}

// deadline returns the time at which the clock ends a divisible run: the earlier one of timeLimitEnd and idleEnd. Zero stands for never.
func (r *Run[C]) deadline() time.Time {
	if !r.traits.Divisible {
		return time.Time{}
	}
	limit, idle := r.timeLimitEnd(), r.idleEnd()
	if limit.IsZero() || !idle.IsZero() && idle.Before(limit) {
		return idle
	}
	return limit
}

// timeLimitEnd returns the time at which the time limit ends the iterations; zero without a time limit.
func (r *Run[C]) timeLimitEnd() time.Time {
	if r.TimeLimit == 0 {
		return time.Time{}
	}
	return r.Started.Add(r.TimeLimit - r.reserve())
}

// settledSweeps is how many sweeps without improvement Settled asks for: a slow device has
// searched little in the same time. On two busy cores none of 27 runs lost anything with 50
// sweeps, and one lost .014% with 25. A rule of 10 s, whatever the number of sweeps, ended a run
// with a tour 4% too long.
const settledSweeps = 50

// idleEnd returns the time at which the run has been idle for too long; zero if there is no such rule, or too few iterations were made.
func (r *Run[C]) idleEnd() time.Time {
	last := r.Trace[len(r.Trace)-1]
	if r.Idle > 0 {
		return r.Started.Add(last.Elapsed + r.Idle)
	}
	if r.Settled == 0 || r.Completed()-last.Iteration < settledSweeps*max(1, r.traits.Sweep) {
		return time.Time{}
	}
	return r.Started.Add(last.Elapsed + max(r.Settled, last.Elapsed))
}

// IdleOver reports whether the idle time is over.
func (r *Run[C]) IdleOver() bool {
	end := r.idleEnd()
	return !end.IsZero() && !time.Now().Before(end)
}

// clockReason returns the rule that has this deadline.
func (r *Run[C]) clockReason(deadline time.Time) StopReason {
	if limit := r.timeLimitEnd(); !limit.IsZero() && !limit.After(deadline) {
		return StopTimeLimit
	}
	return StopIdle
}

// reserve returns the time needed after the last iteration.
func (r *Run[C]) reserve() time.Duration { return r.endReserve() + r.algorithm.Reserve() }

// endReserve returns the part of reserve that does not depend on the schedule: for the last tours, the checkpoint and the caller.
func (r *Run[C]) endReserve() time.Duration { return r.AfterRun + r.saver.took + r.traits.FinishTime }

// interruptTime bounds an exchange after the user has interrupted the run.
const interruptTime = 50 * time.Millisecond

// limitContext returns the context of an exchange or of the end of the run. It ends when the time limit leaves no more time, or
// interruptTime after an interrupt. The algorithm then returns the best tour so far.
func (r *Run[C]) limitContext(ctx context.Context) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(interruptTime, cancel) })
	end := func() { stop(); cancel() }
	if r.TimeLimit == 0 || r.over { // a run that had ended before it was resumed has no time left, but still determines its tour
		return inner, end
	}
	limited, cancelLimit := context.WithDeadline(inner, r.Started.Add(r.TimeLimit-r.endReserve()))
	return limited, func() { cancelLimit(); end() }
}

// gracePeriod returns how long the current iteration may continue after the clock or an interrupt has ended the run: the last checkpoint
// needs complete iterations.
func (r *Run[C]) gracePeriod() time.Duration {
	if r.Checkpoint.File == "" {
		return 0
	}
	return DefaultCheckpointEvery
}

// contextUntil returns a context that ends a delay after ctx ends or after a deadline, whichever is first. A zero deadline is none.
func contextUntil(ctx context.Context, deadline time.Time, delay time.Duration) (context.Context, context.CancelFunc) {
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
