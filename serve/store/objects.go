package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/serve/job"
)

// Put implements job.Store and job.Queue. The object is in memory meanwhile.
func (s *Store) Put(ctx context.Context, r io.Reader) (job.Digest, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return "", fmt.Errorf("store object: %w", err)
	}
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:])
	if info, err := s.objects.GetInfo(ctx, name); err == nil {
		if time.Since(info.ModTime) > unnamed/2 { // the job that will name it has as much time as others
			err = s.objects.UpdateMeta(ctx, name, info.ObjectMeta)
		}
		if err == nil {
			return job.Digest(name), nil
		}
	}
	if _, err := s.objects.PutBytes(ctx, name, data); err != nil {
		return "", fmt.Errorf("store object %s: %w", name, err)
	}
	return job.Digest(name), nil
}

// Object implements job.Store and job.Queue. Reading it to its end verifies it.
func (s *Store) Object(ctx context.Context, digest job.Digest) (io.ReadCloser, error) {
	object, err := s.objects.Get(ctx, string(digest))
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, fmt.Errorf("object %s: %w", digest, job.ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("read object %s: %w", digest, err)
	}
	return object, nil
}
