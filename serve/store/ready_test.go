package store

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// A store that was asked whether it is ready has no further jobs and messages, also if a worker
// waits for them.
func TestReadyLeavesNothing(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := open(t, Options{Memory: true})
		waiting, end := context.WithCancel(t.Context())
		taken := make(chan error)
		for ask := range 6 {
			if ask == 3 {
				if n := messages(t, s); n != 0 {
					t.Errorf("the queue has %d messages", n)
				}
				go func() {
					l, err := s.Take(waiting, "w")
					if l != nil {
						t.Errorf("a worker has %+v", l.Job())
					}
					taken <- err
				}()
			}
			if err := s.Ready(t.Context()); err != nil {
				t.Error(err)
			}
		}
		synctest.Wait()
		end()
		<-taken
		if n := messages(t, s); n != 0 {
			t.Errorf("the queue has %d messages", n)
		}
		if list, err := s.Jobs(t.Context(), job.Filter{}, "", 10); err != nil || len(list) != 0 {
			t.Errorf("the jobs are %+v, error %v", list, err)
		}
		if counts := s.Figures().Jobs; counts[job.Queued] != 0 {
			t.Errorf("the counts are %v", counts)
		}
		j := submit(t, s)
		if got := take(t, s, "w").Job().ID; got != j.ID {
			t.Errorf("took %s, want %s", got, j.ID)
		}
		if err := s.Clean(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// A store is not ready if one of the streams to which a submission writes refuses writes.
func TestNotReadyWithoutSpace(t *testing.T) {
	for name, part := range map[string]string{
		"OBJ_" + objectsBucket: "objects", "KV_" + keysBucket: "keys", "KV_" + jobsBucket: "jobs", queueStream: "queue",
	} {
		t.Run(part, func(t *testing.T) {
			s := open(t, Options{Memory: true})
			stream := must.Get(s.stream.Stream(t.Context(), name))(t)
			roomy := stream.CachedInfo().Config
			full := roomy
			full.MaxBytes, full.Discard = 1, jetstream.DiscardNew
			if _, err := s.stream.UpdateStream(t.Context(), full); err != nil {
				t.Fatal(err)
			}
			if err := s.Ready(t.Context()); !errors.Is(err, job.ErrUnavailable) ||
				!strings.Contains(err.Error(), part) {
				t.Errorf("error %v", err)
			}
			if _, err := s.stream.UpdateStream(t.Context(), roomy); err != nil {
				t.Fatal(err)
			}
			if err := s.Ready(t.Context()); err != nil {
				t.Errorf("error with space: %v", err)
			}
		})
	}
}
