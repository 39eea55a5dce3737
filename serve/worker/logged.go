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
}

// logged logs that the worker has taken a job, and returns the lease with a log.
func (w *worker) logged(l job.Lease) *loggedLease {
	j := l.Job()
	log := w.Log.With("job", j.ID, "request", j.Request)
	if j.Trace != "" {
		log = log.With("traceparent", j.Trace)
	}
	if l.Machine() > 0 {
		log = log.With("part", l.Machine())
	}
	log.Info("job started", "attempt", j.Attempt, "cities", j.Input.Cities, "continued", j.Checkpoint != "")
	return &loggedLease{l, log, time.Now()}
}

// Finish implements job.Lease.
func (l *loggedLease) Finish(ctx context.Context, state job.State, r *job.Result, p *job.Problem) error {
	if err := l.Lease.Finish(ctx, state, r, p); err != nil {
		return err
	}
	seconds := time.Since(l.began).Seconds()
	if l.Machine() > 0 { // the worker that has the job ends it
		l.log.Info("part of a job ended", "seconds", seconds)
		return nil
	}
	log := l.log.With("state", string(state), "seconds", seconds)
	if r != nil {
		log = log.With("length", r.UnitLength, "stop", r.Stop)
	}
	if p != nil {
		log.Warn("job ended", "problem", p.Type, "detail", p.Detail)
		return nil
	}
	log.Info("job ended")
	return nil
}

// Release implements job.Lease.
func (l *loggedLease) Release(ctx context.Context) error {
	if err := l.Lease.Release(ctx); err != nil {
		return err
	}
	l.log.Info("job given back: the worker ends", "seconds", time.Since(l.began).Seconds())
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
