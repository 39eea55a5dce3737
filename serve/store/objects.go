package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/timed"
	"github.com/aco-vk/aco-vk/serve/job"
)

const (
	// objectTime bounds the time to store or read an object.
	objectTime = 2 * time.Minute
	// firstRead is how long the first attempt to read an object may take. Each further one may
	// take twice as long.
	firstRead = time.Second
)

// lock is a mutex whose wait ends with a context. While somebody waits for it, the clock of a test's
// bubble goes on, which a sync.Mutex would stop. newLock makes one: the zero value is never free.
type lock chan struct{}

func newLock() lock { return make(lock, 1) }

func (l lock) lock(ctx context.Context) error {
	select {
	case l <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (l lock) unlock() { <-l }

// objectLocks keep two calls of a process from storing or removing the same object at once. Two
// objects may share a lock.
type objectLocks [256]lock

func newObjectLocks() (all objectLocks) {
	for i := range all {
		all[i] = newLock()
	}
	return all
}

func (l *objectLocks) of(name string) lock { return l[crc32.ChecksumIEEE([]byte(name))%uint32(len(l))] }

// Put implements job.Queue.
func (s *Store) Put(ctx context.Context, data []byte) (job.Digest, error) {
	return s.put(ctx, job.DigestOf(data), int64(len(data)), bytes.NewReader(data))
}

// PutFrom implements job.Store.
func (s *Store) PutFrom(ctx context.Context, from io.ReadSeeker) (job.Digest, error) {
	sum := sha256.New()
	size, err := io.Copy(sum, from)
	if err != nil {
		return "", fmt.Errorf("store object: %w", err)
	}
	return s.put(ctx, job.Digest(hex.EncodeToString(sum.Sum(nil))), size, from)
}

func (s *Store) put(ctx context.Context, digest job.Digest, size int64, data io.ReadSeeker) (job.Digest, error) {
	name := string(digest)
	if err := s.checkRoom(size); err != nil {
		return "", fmt.Errorf("store object %s: %w", name, err)
	}
	ctx, end := context.WithTimeout(ctx, objectTime)
	defer end()
	of := s.locks.of(name)
	if err := of.lock(ctx); err != nil {
		return "", fmt.Errorf("store object %s: %w: %w", name, job.ErrUnavailable, err)
	}
	defer of.unlock()
	_, err := retryLonger(ctx, s, 2, func(ctx context.Context) (_ struct{}, err error) {
		info, err := s.objects.GetInfo(ctx, name)
		if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
			return struct{}{}, err
		}
		if err == nil && s.isWhole(ctx, info) {
			if time.Since(info.ModTime) > refreshAge { // the job that will name it has as much time as others
				err = s.objects.UpdateMeta(ctx, name, info.ObjectMeta)
			}
			return struct{}{}, err
		}
		if _, err = data.Seek(0, io.SeekStart); err != nil {
			return struct{}{}, err
		}
		if info, err = s.objects.Put(ctx, jetstream.ObjectMeta{Name: name}, data); err == nil {
			s.stored.add(name, info.NUID)
		}
		return struct{}{}, err
	})
	if err != nil {
		return "", fmt.Errorf("store object %s: %w: %w", name, job.ErrUnavailable, err)
	}
	return digest, nil
}

// settled is the age from which on nobody removes the parts of an object that was not confirmed.
const settled = 15 * time.Second

// isWhole reports whether an object that is there can be relied on. The description of an object may
// be stored and not confirmed, for example when a node is lost. Whoever stored it then fails, and
// removes its parts some seconds later: the description stays. So an object that is young was
// stored by this process, and another one has all its parts.
func (s *Store) isWhole(ctx context.Context, info *jetstream.ObjectInfo) bool {
	if s.stored.has(info.Name, info.NUID) {
		return true
	}
	if time.Since(info.ModTime) < settled {
		return false
	}
	parts, err := s.countParts(ctx, info)
	return err == nil && parts == uint64(info.Chunks)
}

// countParts returns how many parts of an object are stored, as the leader knows it.
func (s *Store) countParts(ctx context.Context, info *jetstream.ObjectInfo) (uint64, error) {
	subject := partSubject + info.NUID
	subjects, err := s.listSubjects(ctx, objectsStream, subject)
	return subjects[subject], err
}

// lacksParts reports whether parts of an object are lost for good: they are not there, and nobody has
// stored the object again.
func (s *Store) lacksParts(ctx context.Context, name string) bool {
	before, err := s.objects.GetInfo(ctx, name)
	if err != nil || time.Since(before.ModTime) < settled {
		return false
	}
	parts, err := s.countParts(ctx, before)
	if err != nil || parts >= uint64(before.Chunks) {
		return false
	}
	after, err := s.objects.GetInfo(ctx, name)
	return err == nil && after.NUID == before.NUID
}

// storedObjects are objects that this process has stored and that were confirmed.
type storedObjects struct {
	mu    sync.Mutex
	nuids map[string]string // by name
}

// mostStored bounds the memory of storedObjects. What is forgotten is looked up.
const mostStored = 10_000

func (o *storedObjects) add(name, nuid string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.nuids == nil || len(o.nuids) >= mostStored {
		o.nuids = map[string]string{}
	}
	o.nuids[name] = nuid
}

func (o *storedObjects) has(name, nuid string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.nuids[name] == nuid
}

// Object implements job.Store and job.Queue.
//
// If another process stores the same object meanwhile, its parts replace the parts that this one
// reads, and those never arrive. So an attempt that takes long is given up, and the next one
// reads the object again. An object whose parts are lost is damaged.
func (s *Store) Object(ctx context.Context, digest job.Digest) ([]byte, error) {
	ctx, end := context.WithTimeout(ctx, objectTime)
	defer end()
	for within := firstRead; ; within *= 2 {
		attempt, end := context.WithTimeout(ctx, within)
		data, err := s.objects.GetBytes(attempt, string(digest))
		late := attempt.Err() != nil || errors.Is(err, os.ErrDeadlineExceeded) || s.local == nil && isUnanswered(err)
		end()
		switch {
		case err == nil:
			return data, nil
		case errors.Is(err, jetstream.ErrObjectNotFound):
			if s.local == nil && ctx.Err() == nil && s.hasObject(ctx, string(digest)) {
				timed.Pause(ctx, attemptPause) // the node that was asked is behind
				continue
			}
			return nil, fmt.Errorf("object %s: %w", digest, job.ErrNotFound)
		case errors.Is(err, jetstream.ErrDigestMismatch):
			return nil, fmt.Errorf("object %s: %w", digest, job.ErrDamaged)
		case late && s.lacksParts(ctx, string(digest)):
			return nil, fmt.Errorf("object %s: parts of it are lost: %w", digest, job.ErrDamaged)
		case !late || ctx.Err() != nil:
			return nil, fmt.Errorf("read object %s: %w: %w", digest, job.ErrUnavailable, err)
		}
	}
}
