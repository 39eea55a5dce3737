package worker

import (
	"context"
	"log/slog"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
)

// loggedLease is a lease whose end is logged.
type loggedLease struct {
	job.Lease
	log   *slog.Logger
	began time.Time
	what  string // job, or part of one
}

// logged logs that the worker has taken a job, and returns the lease with a log.
func (w *worker) logged(l job.Lease) *loggedLease {
	j := l.Job()
	log := w.Log.With("job", j.ID, "request", j.Request)
	if j.Trace != "" {
		log = log.With("traceparent", j.Trace)
	}
	what := "job"
	if l.Machine() > 0 {
		log, what = log.With("part", l.Machine()), "part of a job"
	}
	log.Info(what+" started", "attempt", j.Attempt, "cities", j.Input.Cities, "continued", j.Checkpoint != "")
	return &loggedLease{l, log, time.Now(), what}
}

// Finish implements job.Lease.
func (l *loggedLease) Finish(ctx context.Context, state job.State, r *job.Result, p *job.Problem) error {
	if err := l.Lease.Finish(ctx, state, r, p); err != nil {
		return err
	}
	log := l.log
	if state != "" { // not of a part
		log = log.With("state", string(state))
	}
	log = log.With("seconds", time.Since(l.began).Seconds())
	if r != nil {
		log = log.With("length", r.UnitLength, "stop", r.Stop)
	}
	if p != nil {
		log.Warn("job ended", "problem", p.Type, "detail", p.Detail)
		return nil
	}
	log.Info(l.what + " ended")
	return nil
}

// Release implements job.Lease.
func (l *loggedLease) Release(ctx context.Context) error {
	if err := l.Lease.Release(ctx); err != nil {
		return err
	}
	l.log.Info(l.what+" given back", "seconds", time.Since(l.began).Seconds())
	return nil
}

// GiveBack implements job.Lease.
func (l *loggedLease) GiveBack(ctx context.Context, reason string) error {
	if err := l.Lease.GiveBack(ctx, reason); err != nil {
		return err
	}
	l.log.Warn("job given back", "reason", reason, "seconds", time.Since(l.began).Seconds())
	return nil
}
