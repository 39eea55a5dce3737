package store

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/serve/job"
)

const (
	// islandTime is how long the store remembers what an island has told.
	islandTime = 24 * time.Hour
	// partDelay is how long an island waits for a worker to take its job.
	partDelay = time.Second
)

// partOf returns the text of a message for an island of a job; 0 is the job itself.
func partOf(id string, part int) string {
	if part == 0 {
		return id
	}
	return id + "/" + strconv.Itoa(part)
}

// parsePart is the inverse of partOf.
func parsePart(text string) (id string, part int) {
	id, number, _ := strings.Cut(text, "/")
	part, _ = strconv.Atoi(number) // 0: the job itself
	return id, part
}

// takePart takes an island of a job that runs. It returns nil if the message is dropped, or comes again later.
func (s *Store) takePart(ctx context.Context, message jetstream.Msg, id string, part int) (job.Lease, error) {
	r, err := s.load(ctx, id)
	switch {
	case isGone(err), err == nil && r.State.Final():
		return nil, message.Ack()
	case err != nil:
		return nil, err
	case r.State != job.Running:
		return nil, message.NakWithDelay(partDelay)
	}
	return &island{lease{store: s, message: message, job: r.Job}, part}, nil
}

// Tell implements job.Lease.
func (l *lease) Tell(ctx context.Context, now job.Island) error {
	text, err := json.Marshal(now)
	if err == nil {
		_, err = l.store.islands.Put(ctx, l.job.ID+"."+strconv.Itoa(now.Part), text)
	}
	if err != nil {
		return fmt.Errorf("job %s: tell of island %d: %w", l.job.ID, now.Part, err)
	}
	return nil
}

// Islands implements job.Queue.
func (s *Store) Islands(ctx context.Context, id string) iter.Seq2[job.Island, error] {
	return func(yield func(job.Island, error) bool) {
		watcher, err := s.islands.Watch(ctx, id+".*")
		if err != nil {
			yield(job.Island{}, fmt.Errorf("watch islands of job %s: %w", id, err))
			return
		}
		defer watcher.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case entry, open := <-watcher.Updates():
				if !open {
					return
				}
				if entry == nil || entry.Operation() != jetstream.KeyValuePut {
					continue
				}
				var now job.Island
				if err := json.Unmarshal(entry.Value(), &now); err != nil {
					yield(job.Island{}, fmt.Errorf("island %s: %w", entry.Key(), err))
					return
				}
				if !yield(now, nil) {
					return
				}
			}
		}
	}
}

// island is the right of a worker to help with a job.
type island struct {
	lease
	part int
}

func (l *island) Part() int { return l.part }

// Renew implements job.Lease. The island ends with its job, or when a client asks for the end.
func (l *island) Renew(ctx context.Context) (cancelled bool, err error) {
	r, err := l.store.load(ctx, l.job.ID)
	if isGone(err) || err == nil && r.State.Final() {
		return false, job.ErrLost
	}
	if err != nil {
		return false, err
	}
	return r.CancelRequested, l.message.InProgress()
}

// Finish implements job.Lease. The job itself does not change.
func (l *island) Finish(ctx context.Context, _ job.State, _ *job.Result, _ *job.Problem) error {
	return l.message.DoubleAck(ctx)
}

// Release implements job.Lease.
func (l *island) Release(context.Context) error { return l.message.Nak() }
