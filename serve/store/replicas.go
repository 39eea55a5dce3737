package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/timed"
)

// usualReplicas is the number of nodes of a cluster that keep each stream: with one of three gone,
// the other two are a majority.
const usualReplicas = 3

// raiseEvery is the time between two attempts to raise the replicas.
const raiseEvery = 30 * time.Second

// createReplicated creates or updates the buckets and the queue with the replicas of the options,
// or with usualReplicas where the cluster has as many nodes. Streams with more replicas keep them.
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
	if err == nil {
		err = s.create(ctx, max(1, before))
	}
	if err != nil || before >= usualReplicas {
		return err
	}
	if err := s.raiseReplicas(ctx); err != nil {
		s.options.Log.Warn("jobs are not safe against the loss of a NATS server: the cluster has too few nodes for replicas",
			"wanted", usualReplicas, "replicas", max(1, before), "error", err)
	}
	return nil
}

// raiseReplicas gives streams with fewer replicas usualReplicas.
func (s *Store) raiseReplicas(ctx context.Context) error {
	for _, name := range streamNames { // the jobs last, because replicas asks for them
		stream, err := s.stream.Stream(ctx, name)
		if err != nil {
			return err
		}
		config := stream.CachedInfo().Config
		if config.Replicas >= usualReplicas {
			continue
		}
		config.Replicas = usualReplicas
		if _, err := s.stream.UpdateStream(ctx, config); err != nil {
			return fmt.Errorf("%d replicas of stream %s: %w", usualReplicas, name, err)
		}
	}
	return nil
}

// keepRaising raises the replicas as soon as the cluster has the nodes, unless the options have
// their number, until the context ends.
func (s *Store) keepRaising(ctx context.Context) {
	for s.options.Replicas == 0 && s.conn.ConnectedClusterName() != "" {
		if n, err := s.replicas(ctx); err == nil && n >= usualReplicas {
			return
		}
		if err := s.raiseReplicas(ctx); err == nil {
			s.options.Log.Info("the cluster has enough nodes for replicas now", "replicas", usualReplicas)
			return
		}
		if !timed.Pause(ctx, raiseEvery) {
			return
		}
	}
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
