package engine

import (
	"context"
	"time"
)

// applyRules notes the rule that ends the run. A rule of the search comes before the clock's.
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

// exhausted names the rule that leaves no room for another step.
func (r *Run[C]) exhausted() StopReason {
	if r.TimeLimit > 0 && r.Iterations == 0 {
		return StopTimeLimit
	}
	return StopIterations
}

// deadline is when the clock ends a run that may end within an iteration; zero where it does not.
func (r *Run[C]) deadline() time.Time {
	if !r.Divisible {
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

// IdleOver reports whether nothing improved for as long as the rules allow.
func (r *Run[C]) IdleOver() bool { return r.Idle > 0 && !time.Now().Before(r.idle()) }

// clockReason names the rule of a deadline.
func (r *Run[C]) clockReason(deadline time.Time) StopReason {
	if limit := r.limit(); !limit.IsZero() && !limit.After(deadline) {
		return StopTimeLimit
	}
	return StopIdle
}

// reserve is the time that is kept for what follows the last iteration.
func (r *Run[C]) reserve() time.Duration { return r.ending() + r.algorithm.Reserve() }

// ending is the time that the end of the run takes, with its checkpoint and with what the caller does then.
func (r *Run[C]) ending() time.Duration { return r.AfterRun + r.saver.took + r.FinishTime }

// interruptTime is what an exchange may take once the user has interrupted the run.
const interruptTime = 50 * time.Millisecond

// untilEnd returns a context that ends when the time for an exchange is over. Where the run is interrupted, a little time is left: an
// exchange that is cut short still brings the best tour.
func (r *Run[C]) untilEnd(ctx context.Context) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(interruptTime, cancel) })
	end := func() { stop(); cancel() }
	if r.TimeLimit == 0 || r.over { // what was over before it was resumed has no time left, and is to have its tour all the same
		return inner, end
	}
	limited, cancelLimit := context.WithDeadline(inner, r.Started.Add(r.TimeLimit-r.ending()))
	return limited, func() { cancelLimit(); end() }
}

// patience is what an iteration under way is left, when a clock or an interrupt has ended a run, to come to its own end, for the last
// checkpoint.
func (r *Run[C]) patience() time.Duration {
	if r.Checkpoint.File == "" {
		return 0
	}
	return DefaultCheckpointEvery
}

// within returns a context that ends with another one, or at a deadline if there is one, but so much time later.
func within(ctx context.Context, deadline time.Time, patience time.Duration) (context.Context, context.CancelFunc) {
	end := func() {}
	if patience > 0 {
		inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
		stop := context.AfterFunc(ctx, func() { time.AfterFunc(patience, cancel) })
		ctx, end = inner, func() { stop(); cancel() }
	}
	if deadline.IsZero() {
		return ctx, end
	}
	ctx, cancel := context.WithDeadline(ctx, deadline.Add(patience))
	return ctx, func() { cancel(); end() }
}
