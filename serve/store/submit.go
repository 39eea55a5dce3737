package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/serve/job"
)

// Submit implements job.Store.
func (s *Store) Submit(ctx context.Context, from job.Submission) (_ job.Job, created bool, err error) {
	id := newID()
	if from.Key != "" {
		if id, created, err = s.reserve(ctx, from, id); err != nil || !created {
			return s.repeated(ctx, from, id, err)
		}
	}
	j, err := s.begin(ctx, from, id)
	return j, err == nil, err
}

// beginTime bounds the time to write the record of a new job and to queue it.
const beginTime = 30 * time.Second

// beginAge is the age from which on a job that lacks a part has lost it: nobody begins it any more.
const beginAge = 2 * beginTime

// begin writes the record of a new job and queues it. It continues if the client leaves. If the
// process ends between the two, requeue queues the job, or the client that submits it again.
func (s *Store) begin(ctx context.Context, from job.Submission, id string) (job.Job, error) {
	ctx, end := context.WithTimeout(context.WithoutCancel(ctx), beginTime)
	defer end()
	r := record{Sequence: 1, Kind: job.EventState, Job: from.NewJob(id), Key: keyOf(&from)}
	if err := s.checkRoom(0); err != nil {
		return job.Job{}, fmt.Errorf("submit job: %w", err)
	}
	isNew, err := s.tally.reserve(id, r.tallied(r.Created), s.options)
	if err != nil {
		return job.Job{}, fmt.Errorf("submit job: %w", err)
	}
	err = s.addHook(ctx, id, from.Webhook)
	if err == nil {
		err = s.writeNew(ctx, &r)
	}
	if err != nil {
		if isNew && !isConflict(err) { // else another request begins the same job, and counts it
			s.tally.remove(id)
			signal(s.moved) // a job may have waited for this one
		}
		if errors.Is(err, job.ErrTooLong) {
			return job.Job{}, fmt.Errorf("submit job: %w", err)
		}
		return job.Job{}, fmt.Errorf("submit job: %w: %w", job.ErrUnavailable, err)
	}
	_ = s.ledger.add(hasJob, id) // without it a loss of the job is not noticed
	if s.tally.waits(from.Owner, id) {
		signal(s.moved) // the other one may be as new, and wait for this one: requeue queues the first of them
		return r.Job, nil
	}
	_, err = s.enqueue(ctx, r.Job)
	return r.Job, err
}

// largestNew is the largest record of a new job. Each report of a worker writes it again.
const largestNew = 256 << 10

// writeNew writes the record of a new job.
func (s *Store) writeNew(ctx context.Context, r *record) error {
	r.Schema = storeSchema
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if len(text) > largestNew {
		return fmt.Errorf("%w: the record has %d bytes of %d", job.ErrTooLong, len(text), largestNew)
	}
	_, err = s.jobs.Create(ctx, r.ID, text)
	return err
}

// enqueue adds messages for a job and its machines to the queue. The queue ignores messages that it
// was given within duplicateTime; isNew is false if it has ignored the job's.
func (s *Store) enqueue(ctx context.Context, j job.Job) (isNew bool, err error) {
	for machine := range max(1, j.Options.Machines) {
		text := messageOf(j.ID, machine)
		added, err := s.addMessage(ctx, text, text)
		if err != nil {
			return false, fmt.Errorf("queue job %s: %w: %w", j.ID, job.ErrUnavailable, err)
		}
		isNew = isNew || added
	}
	return isNew, nil
}

// keyOf returns the name of a submission's idempotency key in the store; "": it has none.
func keyOf(from *job.Submission) string {
	if from.Key == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(from.Owner + "\x00" + from.Key))
	return hex.EncodeToString(sum[:])
}

// reserve reserves an idempotency key for a new job. If it is reserved, it returns that job's
// identifier.
func (s *Store) reserve(ctx context.Context, from job.Submission, id string) (_ string, created bool, err error) {
	key := keyOf(&from)
	_, err = s.keys.Create(ctx, key, []byte(id))
	if err == nil || !errors.Is(err, jetstream.ErrKeyExists) {
		return id, err == nil, err
	}
	entry, err := s.keys.Get(ctx, key)
	if err != nil {
		return "", false, err
	}
	return string(entry.Value()), false, nil
}

// repeated returns the job of a key that was used before. If the first submission ended between
// the key and the record, or before all messages were queued, it continues.
func (s *Store) repeated(ctx context.Context, from job.Submission, id string, err error) (job.Job, bool, error) {
	if err != nil {
		return job.Job{}, false, fmt.Errorf("submit job: idempotency key: %w: %w", job.ErrUnavailable, err)
	}
	r, err := s.load(ctx, id)
	if errors.Is(err, job.ErrNotFound) {
		j, err := s.begin(ctx, from, id)
		return j, err == nil, err
	}
	if err != nil {
		return job.Job{}, false, err
	}
	if !from.Repeats(&r.Job) {
		return job.Job{}, false, fmt.Errorf("submit job: key %q: %w", from.Key, job.ErrConflict)
	}
	switch {
	case r.State != job.Queued:
	case s.tally.waits(r.Owner, id):
		signal(s.moved)
	default:
		_, err = s.enqueue(ctx, r.Job)
	}
	return r.Job, false, err
}

// newID returns an identifier that is greater than all earlier ones of this machine: the time in
// nanoseconds and a random number, in hexadecimal digits.
func newID() string {
	var random [4]byte
	rand.Read(random[:])
	return strconv.FormatInt(time.Now().UnixNano(), 16) + hex.EncodeToString(random[:])
}
