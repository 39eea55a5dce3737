package classic

import (
	"context"
	"time"
)

// clock returns the rule by which an interrupt or the clock ends the run now, "" while none does.
func (r *run) clock(ctx context.Context, deadline time.Time) StopReason {
	switch {
	case ctx.Err() != nil:
		return StopInterrupted
	case !deadline.IsZero() && !time.Now().Before(deadline):
		return r.clockReason(deadline)
	}
	return ""
}

// deadline is when the clock ends the run; zero when it does not.
func (r *run) deadline() time.Time {
	limit, idle := r.timeLimit(), r.idleLimit()
	if limit.IsZero() || (!idle.IsZero() && idle.Before(limit)) {
		return idle
	}
	return limit
}

func (r *run) timeLimit() time.Time {
	if r.options.TimeLimit == 0 {
		return time.Time{}
	}
	return r.options.Started.Add(r.options.TimeLimit)
}

func (r *run) idleLimit() time.Time {
	if r.options.Idle == 0 {
		return time.Time{}
	}
	return r.options.Started.Add(r.trace[len(r.trace)-1].Elapsed + r.options.Idle)
}

// clockReason names the rule of a deadline.
func (r *run) clockReason(deadline time.Time) StopReason {
	if limit := r.timeLimit(); !limit.IsZero() && !limit.After(deadline) {
		return StopTimeLimit
	}
	return StopIdle
}

// within returns a context that ends with another one, or at a deadline if there is one, but leaves what is under way then so much time more.
func within(ctx context.Context, deadline time.Time, patience time.Duration) (context.Context, context.CancelFunc) {
	end := func() {}
	if patience > 0 {
		outer := ctx
		inner, cancel := context.WithCancel(context.WithoutCancel(outer))
		stop := context.AfterFunc(outer, func() { time.AfterFunc(patience, cancel) })
		ctx, end = inner, func() { stop(); cancel() }
	}
	if deadline.IsZero() {
		return ctx, end
	}
	ctx, cancel := context.WithDeadline(ctx, deadline.Add(patience))
	return ctx, func() { cancel(); end() }
}
