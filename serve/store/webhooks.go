package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/timed"
	"github.com/aco-vk/aco-vk/serve/job"
)

const (
	// hookEvery is the time between two searches for webhooks that are due.
	hookEvery = time.Second
	// hookTime bounds a call of a webhook.
	hookTime = 15 * time.Second
	// hookPause is the pause after the first call that failed. Each further one is twice as long.
	hookPause = 5 * time.Second
	// hookTries is the number of calls until a webhook is given up, after three hours.
	hookTries = 12
	// hooksAtOnce is the number of calls at once for a client. Those that do not answer delay no other
	// client's.
	hooksAtOnce = 16
	// orphanTime is how long a webhook without a job is kept. It is stored before its job.
	orphanTime = time.Hour
)

// hook is a webhook in the bucket, under the identifier of its job. It is removed when the webhook
// was told.
type hook struct {
	job.Webhook
	Tries int       `json:"tries"`
	Next  time.Time `json:"next,omitzero"` // not before this time
}

// hooked is a hook with its revision.
type hooked struct {
	hook
	number uint64
	since  time.Time
	owner  string // of its job; "": also of a job that is gone
}

// addHook stores the webhook of a new job.
func (s *Store) addHook(ctx context.Context, id string, of *job.Webhook) error {
	if of == nil {
		return nil
	}
	text, err := json.Marshal(hook{Webhook: *of})
	if err == nil {
		_, err = s.hooks.Put(ctx, id, text)
	}
	return err
}

// TellEnds calls the webhooks of jobs that have ended, until the context ends. Several servers may
// do so at once: one of them makes each call. A call that fails is repeated, also after a restart.
// A webhook may be told twice if a server ends between the call and its record.
func (s *Store) TellEnds(ctx context.Context, call func(context.Context, job.Job, job.Webhook) error) {
	t := teller{store: s, call: call, waiting: map[string]hooked{}, calling: map[string]int{}}
	go t.follow(ctx)
	for timed.Pause(ctx, hookEvery) {
		t.tellDue(ctx)
	}
	t.calls.Wait()
}

// teller calls webhooks.
type teller struct {
	store *Store
	call  func(context.Context, job.Job, job.Webhook) error
	calls sync.WaitGroup

	mu      sync.Mutex
	waiting map[string]hooked // by job
	calling map[string]int    // calls by owner
}

// follow keeps up to date which webhooks there are.
func (t *teller) follow(ctx context.Context) {
	for entry, err := range t.store.watch(ctx, t.store.hooks, jetstream.AllKeys) {
		if err != nil {
			t.store.options.Log.Error("webhooks are not called any more", "error", err)
			return
		}
		if entry == nil {
			continue
		}
		h := hooked{number: entry.Revision(), since: entry.Created()}
		t.mu.Lock()
		if entry.Operation() != jetstream.KeyValuePut || json.Unmarshal(entry.Value(), &h.hook) != nil {
			delete(t.waiting, entry.Key())
		} else {
			t.waiting[entry.Key()] = h
		}
		t.mu.Unlock()
	}
}

// tellDue begins the calls that are due.
func (t *teller) tellDue(ctx context.Context) {
	now := time.Now()
	for id, h := range t.due(now) {
		t.calls.Go(func() {
			defer t.end(h.owner)
			if err := t.tell(ctx, id, h, now); err != nil && ctx.Err() == nil && !isConflict(err) {
				t.store.options.Log.Warn("a webhook could not be handled; it is tried again", "job", id, "error", err)
			}
		})
	}
}

// due returns webhooks whose jobs have ended or are gone, and whose time has come, as many as each
// client may have called at once. end is called for each.
func (t *teller) due(now time.Time) map[string]hooked {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := map[string]hooked{}
	for id, h := range t.waiting {
		of, known := t.store.tally.find(id)
		if t.calling[of.owner] < hooksAtOnce && h.Next.Before(now) &&
			(known && of.state.Final() || !known && now.Sub(h.since) > orphanTime) {
			h.owner = of.owner
			list[id] = h
			t.calling[of.owner]++
		}
	}
	return list
}

// end ends a call for a client.
func (t *teller) end(owner string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.calling[owner]--; t.calling[owner] == 0 {
		delete(t.calling, owner)
	}
}

// tell calls a webhook. It claims the call before: of several servers only one succeeds.
func (t *teller) tell(ctx context.Context, id string, h hooked, now time.Time) error {
	s := t.store
	j, err := s.Job(ctx, id)
	if errors.Is(err, job.ErrNotFound) {
		return s.hooks.Purge(ctx, id)
	}
	if err != nil {
		return err
	}
	if !j.State.Final() { // the tally has not known it yet
		return nil
	}
	h.Tries++
	h.Next = now.Add(hookTime + hookPause<<(h.Tries-1))
	text, err := json.Marshal(h.hook)
	if err != nil {
		return err
	}
	if _, err := s.hooks.Update(ctx, id, text, h.number); err != nil {
		return err
	}
	calling, end := context.WithTimeout(ctx, hookTime)
	defer end()
	failed := t.call(calling, j, h.Webhook)
	switch {
	case failed == nil:
		s.options.Log.Info("webhook told", "job", id, "tries", h.Tries)
	case ctx.Err() != nil:
		return nil // it is called again after the restart
	case h.Tries < hookTries:
		s.options.Log.Warn("webhook failed; it is called again", "job", id, "tries", h.Tries, "next", h.Next, "error", failed)
		return nil
	default:
		s.options.Log.Error("webhook given up", "job", id, "tries", h.Tries, "error", failed)
	}
	if err := s.hooks.Purge(ctx, id); err != nil {
		return fmt.Errorf("remove the webhook: %w", err)
	}
	return nil
}
