package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
)

// The queue is first in, first out. So that a client with many jobs does not keep others waiting,
// only some jobs of an owner are in it at once. The others wait as records without a message, in the
// line of their owner, and move up when a worker has taken one. Jobs of a server without tokens
// have no owner, and are all in the queue.

const (
	// fairShare is the number of an owner's waiting jobs that are in the queue.
	fairShare = 16
	// feedPause is the time between two times when jobs move up.
	feedPause = 100 * time.Millisecond
)

// line has the jobs of an owner that wait, in the queue or not, and their priorities.
type line map[string]int

// join adds a job that waits to its owner's line.
func (t *tally) join(id string, now tallied) {
	if now.owner == "" || now.state != job.Queued {
		return
	}
	if t.lines[now.owner] == nil {
		t.lines[now.owner] = line{}
	}
	t.lines[now.owner][id] = now.priority
}

// leave removes a job from its owner's line.
func (t *tally) leave(id string, of tallied) {
	delete(t.lines[of.owner], id)
	if len(t.lines[of.owner]) == 0 {
		delete(t.lines, of.owner)
	}
}

// waits reports whether a new job of an owner waits outside of the queue. The job is counted.
func (t *tally) waits(owner string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.lines[owner]) > fairShare
}

// moveUp returns the jobs that may move into the queue, which has some jobs.
func (t *tally) moveUp(queued map[string]bool) (ids []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, of := range t.lines {
		room := fairShare
		var held []string
		for id := range of {
			if queued[id] {
				room--
			} else {
				held = append(held, id)
			}
		}
		slices.SortFunc(held, func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b)) })
		ids = append(ids, held[:min(len(held), max(0, room))]...)
	}
	return ids
}

// inLine reports whether a job is in the line of its owner.
func (t *tally) inLine(id string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, in := t.lines[t.jobs[id].owner][id]
	return in
}

// hasLines reports whether jobs wait that have an owner.
func (t *tally) hasLines() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.lines) > 0
}

// tellMoved makes keepQueued move jobs up, because a job has left the queue.
func (s *Store) tellMoved() {
	select {
	case s.moved <- struct{}{}:
	default: // it has been told
	}
}

// feed moves jobs of owners into the queue, as far as each has room there. Several servers may do
// so at once: the queue ignores the second message of a job.
func (s *Store) feed(ctx context.Context, age time.Duration) error {
	if !s.tally.hasLines() {
		return nil
	}
	queued, err := s.queuedJobs(ctx)
	if err != nil {
		return fmt.Errorf("list the queue: %w", err)
	}
	for _, id := range s.tally.moveUp(queued) {
		if err := s.feedJob(ctx, id, age); err != nil && !isGone(err) {
			return fmt.Errorf("queue job %s: %w", id, err)
		}
	}
	return nil
}

// feedJob adds the messages of a job that waits. If the queue has lost them, it ignores their names:
// a job of an age gets one of another name.
func (s *Store) feedJob(ctx context.Context, id string, age time.Duration) error {
	r, err := s.load(ctx, id)
	if err != nil || r.State != job.Queued {
		return err
	}
	isNew, err := s.enqueue(ctx, r.Job)
	if err != nil || isNew {
		return err
	}
	return s.revive(ctx, id, age)
}
