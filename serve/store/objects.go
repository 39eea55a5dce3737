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

	"github.com/aco-vk/aco-vk/serve/job"
)

const (
	// objectTime bounds the time to store or read an object.
	objectTime = 2 * time.Minute
	// firstRead is how long the first attempt to read an object may take. Each further one may
	// take twice as long.
	firstRead = time.Second
)

// objectLocks keep two calls of a process from storing or removing the same object at once. Two
// objects may share a lock.
type objectLocks [256]sync.Mutex

// lock locks the lock of a name and returns the function that unlocks it.
func (l *objectLocks) lock(name string) (unlock func()) {
	mu := &l[crc32.ChecksumIEEE([]byte(name))%uint32(len(l))]
	mu.Lock()
	return mu.Unlock
}

// Put implements job.Store and job.Queue.
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
	defer s.locks.lock(name)()
	ctx, end := context.WithTimeout(ctx, objectTime)
	defer end()
	_, err := retryLonger(ctx, s, 2, func(ctx context.Context) (_ struct{}, err error) {
		info, err := s.objects.GetInfo(ctx, name)
		switch {
		case errors.Is(err, jetstream.ErrObjectNotFound):
			if _, err = data.Seek(0, io.SeekStart); err == nil {
				_, err = s.objects.Put(ctx, jetstream.ObjectMeta{Name: name}, data)
			}
		case err == nil && time.Since(info.ModTime) > refreshAge: // the job that will name it has as much time as others
			err = s.objects.UpdateMeta(ctx, name, info.ObjectMeta)
		}
		return struct{}{}, err
	})
	if err != nil {
		return "", fmt.Errorf("store object %s: %w: %w", name, job.ErrUnavailable, err)
	}
	return digest, nil
}

// Object implements job.Store and job.Queue.
//
// If another process stores the same object meanwhile, its parts replace the parts that this one
// reads, and those never arrive. So an attempt that takes long is given up, and the next one
// reads the object again.
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
				time.Sleep(attemptPause) // the node that was asked is behind
				continue
			}
			return nil, fmt.Errorf("object %s: %w", digest, job.ErrNotFound)
		case errors.Is(err, jetstream.ErrDigestMismatch):
			return nil, fmt.Errorf("object %s: %w", digest, job.ErrDamaged)
		case !late || ctx.Err() != nil:
			return nil, fmt.Errorf("read object %s: %w: %w", digest, job.ErrUnavailable, err)
		}
	}
}
