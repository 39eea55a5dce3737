package store

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// The webhook of a job is called when the job has ended, again after a failure and a restart of the
// server, and not after it was told. It is in no record that clients see.
func TestTellEnds(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		folder, ctx := t.TempDir(), t.Context()
		s := open(t, Options{Folder: folder})
		want := job.Webhook{URL: "https://example.com", Secret: "secret"}
		j := submitted(t, s, job.Submission{Webhook: &want})
		submit(t, s) // has none
		calls := 0
		// tell calls webhooks for a time. There have been some calls then.
		tell := func(during time.Duration, until int, failed error) {
			t.Helper()
			ctx, end := context.WithTimeout(ctx, during)
			defer end()
			s.TellEnds(ctx, func(_ context.Context, of job.Job, hook job.Webhook) error {
				if calls++; of.ID != j.ID || hook != want || !of.State.Final() {
					t.Errorf("call for %+v at %+v", of, hook)
				}
				return failed
			})
			if calls != until {
				t.Fatalf("%d calls instead of %d", calls, until)
			}
		}
		cancel(t, s, j.ID)
		const pause = hookTime + hookPause // after the first call
		tell(pause, 1, errors.New("no answer"))
		s.Close()
		s = open(t, Options{Folder: folder})
		tell(3*hookEvery, 2, errors.New("no answer"))
		tell(pause, 2, nil)
		tell(10*time.Minute, 3, nil)
		if _, err := s.hooks.Get(ctx, j.ID); err == nil {
			t.Error("the webhook is still there")
		}
	})
}

// The webhooks of a client that do not answer delay no call for another client.
func TestTellEndsByClient(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := open(t, Options{Memory: true})
		submit := func(owner string) {
			cancel(t, s, submitted(t, s, job.Submission{Owner: owner, Webhook: &job.Webhook{URL: "https://" + owner}}).ID)
		}
		for range 2 * hooksAtOnce {
			submit("ann")
		}
		var mu sync.Mutex
		calls := map[string]int{}
		ctx, end := context.WithCancel(t.Context())
		var telling sync.WaitGroup
		telling.Go(func() {
			s.TellEnds(ctx, func(ctx context.Context, of job.Job, _ job.Webhook) error {
				mu.Lock()
				calls[of.Owner]++
				mu.Unlock()
				if of.Owner == "ann" {
					<-ctx.Done()
				}
				return ctx.Err()
			})
		})
		time.Sleep(2 * hookEvery)
		submit("bob")
		time.Sleep(2 * hookEvery) // no call for ann has ended
		end()
		telling.Wait()
		if calls["ann"] != hooksAtOnce || calls["bob"] != 1 {
			t.Errorf("calls %v", calls)
		}
	})
}

// Two servers make one call.
func TestTellEndsOnce(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		ctx := t.Context()
		s := open(t, Options{Memory: true})
		j := submitted(t, s, job.Submission{Webhook: &job.Webhook{URL: "https://example.com"}})
		cancel(t, s, j.ID)
		var mu sync.Mutex
		calls := 0
		ending, end := context.WithTimeout(ctx, 10*hookEvery)
		defer end()
		var servers sync.WaitGroup
		for range 2 {
			servers.Go(func() {
				s.TellEnds(ending, func(context.Context, job.Job, job.Webhook) error {
					mu.Lock()
					defer mu.Unlock()
					calls++
					return nil
				})
			})
		}
		servers.Wait()
		if calls != 1 {
			t.Errorf("%d calls", calls)
		}
	})
}
