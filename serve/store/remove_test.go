package store

import (
	"errors"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
)

// The uploads of an owner's jobs are bounded, also after a restart. A removed job makes room, and
// its instance is removed unless another job has it.
func TestQuota(t *testing.T) {
	folder, ctx := t.TempDir(), t.Context()
	o := Options{Folder: folder, Bytes: 10}
	s := open(t, o)
	shared := put(t, s, "shared")
	alone := put(t, s, "alone")
	from := func(owner, key string, object job.Digest, bytes int64) *job.Submission {
		return &job.Submission{Owner: owner, Key: key, Input: job.Input{Object: object}, Bytes: bytes}
	}
	first := submitted(t, s, *from("ann", "k", alone, 6))
	submitted(t, s, *from("bob", "", shared, 10))
	s.Close()
	s = open(t, o)
	large := from("ann", "", shared, 5)
	if _, _, err := s.Submit(ctx, *large); !errors.Is(err, job.ErrQuota) || !errors.Is(s.Admits(ctx, large), job.ErrQuota) {
		t.Errorf("11 of 10 bytes: error %v", err)
	}
	repeated := from("ann", "k", alone, 6)
	if again := submitted(t, s, *repeated); again.ID != first.ID || s.Admits(ctx, repeated) != nil {
		t.Errorf("a repeated submission: job %s", again.ID)
	}
	cancel(t, s, first.ID)
	if _, _, err := s.Submit(ctx, *large); !errors.Is(err, job.ErrQuota) {
		t.Errorf("a job that has ended does not count: error %v", err)
	}
	must.Do(t, s.Remove(ctx, first.ID))
	submitted(t, s, *large)
	must.Do(t, s.clean(ctx, time.Now().Add(2*unnamed), unnamed))
	if _, err := s.Object(ctx, alone); !errors.Is(err, job.ErrNotFound) {
		t.Errorf("the instance of the removed job: error %v", err)
	}
	if _, err := s.Object(ctx, shared); err != nil {
		t.Errorf("an instance that other jobs have: %v", err)
	}
}
