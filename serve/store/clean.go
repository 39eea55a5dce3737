package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/serve/job"
)

// unnamed is how long an object is kept that no job names. An upload is stored before the job
// that names it, and takes minutes at most.
const unnamed = time.Hour

const (
	// unnamedFull is unnamed while the disk is full. Objects are named seconds after they are stored.
	unnamedFull = 2 * time.Minute
	// refreshAge is below all these. An object that is stored again after this time is as young as
	// a new one.
	refreshAge = unnamedFull / 2
)

// cleanTime bounds the time to clean the store, and to list its objects.
const cleanTime = 5 * time.Minute

// listObjects returns all objects. A list of JetStream can wait for an entry that has just been
// removed, so its time is bounded.
func (s *Store) listObjects(ctx context.Context) ([]*jetstream.ObjectInfo, error) {
	ctx, end := context.WithTimeout(ctx, cleanTime)
	defer end()
	objects, err := s.objects.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		err = nil
	}
	return objects, err
}

// Clean removes the jobs that ended before the time to keep them, and objects that no job names:
// instances and tours of removed jobs, earlier checkpoints and earlier tours of jobs that run. It first
// compares the jobs of a folder with those that were there, and removes no objects if some are lost: the
// objects may be all that is left of them.
func (s *Store) Clean(ctx context.Context) error { return s.clean(ctx, time.Now(), unnamed) }

// clean removes objects without a name that have an age.
func (s *Store) clean(ctx context.Context, now time.Time, age time.Duration) error {
	if s.damaged.Load() {
		return nil
	}
	ctx, end := context.WithTimeout(ctx, cleanTime)
	defer end()
	counted := s.tally.all()
	named, oldest, err := s.removeEnded(ctx, now, counted)
	if err != nil {
		return fmt.Errorf("clean store: %w", err)
	}
	if s.noteLost(ctx, counted) {
		return nil
	}
	objects, err := s.listObjects(ctx)
	if err != nil {
		return fmt.Errorf("clean store: list objects: %w", err)
	}
	for _, object := range objects {
		if !named[object.Name] && now.Sub(object.ModTime) > age && object.ModTime.Before(oldest) {
			if err := s.removeObject(ctx, object.Name, now, age); err != nil {
				return fmt.Errorf("clean store: remove object %s: %w", object.Name, err)
			}
		}
	}
	return nil
}

// removeEnded removes jobs, and returns the names of the objects that the others name, and when
// the oldest running job of several machines was submitted: its result will name tours that were
// stored since then. It leaves the jobs in a list that are not there.
func (s *Store) removeEnded(
	ctx context.Context, now time.Time, list map[string]job.State,
) (named map[string]bool, oldest time.Time, err error) {
	ids, err := s.listKeys(ctx, jobsBucket)
	if err != nil {
		return nil, now, fmt.Errorf("list jobs: %w", err)
	}
	named, oldest = map[string]bool{}, now
	for _, id := range ids {
		r, err := s.load(ctx, id)
		if isGone(err) {
			continue
		}
		if err != nil {
			return nil, now, err
		}
		delete(list, id)
		if s.options.Keep > 0 && r.State.Final() && now.Sub(r.Ended) > s.options.Keep {
			if err := s.purge(ctx, r.ID); err != nil {
				return nil, now, fmt.Errorf("remove job %s: %w", r.ID, err)
			}
			continue
		}
		if r.Options.Machines > 1 && !r.State.Final() && r.Created.Before(oldest) {
			oldest = r.Created
		}
		for _, digest := range r.objects() {
			named[string(digest)] = true
		}
	}
	return named, oldest, s.jobs.PurgeDeletes(ctx)
}

// removeObject removes an object if nobody has stored it again meanwhile.
func (s *Store) removeObject(ctx context.Context, name string, now time.Time, age time.Duration) error {
	of := s.locks.of(name)
	if err := of.lock(ctx); err != nil {
		return err
	}
	defer of.unlock()
	info, err := s.objects.GetInfo(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil // another call has removed it
	}
	if err != nil || now.Sub(info.ModTime) <= age {
		return err
	}
	return s.Forget(ctx, job.Digest(name))
}

// Forget removes an object that no job names any more. Clean would do so later.
func (s *Store) Forget(ctx context.Context, digest job.Digest) error {
	if err := s.objects.Delete(ctx, string(digest)); err != nil {
		return err
	}
	return s.purgeObjects(ctx, objectSubject(string(digest))) // a marker of the deletion is left
}

// purgeObjects removes what the stream of the objects has of a subject.
func (s *Store) purgeObjects(ctx context.Context, subject string) error {
	stream, err := s.stream.Stream(ctx, objectsStream)
	if err != nil {
		return err
	}
	return stream.Purge(ctx, jetstream.WithPurgeSubject(subject))
}
