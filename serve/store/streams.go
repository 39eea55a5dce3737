package store

import (
	"context"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Names of what the store has in JetStream.
const (
	jobsBucket     = "acovk_jobs"
	keysBucket     = "acovk_keys"
	workersBucket  = "acovk_workers"
	machinesBucket = "acovk_islands"
	hooksBucket    = "acovk_webhooks"
	objectsBucket  = "acovk_objects"
	queueStream    = "acovk_queue"
	queueSubject   = "acovk.queue" // the subject of a message is this, the job, and the number of the machine
	queueConsumer  = "workers"
)

// Names of the streams, and subjects in them.
const (
	jobsStream    = "KV_" + jobsBucket
	objectsStream = "OBJ_" + objectsBucket

	jobSubject  = "$KV." + jobsBucket + "."
	partSubject = "$O." + objectsBucket + ".C." // of a part of an object, and the NUID of the object
)

// streamNames are all streams of the store, the one of the jobs last.
var streamNames = []string{queueStream, objectsStream, "KV_" + keysBucket, "KV_" + workersBucket, "KV_" + machinesBucket,
	"KV_" + hooksBucket, jobsStream}

// eventHistory is the number of the latest revisions of a job that are kept, the most that
// JetStream keeps.
const eventHistory = 64

// duplicateTime is how long the queue ignores messages that it was given before. Nothing else
// drops a second message of a machine. So it is longer than the time in which a client repeats a
// submission.
const duplicateTime = 24 * time.Hour

// create creates the buckets and the queue, or updates their configuration.
func (s *Store) create(ctx context.Context, replicas int) (err error) {
	if err := s.checkSchema(ctx); err != nil {
		return err
	}
	storage := jetstream.FileStorage
	if s.options.Memory {
		storage = jetstream.MemoryStorage
	}
	schema := map[string]string{schemaKey: strconv.Itoa(storeSchema)}
	for _, b := range []struct {
		to     *jetstream.KeyValue
		config jetstream.KeyValueConfig
	}{
		{&s.jobs, jetstream.KeyValueConfig{Bucket: jobsBucket, History: eventHistory, Metadata: schema}},
		{&s.keys, jetstream.KeyValueConfig{Bucket: keysBucket, TTL: s.options.Keep}},
		{&s.workers, jetstream.KeyValueConfig{Bucket: workersBucket, TTL: s.options.Lease}},
		{&s.machines, jetstream.KeyValueConfig{Bucket: machinesBucket, TTL: machineTime}},
		{&s.hooks, jetstream.KeyValueConfig{Bucket: hooksBucket}},
	} {
		b.config.Replicas, b.config.Storage = replicas, storage
		if *b.to, err = s.stream.CreateOrUpdateKeyValue(ctx, b.config); err != nil {
			return err
		}
	}
	if s.objects, err = s.stream.CreateOrUpdateObjectStore(ctx,
		jetstream.ObjectStoreConfig{Bucket: objectsBucket, Replicas: replicas, Storage: storage}); err != nil {
		return err
	}
	s.queue, err = s.stream.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: queueStream, Subjects: []string{queueSubject, queueSubject + ".>"},
		Retention: jetstream.WorkQueuePolicy, Storage: storage, Duplicates: duplicateTime,
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
	for _, b := range []*jetstream.KeyValue{&s.jobs, &s.keys, &s.workers, &s.machines, &s.hooks} {
		*b = &bucket{*b, s}
	}
}

// findKept finds the jobs and the objects, and changes nothing of them. A folder that was restored
// has no others before a server opens it.
func (s *Store) findKept(ctx context.Context) (err error) {
	if err = s.checkSchema(ctx); err == nil {
		s.jobs, err = s.stream.KeyValue(ctx, jobsBucket)
	}
	if err == nil {
		s.objects, err = s.stream.ObjectStore(ctx, objectsBucket)
	}
	return err
}

// find finds the buckets and the queue, and changes nothing of them.
func (s *Store) find(ctx context.Context) (err error) {
	if err := s.checkSchema(ctx); err != nil {
		return err
	}
	for name, bucket := range map[string]*jetstream.KeyValue{
		jobsBucket: &s.jobs, keysBucket: &s.keys, workersBucket: &s.workers, machinesBucket: &s.machines,
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
