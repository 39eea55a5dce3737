package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/serve/job"
)

const (
	// probeName names the part of an object and the keys that Ready writes. No identifier of an object
	// or of a job has this name.
	probeName = "ready"
	// probeBytes is the size of the part: small, because anyone may ask whether the store is
	// ready.
	probeBytes = 4 << 10
)

// part is a part of the store that is written to.
type part struct {
	name  string
	write func(context.Context) error
}

// Ready implements job.Store. It writes to the objects, the keys, the jobs and the queue, because
// JetStream can confirm writes to some of them and not to others.
func (s *Store) Ready(ctx context.Context) error {
	if err := s.checkRoom(0); err != nil {
		return err
	}
	if s.local == nil { // a server of a later version may have begun to use the store
		if err := s.checkSchema(ctx); err != nil {
			return err
		}
	}
	return s.write(ctx, s.clientParts())
}

// clientParts are what Put and Submit write to.
func (s *Store) clientParts() []part {
	return []part{{"objects", s.probeObjects}, {"keys", marks(s.keys)}, {"jobs", marks(s.jobs)}, {"queue", s.probeQueue}}
}

// write writes to parts.
func (s *Store) write(ctx context.Context, parts []part) error {
	for _, part := range parts {
		if err := part.write(ctx); err != nil {
			return fmt.Errorf("write to the %s: %w: %w", part.name, job.ErrUnavailable, err)
		}
	}
	return nil
}

// probeObjects writes a part of no object and removes it.
func (s *Store) probeObjects(ctx context.Context) error {
	_, err := s.stream.Publish(ctx, partSubject+probeName, make([]byte, probeBytes))
	if err == nil {
		err = s.purgeObjects(ctx, partSubject+probeName)
	}
	return err
}

// marks returns a function that writes that a key was removed which has never been there. Readers of
// jobs pass over it.
func marks(bucket jetstream.KeyValue) func(context.Context) error {
	return func(ctx context.Context) error { return bucket.Purge(ctx, probeName) }
}

// probeQueue adds a message and removes it. A worker that takes it before drops it, because it
// has no job.
func (s *Store) probeQueue(ctx context.Context) error {
	added, err := s.stream.Publish(ctx, queueSubject, []byte(probeName))
	if err != nil {
		return err
	}
	err = s.queue.DeleteMsg(ctx, added.Sequence)
	if errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
		return nil // a worker has dropped it
	}
	return err
}
