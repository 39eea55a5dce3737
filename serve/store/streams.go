package store

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Names of what the store has in JetStream.
const (
	jobsBucket    = "acovk_jobs"
	keysBucket    = "acovk_keys"
	workersBucket = "acovk_workers"
	peersBucket   = "acovk_islands"
	hooksBucket   = "acovk_webhooks"
	objectsBucket = "acovk_objects"
	queueStream   = "acovk_queue"
	queueSubject  = "acovk.queue" // the subject of a message is this, the job, and the number of the peer
	queueConsumer = "workers"
)

// eventHistory is the number of the latest revisions of a job that are kept, the most that
// JetStream keeps.
const eventHistory = 64

// duplicateTime is how long the queue ignores messages that it was given before. Nothing else
// drops a second message of a peer. So it is longer than the time in which a client repeats a
// submission.
const duplicateTime = 24 * time.Hour

// create creates the buckets and the queue, or updates their configuration.
func (s *Store) create(ctx context.Context, replicas int) (err error) {
	if err := s.checkSchema(ctx); err != nil {
		return err
	}
	if s.jobs, err = s.stream.CreateOrUpdateKeyValue(ctx,
		jetstream.KeyValueConfig{Bucket: jobsBucket, History: eventHistory, Metadata: schemaMetadata(),
			Replicas: replicas}); err != nil {
		return err
	}
	if s.keys, err = s.stream.CreateOrUpdateKeyValue(ctx,
		jetstream.KeyValueConfig{Bucket: keysBucket, TTL: s.options.Keep, Replicas: replicas}); err != nil {
		return err
	}
	if s.workers, err = s.stream.CreateOrUpdateKeyValue(ctx,
		jetstream.KeyValueConfig{Bucket: workersBucket, TTL: s.options.Lease, Replicas: replicas}); err != nil {
		return err
	}
	if s.peers, err = s.stream.CreateOrUpdateKeyValue(ctx,
		jetstream.KeyValueConfig{Bucket: peersBucket, TTL: peerTime, Replicas: replicas}); err != nil {
		return err
	}
	if s.hooks, err = s.stream.CreateOrUpdateKeyValue(ctx,
		jetstream.KeyValueConfig{Bucket: hooksBucket, Replicas: replicas}); err != nil {
		return err
	}
	if s.objects, err = s.stream.CreateOrUpdateObjectStore(ctx,
		jetstream.ObjectStoreConfig{Bucket: objectsBucket, Replicas: replicas}); err != nil {
		return err
	}
	s.queue, err = s.stream.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: queueStream, Subjects: []string{queueSubject, queueSubject + ".>"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage, Duplicates: duplicateTime,
		Replicas: replicas,
	})
	if err != nil {
		return err
	}
	s.waiting, err = s.queue.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: queueConsumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.options.Lease, MaxAckPending: -1,
	})
	if err != nil {
		return err
	}
	s.share()
	return nil
}

// share makes the buckets repeat requests, if another process has them.
func (s *Store) share() {
	if s.local != nil {
		return
	}
	for _, b := range []*jetstream.KeyValue{&s.jobs, &s.keys, &s.workers, &s.peers, &s.hooks} {
		*b = &bucket{*b, s}
	}
}

// find finds the buckets and the queue, and changes nothing of them.
func (s *Store) find(ctx context.Context) (err error) {
	if err := s.checkSchema(ctx); err != nil {
		return err
	}
	for name, bucket := range map[string]*jetstream.KeyValue{
		jobsBucket: &s.jobs, keysBucket: &s.keys, workersBucket: &s.workers, peersBucket: &s.peers,
	} {
		if *bucket, err = s.stream.KeyValue(ctx, name); err != nil {
			return err
		}
	}
	if s.objects, err = s.stream.ObjectStore(ctx, objectsBucket); err != nil {
		return err
	}
	if s.queue, err = s.stream.Stream(ctx, queueStream); err != nil {
		return err
	}
	if s.waiting, err = s.queue.Consumer(ctx, queueConsumer); err != nil {
		return err
	}
	s.options.Lease = s.waiting.CachedInfo().Config.AckWait
	s.share()
	return nil
}
