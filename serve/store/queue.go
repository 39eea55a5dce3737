package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/timed"
	"github.com/aco-vk/aco-vk/serve/job"
)

const (
	// pollTime is how long a request for a message waits at the server before it is repeated: a
	// server that was restarted has no requests.
	pollTime = 5 * time.Second
	// retryTime is the time between two attempts to reach a server.
	retryTime = time.Second
)

// Take implements job.Queue.
func (s *Store) Take(ctx context.Context, worker string) (job.Lease, error) {
	for {
		if ctx.Err() != nil { // a request would take a message that nobody receives until its lease ends
			return nil, ctx.Err()
		}
		message, err := s.next(ctx)
		if ctx.Err() != nil {
			if message != nil {
				err = message.Nak()
			}
			return nil, errors.Join(ctx.Err(), err)
		}
		if errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages) ||
			errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		if err != nil {
			timed.Pause(ctx, retryTime) // the server may be back soon
			continue
		}
		taken, err := s.take(ctx, worker, message)
		if err != nil {
			return nil, errors.Join(err, message.NakWithDelay(retryTime))
		}
		if taken != nil {
			return taken, nil
		}
	}
}

// next waits for a message for pollTime.
func (s *Store) next(ctx context.Context) (jetstream.Msg, error) {
	ctx, end := context.WithTimeout(ctx, pollTime)
	defer end()
	return s.waiting.Next(jetstream.FetchContext(ctx))
}

// take takes the job of a message. It returns nil if the message is dropped.
func (s *Store) take(ctx context.Context, worker string, message jetstream.Msg) (job.Lease, error) {
	id, machine := parseMessage(string(message.Data()))
	if machine > 0 {
		return s.takeMachine(ctx, message, id, machine)
	}
	meta, err := message.Metadata()
	if err != nil {
		return nil, fmt.Errorf("take job: %w", err)
	}
	now, failed := time.Now().UTC(), false
	j, err := s.update(ctx, id, job.EventState, func(r *record) error {
		if r.State.Final() || r.State == job.Running && r.Message != meta.Sequence.Stream {
			return errUnchanged // the message is dropped
		}
		if r.State == job.Running {
			r.Losses = append(r.Losses, r.loss("the worker was silent until its lease ended"))
		}
		if failed = len(r.Losses) >= s.options.Deliveries; failed {
			r.Problem = &job.Problem{Type: "lost", Detail: fmt.Sprintf("%d workers lost the job; the last: %s",
				len(r.Losses), r.Losses[len(r.Losses)-1].Reason)}
			r.end(job.Failed)
			return nil
		}
		if r.Started.IsZero() {
			r.Started = now
		}
		r.State, r.Worker, r.Message = job.Running, worker, meta.Sequence.Stream
		r.Attempt++
		return nil
	})
	if errors.Is(err, errUnchanged) || isGone(err) || err == nil && failed {
		return nil, message.Ack()
	}
	if err != nil {
		return nil, err
	}
	return &lease{store: s, message: message, job: j, tour: j.Progress.Tour}, nil
}

// end ends a job. Nobody continues from its checkpoint, which takes space.
func (r *record) end(state job.State) {
	r.State, r.Ended, r.Checkpoint = state, time.Now().UTC(), ""
}

// Lease implements job.Queue.
func (s *Store) Lease() time.Duration { return s.options.Lease }

// Announce implements job.Queue.
func (s *Store) Announce(ctx context.Context, w job.Worker) error {
	w.Seen = time.Now().UTC()
	text, err := json.Marshal(w)
	if err == nil {
		_, err = s.workers.Put(ctx, w.Name, text)
	}
	if err != nil {
		return fmt.Errorf("announce worker %s: %w", w.Name, err)
	}
	return nil
}

// Leave implements job.Queue.
func (s *Store) Leave(ctx context.Context, worker string) error {
	if err := s.workers.Purge(ctx, worker); err != nil {
		return fmt.Errorf("worker %s leaves: %w", worker, err)
	}
	return nil
}

// Workers implements job.Store.
func (s *Store) Workers(ctx context.Context) (list []job.Worker, err error) {
	names, err := s.listKeys(ctx, workersBucket)
	if err != nil {
		return nil, fmt.Errorf("list workers: %w", err)
	}
	for _, name := range names {
		entry, err := s.workers.Get(ctx, name)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			continue // it has just been forgotten
		}
		if err != nil {
			return nil, fmt.Errorf("worker %s: %w", name, err)
		}
		var w job.Worker
		if err := json.Unmarshal(entry.Value(), &w); err != nil {
			return nil, fmt.Errorf("worker %s: %w", name, err)
		}
		list = append(list, w)
	}
	return list, nil
}
