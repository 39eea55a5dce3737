package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/must"
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
		watcher := must.Get(s.jobs.WatchAll(t.Context(), jetstream.UpdatesOnly()))(t)
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
	if n := messages(t, s); n != jobs*machines {
		t.Errorf("the queue has %d messages of %d jobs for %d machines", n, jobs, machines)
	}
}

// The messages of a job that were not queued are, when it is submitted again.
func TestSubmitAgainQueues(t *testing.T) {
	s := open(t, Options{Memory: true})
	submission := job.Submission{Key: "k"}
	j := submitted(t, s, submission)
	if err := s.stream.DeleteStream(t.Context(), queueStream); err != nil { // and what it knows of earlier messages
		t.Fatal(err)
	}
	must.Do(t, s.create(t.Context(), 1))
	if _, created, err := s.Submit(t.Context(), submission); err != nil || created {
		t.Fatalf("submitted again: created %t, error %v", created, err)
	}
	if n := messages(t, s); n != 1 {
		t.Fatalf("the queue has %d messages", n)
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
	first := submitted(t, s, submission)
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
		submit(t, s)
		ended, end := context.WithCancel(t.Context())
		end()
		for range 500 {
			given := time.Now()
			lease := take(t, s, "w")
			if waited := time.Since(given); waited > defaultLease/2 {
				t.Fatalf("the job was taken after %v", waited)
			}
			must.Do(t, lease.Release(t.Context()))
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
		for n, want := range []job.State{job.Queued, job.Failed} {
			must.Do(t, take(t, s, "w").GiveBack(t.Context(), "the disk is full"))
			var err error
			if j, err = s.Job(t.Context(), j.ID); err != nil || j.State != want || len(j.Losses) != 0 ||
				len(j.GivenBack) != n+1 || j.GivenBack[n].Reason != "the disk is full" {
				t.Errorf("the job is %+v, error %v", j, err)
			}
		}
		if p := j.Problem; p == nil || p.Type != "workers" || !strings.Contains(p.Detail, "the disk is full") {
			t.Errorf("the problem is %+v", p)
		}
		if n := messages(t, s); n != 0 {
			t.Errorf("the queue has %d messages", n)
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
	cancel(t, s, id)
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
