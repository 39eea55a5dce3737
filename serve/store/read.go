package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/serve/job"
)

// Job implements job.Store.
func (s *Store) Job(ctx context.Context, id string) (job.Job, error) {
	r, err := s.load(ctx, id)
	return r.Job, err
}

// Jobs implements job.Store.
func (s *Store) Jobs(ctx context.Context, filter job.Filter, before string, limit int) (list []job.Job, err error) {
	ids, err := s.listKeys(ctx, jobsBucket)
	if err != nil {
		return nil, fmt.Errorf("list jobs: %w", err)
	}
	for _, id := range slices.Backward(ids) {
		if len(list) == limit {
			break
		}
		if before != "" && id >= before {
			continue
		}
		j, err := s.Job(ctx, id)
		if errors.Is(err, job.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if (filter.Owner == "" || j.Owner == filter.Owner) && (filter.State == "" || j.State == filter.State) {
			list = append(list, j)
		}
	}
	return list, nil
}

// Cancel implements job.Store.
func (s *Store) Cancel(ctx context.Context, id string) (job.Job, error) {
	j, err := s.update(ctx, id, job.EventState, func(r *record) error {
		switch {
		case r.State == job.Queued:
			r.end(job.Cancelled)
		case r.State == job.Running && !r.CancelRequested:
			r.CancelRequested = true
		default:
			return errUnchanged
		}
		return nil
	})
	if errors.Is(err, errUnchanged) {
		err = nil
	}
	return j, err
}

// Events implements job.Store. If revisions are missing that a reader has not seen, it gets the
// first that is left as an event of kind EventState.
func (s *Store) Events(ctx context.Context, id string, after uint64) iter.Seq2[job.Event, error] {
	return func(yield func(job.Event, error) bool) {
		if _, err := s.load(ctx, id); err != nil {
			yield(job.Event{}, err)
			return
		}
		for entry, err := range s.watch(ctx, s.jobs, id, jetstream.IncludeHistory()) {
			if err != nil {
				yield(job.Event{}, fmt.Errorf("watch job %s: %w", id, err))
				return
			}
			if entry == nil {
				continue // the events before have been sent
			}
			if entry.Operation() != jetstream.KeyValuePut {
				yield(job.Event{}, fmt.Errorf("job %s: %w", id, job.ErrNotFound)) // it was removed
				return
			}
			r, err := recordOf(entry)
			if err != nil {
				yield(job.Event{}, err)
				return
			}
			if r.Sequence > after {
				if r.Sequence > after+1 {
					r.Kind = job.EventState
				}
				after = r.Sequence
				if !yield(r.event(entry), nil) {
					return
				}
			}
			if r.State.Final() {
				return
			}
		}
	}
}
