package store

import (
	"context"
	"fmt"

	"github.com/aco-vk/aco-vk/serve/job"
)

// Remove implements job.Store. Clean removes the objects. The idempotency key goes first: a key
// without its job would make a repeated submission begin the job again, with the old identifier.
func (s *Store) Remove(ctx context.Context, id string) error {
	r, err := s.load(ctx, id)
	if err != nil {
		return err
	}
	if !r.State.Final() { // a job that has ended never changes
		return fmt.Errorf("job %s: %w", id, job.ErrNotEnded)
	}
	if r.Key != "" {
		if err := s.keys.Purge(ctx, r.Key); err != nil {
			return fmt.Errorf("remove the key of job %s: %w: %w", id, job.ErrUnavailable, err)
		}
	}
	if err := s.purge(ctx, id); err != nil {
		return fmt.Errorf("remove job %s: %w: %w", id, job.ErrUnavailable, err)
	}
	s.tally.remove(id)
	return nil
}

// purge removes the record of a job. The ledger has that before.
func (s *Store) purge(ctx context.Context, id string) error {
	if err := s.ledger.add(hasRemoved, id); err != nil {
		return err
	}
	return s.jobs.Purge(ctx, id)
}
