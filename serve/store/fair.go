package store

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/serve/job"
)

// The queue is first in, first out. So that owners take turns, one job of an owner waits in it at
// once. The others wait as records without a message, in the line of their owner, and the next one
// moves up when a worker has taken the first. A job that was given back is in the queue beside it. Jobs
// of a server without tokens have no owner, and are all in the queue.
//
// Workers that help with a job leave it while a job of another owner waits.

// line has the jobs of an owner that wait, in the queue or not, and their priorities.
type line map[string]int

// inLine reports whether a job is in the line of its owner.
func (now tallied) inLine() bool { return now.owner != "" && now.state == job.Queued }

// join adds a job that waits to its owner's line.
func (t *tally) join(id string, now tallied) {
	if !now.inLine() {
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

// waits reports whether a new job of an owner waits outside of the queue: another one is before it.
func (t *tally) waits(owner, id string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for other := range t.lines[owner] {
		if other != id && t.jobs[other].attempt == 0 {
			return true
		}
	}
	return false
}

// unqueued returns the jobs that should have a message in the queue, which has the messages of some jobs.
// Of a line it is the next job, if none of its owner is in the queue.
func (t *tally) unqueued(queued map[string]bool) (ids []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, now := range t.jobs {
		if !now.state.Final() && !now.inLine() && !queued[id] {
			ids = append(ids, id)
		}
	}
	for _, of := range t.lines {
		first, isFull := "", false
		for id, priority := range of {
			switch {
			case queued[id]:
				isFull = isFull || t.jobs[id].attempt == 0
			case first == "", priority > of[first], priority == of[first] && id < first:
				first = id
			}
		}
		if first != "" && !isFull {
			ids = append(ids, first)
		}
	}
	return ids
}

// othersWait reports whether a job of another owner waits that no worker has been given, as far as the
// store answers. Without tokens there are no others.
func (s *Store) othersWait(ctx context.Context, owner string) bool {
	if owner == "" {
		return false
	}
	info, err := s.waiting.Info(ctx)
	if err != nil {
		return false
	}
	for last := info.Delivered.Stream; ; {
		m, err := s.queue.GetMsg(ctx, last+1, jetstream.WithGetMsgSubject(queueSubject+".*")) // of a job
		if err != nil {
			return false
		}
		if r, err := s.load(ctx, string(m.Data)); err == nil && r.State == job.Queued && r.Owner != owner {
			return true
		}
		last = m.Sequence
	}
}
