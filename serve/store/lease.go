package store

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/serve/job"
)

// lease is a worker's right to a job: the message that it has not acknowledged, and its attempt.
type lease struct {
	store   *Store
	message jetstream.Msg
	job     job.Job    // as it was taken; it does not change, because several goroutines read it
	tour    job.Digest // of the last report
}

func (l *lease) Job() job.Job { return l.job }

// Machine implements job.Lease.
func (l *lease) Machine() int { return 0 }

// update changes the job if the worker still has it.
func (l *lease) update(ctx context.Context, kind job.EventKind, change func(*record)) error {
	_, err := l.store.update(ctx, l.job.ID, kind, func(r *record) error {
		if r.State != job.Running || r.Attempt != l.job.Attempt {
			return job.ErrLost
		}
		change(r)
		return nil
	})
	return lostToLater(err)
}

// lostToLater returns an error that is job.ErrLost too, if a later version has the job now.
func lostToLater(err error) error {
	if isOtherSchema(err) {
		return fmt.Errorf("%w: %w", job.ErrLost, err)
	}
	return err
}

// Renew implements job.Lease.
func (l *lease) Renew(ctx context.Context) (cancelled bool, err error) {
	r, err := l.store.load(ctx, l.job.ID)
	if err != nil {
		return false, lostToLater(err)
	}
	if r.State != job.Running || r.Attempt != l.job.Attempt {
		return false, job.ErrLost
	}
	return r.CancelRequested, l.message.InProgress()
}

// Report implements job.Lease.
func (l *lease) Report(ctx context.Context, p job.Progress) error {
	kind := job.EventProgress
	if p.Tour != l.tour {
		kind = job.EventTour
	}
	l.tour = p.Tour
	return l.update(ctx, kind, func(r *record) { r.Progress = p })
}

// Save implements job.Lease.
func (l *lease) Save(ctx context.Context, checkpoint job.Digest) error {
	return l.update(ctx, job.EventProgress, func(r *record) { r.Checkpoint = checkpoint })
}

// Finish implements job.Lease.
func (l *lease) Finish(ctx context.Context, state job.State, result *job.Result, problem *job.Problem) error {
	err := l.update(ctx, job.EventState, func(r *record) {
		r.Result, r.Problem = result, problem
		r.end(state)
	})
	if err != nil {
		return err
	}
	return l.acknowledge(ctx)
}

// acknowledge removes the message from the queue. If it fails, JetStream delivers the message
// again, and it is dropped then.
func (l *lease) acknowledge(ctx context.Context) error {
	_, err := retry(ctx, l.store, func(ctx context.Context) (_ struct{}, err error) {
		return struct{}{}, l.message.DoubleAck(ctx)
	})
	return err
}

// Release implements job.Lease.
func (l *lease) Release(ctx context.Context) error {
	if err := l.update(ctx, job.EventState, func(r *record) { r.State = job.Queued }); err != nil {
		return err
	}
	return l.message.Nak()
}

// giveBackDelay is how long a job waits after the first worker has given it back. The time doubles
// with each further one.
const giveBackDelay = time.Second

// GiveBack implements job.Lease.
func (l *lease) GiveBack(ctx context.Context, reason string) error {
	backs := 0
	err := l.update(ctx, job.EventState, func(r *record) {
		r.GivenBack = append(r.GivenBack, r.loss(reason))
		r.State, backs = job.Queued, len(r.GivenBack)
		if backs >= l.store.options.Deliveries {
			r.Problem = &job.Problem{Type: "workers",
				Detail: fmt.Sprintf("%d workers could not solve the job; the last: %s", backs, reason)}
			r.end(job.Failed)
		}
	})
	switch {
	case err != nil:
		return err
	case backs >= l.store.options.Deliveries:
		return l.acknowledge(ctx)
	}
	return l.message.NakWithDelay(giveBackDelay << (backs - 1))
}
