package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// usualReplicas is the number of nodes of a cluster that keep each stream: with one of three gone,
// the other two are a majority.
const usualReplicas = 3

// createReplicated creates or updates the buckets and the queue with the replicas of the options,
// or with usualReplicas where the cluster has so many nodes. Streams with more replicas keep them.
func (s *Store) createReplicated(ctx context.Context) error {
	switch {
	case s.local != nil && s.options.Replicas > 1:
		return fmt.Errorf("%d replicas need a cluster of as many nodes; the server inside the process is one",
			s.options.Replicas)
	case s.local != nil:
		return s.create(ctx, 1)
	case s.options.Replicas > 0:
		if err := s.create(ctx, s.options.Replicas); err != nil {
			return fmt.Errorf("%d replicas, which need a cluster of as many nodes: %w", s.options.Replicas, err)
		}
		return nil
	}
	before, err := s.replicas(ctx)
	if err != nil {
		return err
	}
	refused := (*jetstream.APIError)(nil)
	err = s.create(ctx, max(usualReplicas, before))
	if !errors.As(err, &refused) {
		return err
	}
	if before, err = s.replicas(ctx); err != nil {
		return err
	}
	s.options.Log.Warn("jobs are not safe against the loss of a NATS server: the cluster has too few nodes for replicas",
		"wanted", usualReplicas, "replicas", max(1, before), "error", refused)
	return s.create(ctx, max(1, before))
}

// replicas returns how many replicas the jobs have, 0 if there is no store yet.
func (s *Store) replicas(ctx context.Context) (int, error) {
	stream, err := s.stream.Stream(ctx, "KV_"+jobsBucket)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return stream.CachedInfo().Config.Replicas, nil
}
