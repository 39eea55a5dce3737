package store

import (
	"errors"
	"fmt"
	"testing"

	"github.com/aco-vk/aco-vk/serve/job"
)

// A message that the queue has twice takes its job from nobody, whatever the state of the job is.
// It is dropped, and the next job is taken.
func TestRepeatedMessages(t *testing.T) {
	s := open(t, Options{Memory: true})
	again := func(number int, id string) {
		if added, err := s.addMessage(t.Context(), id, fmt.Sprintf("%s again %d", id, number)); err != nil || !added {
			t.Fatal(added, err)
		}
	}
	running := submit(t, s)
	first := take(t, s, "first")
	again(1, running.ID)
	ended := submit(t, s)
	finish(t, take(t, s, "second"), &job.Result{})
	again(2, ended.ID)
	again(3, running.ID)
	last := submit(t, s)
	if got := take(t, s, "third").Job(); got.ID != last.ID {
		t.Errorf("took %+v, want the job %s", got, last.ID)
	}
	if _, err := first.Renew(t.Context()); err != nil {
		t.Errorf("the first worker has lost its job: %v", err)
	}
	now, err := s.Job(t.Context(), running.ID)
	if err != nil || now.Worker != "first" || now.Attempt != 1 || len(now.Losses) > 0 {
		t.Errorf("the running job is %+v, %v", now, err)
	}
	finish(t, first, &job.Result{Length: 5})
	if err := first.Finish(t.Context(), job.Done, &job.Result{Length: 6}, nil); !errors.Is(err, job.ErrLost) {
		t.Errorf("a job that has ended ends again: %v", err)
	}
	if now, err = s.Job(t.Context(), running.ID); err != nil || now.Result.Length != 5 {
		t.Errorf("the ended job is %+v, %v", now, err)
	}
}
