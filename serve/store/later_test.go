package store

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/serve/job"
)

// rewriteAsLater writes the record of a job as a server of a later version does.
func rewriteAsLater(t *testing.T, s *Store, id string) {
	t.Helper()
	entry := must.Get(s.jobs.Get(t.Context(), id))(t)
	var fields map[string]any
	must.Do(t, json.Unmarshal(entry.Value(), &fields))
	fields["schema"], fields["new"] = storeSchema+1, "what this version does not know"
	text, err := json.Marshal(fields)
	if err == nil {
		_, err = s.jobs.Put(t.Context(), id, text)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A server of a later version begins to use the store while a worker and a server of this one
// run. They do not write its records again, nor take its jobs, and the server is not ready.
func TestLaterVersionBegins(t *testing.T) {
	s := open(t, existing(t))
	running := submit(t, s)
	l := take(t, s, "w")
	waiting := submit(t, s)
	rewriteAsLater(t, s, running.ID)
	rewriteAsLater(t, s, waiting.ID)
	ctx := t.Context()
	_, renewed := l.Renew(ctx)
	for what, err := range map[string]error{
		"renew": renewed, "report": l.Report(ctx, job.Progress{Best: 1}), "finish": l.Finish(ctx, job.Done, nil, nil),
	} {
		if other := (*schema.Error)(nil); !errors.Is(err, job.ErrLost) || !errors.As(err, &other) {
			t.Errorf("%s: error %v", what, err)
		}
	}
	if _, err := s.Cancel(ctx, waiting.ID); !isOtherSchema(err) {
		t.Errorf("cancel: error %v", err)
	}
	if _, err := s.Take(ctx, "w"); !isOtherSchema(err) {
		t.Errorf("take: error %v", err)
	}
	for _, id := range []string{running.ID, waiting.ID} {
		if entry, err := s.jobs.Get(ctx, id); err != nil || !strings.Contains(string(entry.Value()), "does not know") {
			t.Errorf("the record is %s, error %v", entry.Value(), err)
		}
	}
	if n := messages(t, s); n != 2 {
		t.Errorf("the queue has %d messages, want both for workers of the later version", n)
	}
	if err := s.Ready(ctx); err != nil {
		t.Errorf("ready: error %v", err)
	}
	setSchema(t, s, strconv.Itoa(storeSchema+1))
	if err := s.Ready(ctx); !isOtherSchema(err) {
		t.Errorf("ready: error %v", err)
	}
}

// A record that each report would write again has a limit.
func TestLongTextsAreRefused(t *testing.T) {
	s := open(t, Options{Memory: true})
	_, _, err := s.Submit(t.Context(), job.Submission{Name: strings.Repeat("n", 1<<20)})
	if !errors.Is(err, job.ErrTooLong) {
		t.Errorf("error %v", err)
	}
	if counts := s.Figures().Jobs; counts[job.Queued] != 0 {
		t.Errorf("the counts are %v", counts)
	}
}
