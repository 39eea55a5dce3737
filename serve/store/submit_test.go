package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// A job that has a record has its messages in the queue, also if its client leaves at once.
// Submitting it again adds none.
func TestSubmitOfClientThatLeaves(t *testing.T) {
	s := open(t, Options{Memory: true})
	const jobs, machines = 20, 3
	for i := range jobs {
		submission := job.Submission{Key: fmt.Sprint(i), Options: job.Options{Machines: machines}}
		ctx, leave := context.WithCancel(t.Context())
		watcher, err := s.jobs.WatchAll(t.Context(), jetstream.UpdatesOnly())
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			<-watcher.Updates()
			leave()
		}()
		if _, _, err := s.Submit(ctx, submission); err != nil {
			t.Error(err)
		}
		leave()
		if err := watcher.Stop(); err != nil {
			t.Error(err)
		}
		if _, created, err := s.Submit(t.Context(), submission); err != nil || created {
			t.Errorf("submitted again: created %t, error %v", created, err)
		}
	}
	if info, err := s.queue.Info(t.Context()); err != nil || info.State.Msgs != jobs*machines {
		t.Errorf("the queue has %d messages of %d jobs for %d machines, error %v", info.State.Msgs, jobs, machines, err)
	}
}

// The messages of a job that were not queued are, when it is submitted again.
func TestSubmitAgainQueues(t *testing.T) {
	s := open(t, Options{Memory: true})
	submission := job.Submission{Key: "k"}
	j, _, err := s.Submit(t.Context(), submission)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.stream.DeleteStream(t.Context(), queueStream); err != nil { // and what it knows of earlier messages
		t.Fatal(err)
	}
	if err := s.create(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if _, created, err := s.Submit(t.Context(), submission); err != nil || created {
		t.Fatalf("submitted again: created %t, error %v", created, err)
	}
	if info, err := s.queue.Info(t.Context()); err != nil || info.State.Msgs != 1 {
		t.Fatalf("the queue has %d messages, error %v", info.State.Msgs, err)
	}
	if got := take(t, s, "w").Job().ID; got != j.ID {
		t.Errorf("took %s, want %s", got, j.ID)
	}
}

// A job with both ends of its path is the same when it is submitted again, with or without open.
func TestSubmitAgainWithEnds(t *testing.T) {
	s := open(t, Options{Memory: true})
	submission := job.Submission{Key: "k", Input: job.Input{Open: true},
		Options: job.Options{Start: job.Place{Text: "2"}, End: job.Place{Text: "3"}}}
	first, _, err := s.Submit(t.Context(), submission)
	if err != nil {
		t.Fatal(err)
	}
	again, created, err := s.Submit(t.Context(), submission)
	if err != nil || created || again.ID != first.ID || again.Options != submission.Options {
		t.Errorf("submitted again: %+v, created %t, error %v", again, created, err)
	}
}

// A worker that gives a job back and then ends does not take its message with it: another takes the
// job at once, not after the lease.
func TestReleaseBeforeTheEnd(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := open(t, Options{Memory: true})
		if _, _, err := s.Submit(t.Context(), job.Submission{}); err != nil {
			t.Fatal(err)
		}
		ended, end := context.WithCancel(t.Context())
		end()
		for range 500 {
			given := time.Now()
			lease := take(t, s, "w")
			if waited := time.Since(given); waited > defaultLease/2 {
				t.Fatalf("the job was taken after %v", waited)
			}
			if err := lease.Release(t.Context()); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Take(ended, "w"); !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
	})
}

// A job that workers give back is queued again and has lost nobody. After as many workers as may
// lose a job it has failed, with the last reason.
func TestGiveBack(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := open(t, Options{Memory: true, Deliveries: 2})
		j := submit(t, s)
		for range 2 {
			if err := take(t, s, "w").GiveBack(t.Context(), "the disk is full"); err != nil {
				t.Fatal(err)
			}
			now, err := s.Job(t.Context(), j.ID)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(now.GivenBack); len(now.Losses) != 0 || now.GivenBack[n-1].Reason != "the disk is full" ||
				(n == 1) != (now.State == job.Queued) {
				t.Errorf("the job is %+v", now)
			}
		}
		now, err := s.Job(t.Context(), j.ID)
		if err != nil || now.State != job.Failed || now.Problem == nil || now.Problem.Type != "workers" ||
			!strings.Contains(now.Problem.Detail, "the disk is full") {
			t.Errorf("the job is %+v with %+v, error %v", now, now.Problem, err)
		}
		if info, err := s.queue.Info(t.Context()); err != nil || info.State.Msgs != 0 {
			t.Errorf("the queue has %+v, error %v", info.State, err)
		}
	})
}

// Two requests with one key that begin its job at once make one job, which is counted once.
func TestSubmitTwiceAtOnce(t *testing.T) {
	s := open(t, Options{Memory: true})
	ctx, submission := t.Context(), job.Submission{Owner: "ann", Key: "k"}
	id := newID()
	if _, err := s.begin(ctx, submission, id); err != nil {
		t.Fatal(err)
	}
	if _, err := s.begin(ctx, submission, id); err == nil {
		t.Error("the job was made twice")
	}
	inTally(s, id, job.Queued)
	if _, err := s.Cancel(ctx, id); err != nil {
		t.Fatal(err)
	}
	inTally(s, id, job.Cancelled)
	counts := s.Figures().Jobs
	if counts[job.Queued] != 0 || counts[job.Cancelled] != 1 {
		t.Errorf("jobs %v", counts)
	}
	s.tally.mu.Lock()
	defer s.tally.mu.Unlock()
	if n := s.tally.owners["ann"]; n != 0 {
		t.Errorf("the client has %d jobs that have not ended", n)
	}
}
