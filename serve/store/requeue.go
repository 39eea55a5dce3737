package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/timed"
	"github.com/aco-vk/aco-vk/serve/job"
)

const (
	// requeueEvery is the longest time between two searches for jobs without a message.
	requeueEvery = 15 * time.Second
	// feedPause is the shortest one.
	feedPause = 10 * time.Millisecond
)

// keepQueued queues jobs that should have a message and have none, until the context ends. Several servers
// may do so at once.
func (s *Store) keepQueued(ctx context.Context) {
	tick := time.NewTicker(requeueEvery)
	defer tick.Stop()
	for {
		if err := s.requeue(ctx, beginAge); err != nil && ctx.Err() == nil {
			s.options.Log.Warn("the search for jobs without a message failed; it is repeated",
				"pause", requeueEvery, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-s.moved:
			timed.Pause(ctx, feedPause) // others may move, too
		}
	}
}

// requeue queues the next job of each owner's line, and jobs of an age or more that have no message:
//
//   - jobs that wait. The process that accepted them died before it queued them.
//   - jobs whose worker is silent. Their message is lost with a part of the queue.
func (s *Store) requeue(ctx context.Context, age time.Duration) error {
	queued, err := s.queuedJobs(ctx)
	if err != nil {
		return fmt.Errorf("list the queue: %w", err)
	}
	for _, id := range s.tally.unqueued(queued) {
		if err := s.requeueJob(ctx, id, age); err != nil && !isGone(err) && !errors.Is(err, errUnchanged) {
			return fmt.Errorf("queue job %s: %w", id, err)
		}
	}
	return nil
}

// requeueJob queues a job whose turn has come. If the queue has lost its message, it ignores the name, and
// the job gets a message of another one, unless it is young or a worker has it.
func (s *Store) requeueJob(ctx context.Context, id string, age time.Duration) error {
	r, err := s.load(ctx, id)
	if err != nil {
		return err
	}
	if r.State == job.Queued && r.Owner != "" {
		if isNew, err := s.enqueue(ctx, r.Job); err != nil || isNew {
			return err
		}
	}
	if time.Since(r.Created) < age {
		return nil
	}
	if r.State == job.Running {
		if r, err = s.giveBack(ctx, r); err != nil {
			return err
		}
	}
	if r.State != job.Queued {
		return nil
	}
	// Other servers that queue the job find the same revision, and so make the same name.
	added, err := s.addMessage(ctx, messageOf(id, 0), fmt.Sprintf("%s@%d", id, r.number))
	if err != nil || !added {
		return err
	}
	s.options.Log.Warn("job queued again: it had no message in the queue", "job", id, "request", r.Request)
	s.tally.change(func(f *job.Figures) { f.Requeued++ })
	return nil
}

// giveBack makes a job wait whose worker is silent. The error is errUnchanged if the worker is
// there.
func (s *Store) giveBack(ctx context.Context, r revision) (revision, error) {
	workers, err := s.Workers(ctx)
	if err != nil {
		return r, err
	}
	for _, w := range workers {
		if w.Name == r.Worker && w.Job == r.ID {
			return r, errUnchanged
		}
	}
	if time.Since(r.changed) < s.options.Lease {
		return r, errUnchanged
	}
	attempt := r.Attempt
	if _, err = s.update(ctx, r.ID, job.EventState, func(r *record) error {
		if r.State != job.Running || r.Attempt != attempt {
			return errUnchanged
		}
		r.Losses = append(r.Losses, r.loss("the worker was silent, and the queue had lost the job"))
		r.State = job.Queued
		return nil
	}); err != nil {
		return r, err
	}
	return s.load(ctx, r.ID)
}

// queuedJobs returns the jobs that have a message in the queue.
func (s *Store) queuedJobs(ctx context.Context) (map[string]bool, error) {
	subjects, err := s.listSubjects(ctx, queueStream, queueSubject+".>")
	if err != nil {
		return nil, err
	}
	jobs := map[string]bool{}
	for subject := range subjects {
		jobs[strings.TrimPrefix(subject, queueSubject+".")] = true
	}
	// In queues of version 0.9 all messages have one subject.
	for next := uint64(1); ; {
		m, err := retry(ctx, s, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
			return s.queue.GetMsg(ctx, next, jetstream.WithGetMsgSubject(queueSubject))
		})
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return jobs, nil
		}
		if err != nil {
			return nil, err
		}
		if id, machine := parseMessage(string(m.Data)); machine == 0 {
			jobs[id] = true
		}
		next = m.Sequence + 1
	}
}

// addMessage adds a message to the queue. The queue ignores a message whose name it was given
// within duplicateTime.
func (s *Store) addMessage(ctx context.Context, text, name string) (added bool, err error) {
	answer, err := retry(ctx, s, func(ctx context.Context) (*jetstream.PubAck, error) {
		return s.stream.Publish(ctx, queueSubject+"."+strings.ReplaceAll(text, "/", "."), []byte(text),
			jetstream.WithMsgID(name))
	})
	return err == nil && !answer.Duplicate, err
}
