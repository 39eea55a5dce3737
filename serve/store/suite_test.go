package store

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
)

// A store does what job.Store says. No worker takes jobs of it.
func TestStore(t *testing.T) {
	store := open(t, Options{Folder: t.TempDir()})
	ctx := t.Context()
	digest := put(t, store, "instance")
	if data, err := store.Object(ctx, digest); err != nil || string(data) != "instance" {
		t.Errorf("the object is %q, error %v", data, err)
	}
	large := strings.Repeat("places of a large instance\n", 20_000)
	read, err := store.PutFrom(ctx, strings.NewReader(large))
	if err != nil || read != job.DigestOf([]byte(large)) {
		t.Errorf("the large object is %s, error %v", read, err)
	}
	if data, err := store.Object(ctx, read); err != nil || string(data) != large {
		t.Errorf("the large object has %d bytes, error %v", len(data), err)
	}

	submission := job.Submission{
		Owner: "ann", Key: "k", Input: job.Input{Object: digest, Cities: 3},
		MaxTime: job.Duration(time.Hour), Warnings: []string{"two places are the same"},
	}
	first, created, err := store.Submit(ctx, submission)
	if err != nil || !created || first.State != job.Queued {
		t.Fatalf("submitted %+v, created %t, error %v", first, created, err)
	}
	got, err := store.Job(ctx, first.ID)
	if err != nil || got.MaxTime != submission.MaxTime || !slices.Equal(got.Warnings, submission.Warnings) {
		t.Errorf("the job is %+v, error %v", got, err)
	}
	// The server was started again with another limit.
	submission.MaxTime, submission.Warnings = job.Duration(time.Minute), nil
	if again, created, err := store.Submit(ctx, submission); err != nil || created || again.ID != first.ID {
		t.Errorf("submitted again: job %s, created %t, error %v", again.ID, created, err)
	}
	submission.Name = "other"
	if _, _, err := store.Submit(ctx, submission); !errors.Is(err, job.ErrConflict) {
		t.Errorf("the same key for another name: error is %v", err)
	}
	submission.Name, submission.Options.Ants = "", 7
	if _, _, err := store.Submit(ctx, submission); !errors.Is(err, job.ErrConflict) {
		t.Errorf("the same key for another job: error is %v", err)
	}
	submission.Owner = "bob"
	second, created, err := store.Submit(ctx, submission)
	if err != nil || !created || second.ID <= first.ID {
		t.Fatalf("submitted %s after %s, created %t, error %v", second.ID, first.ID, created, err)
	}

	for _, c := range []struct {
		name   string
		filter job.Filter
		before string
		limit  int
		want   string
	}{
		{"all", job.Filter{}, "", 10, second.ID + " " + first.ID},
		{"first page", job.Filter{}, "", 1, second.ID},
		{"second page", job.Filter{}, second.ID, 1, first.ID},
		{"owner", job.Filter{Owner: "ann"}, "", 10, first.ID},
		{"state", job.Filter{State: job.Done}, "", 10, ""},
	} {
		list, err := store.Jobs(ctx, c.filter, c.before, c.limit)
		var ids []string
		for _, j := range list {
			ids = append(ids, j.ID)
		}
		if got := strings.Join(ids, " "); got != c.want || err != nil {
			t.Errorf("%s: jobs %q instead of %q, error %v", c.name, got, c.want, err)
		}
	}

	// For any text that a client asks for, there is no such job, and the store continues.
	for _, id := range []string{"x", "*", ">", ".", "a b", "a/b", "\x00", "\r\nPUB x", strings.Repeat("a", 1<<16)} {
		_, asked := store.Job(ctx, id)
		_, cancelled := store.Cancel(ctx, id)
		if !errors.Is(asked, job.ErrNotFound) || !errors.Is(cancelled, job.ErrNotFound) {
			t.Errorf("job %.9q: errors %v and %v", id, asked, cancelled)
		}
		for _, err := range store.Events(ctx, id, 0) {
			if !errors.Is(err, job.ErrNotFound) {
				t.Errorf("events of job %.9q: error %v", id, err)
			}
		}
	}

	if j, err := store.Cancel(ctx, first.ID); err != nil || j.State != job.Cancelled {
		t.Errorf("cancelled: %+v, error %v", j, err)
	}
	var states []job.State
	var after uint64
	for event, err := range store.Events(ctx, first.ID, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if event.Sequence != after+1 || event.Kind != job.EventState {
			t.Fatalf("event %+v follows number %d", event, after)
		}
		after = event.Sequence
		states = append(states, event.Job.State)
	}
	if len(states) != 2 || states[0] != job.Queued || states[1] != job.Cancelled {
		t.Errorf("events of states %v", states)
	}
	for event := range store.Events(ctx, first.ID, after) {
		t.Errorf("event %+v after the last", event)
	}

	if err := store.Remove(ctx, second.ID); !errors.Is(err, job.ErrNotEnded) {
		t.Errorf("a job that waits was removed: error %v", err)
	}
	if err := store.Remove(ctx, first.ID); err != nil {
		t.Error(err)
	}
	_, gone := store.Job(ctx, first.ID)
	if err := store.Remove(ctx, first.ID); !errors.Is(gone, job.ErrNotFound) || !errors.Is(err, job.ErrNotFound) {
		t.Errorf("a job that was removed: errors %v and %v", gone, err)
	}
	if list, err := store.Jobs(ctx, job.Filter{Owner: "ann"}, "", 10); err != nil || len(list) != 0 {
		t.Errorf("ann has %v, error %v", list, err)
	}
	// Its key is free.
	submission.Owner, submission.Options.Ants = "ann", 0
	if again, created, err := store.Submit(ctx, submission); err != nil || !created || again.ID <= second.ID {
		t.Errorf("submitted again: job %s, created %t, error %v", again.ID, created, err)
	}

	if _, err := store.Object(ctx, job.Digest(strings.Repeat("0", 64))); !errors.Is(err, job.ErrNotFound) {
		t.Errorf("no such object: error is %v", err)
	}
}
