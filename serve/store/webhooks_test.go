package store

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
)

// The webhook of a job is called when the job has ended, again after a failure and a restart of the
// server, and not after it was told. It is in no record that clients see.
func TestTellEnds(t *testing.T) {
	folder, ctx := t.TempDir(), t.Context()
	s := open(t, Options{Folder: folder})
	want := job.Webhook{URL: "https://example.com", Secret: "secret"}
	j, _, err := s.Submit(ctx, job.Submission{Webhook: &want})
	if err != nil {
		t.Fatal(err)
	}
	submit(t, s) // has none
	var mu sync.Mutex
	calls := 0
	count := func() int {
		mu.Lock()
		defer mu.Unlock()
		return calls
	}
	// tell calls webhooks until there were some calls, or for a while without any.
	tell := func(until int, failed error) {
		t.Helper()
		ctx, end := context.WithTimeout(ctx, time.Minute)
		defer end()
		s.TellEnds(ctx, func(_ context.Context, of job.Job, hook job.Webhook) error {
			mu.Lock()
			defer mu.Unlock()
			if calls++; of.ID != j.ID || hook != want || !of.State.Final() {
				t.Errorf("call for %+v at %+v", of, hook)
			}
			if failed == nil || calls == until {
				time.AfterFunc(1500*time.Millisecond, end)
			}
			return failed
		})
		if got := count(); got != until {
			t.Fatalf("%d calls instead of %d", got, until)
		}
	}
	if _, err := s.Cancel(ctx, j.ID); err != nil {
		t.Fatal(err)
	}
	tell(1, errors.New("no answer"))
	later(t, s, j.ID)
	s.Close()
	s = open(t, Options{Folder: folder})
	tell(2, nil)
	if _, err := s.hooks.Get(ctx, j.ID); err == nil {
		t.Error("the webhook is still there")
	}
}

// later makes the next call of a webhook due.
func later(t *testing.T, s *Store, id string) {
	t.Helper()
	entry, err := s.hooks.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var h hook
	if err := json.Unmarshal(entry.Value(), &h); err != nil {
		t.Fatal(err)
	}
	if h.Tries != 1 || time.Until(h.Next) < hookTime {
		t.Errorf("after a call that failed the webhook is %+v", h)
	}
	h.Next = time.Time{}
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.hooks.Put(t.Context(), id, text); err != nil {
		t.Fatal(err)
	}
}

// Two servers make one call.
func TestTellEndsOnce(t *testing.T) {
	ctx := t.Context()
	s := open(t, Options{Folder: t.TempDir()})
	j, _, err := s.Submit(ctx, job.Submission{Webhook: &job.Webhook{URL: "https://example.com"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Cancel(ctx, j.ID); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	calls := 0
	ending, end := context.WithTimeout(ctx, time.Minute)
	defer end()
	var servers sync.WaitGroup
	for range 2 {
		servers.Go(func() {
			s.TellEnds(ending, func(context.Context, job.Job, job.Webhook) error {
				mu.Lock()
				defer mu.Unlock()
				calls++
				time.AfterFunc(1500*time.Millisecond, end) // the other server would call by then
				return nil
			})
		})
	}
	servers.Wait()
	if calls != 1 {
		t.Errorf("%d calls", calls)
	}
}
