package store

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/timed"
	"github.com/aco-vk/aco-vk/serve/job"
)

// tally counts the jobs of a store by state and by owner.
type tally struct {
	mu     sync.Mutex
	jobs   map[string]tallied
	states map[job.State]int
	owners map[string]int   // jobs that have not ended
	bytes  map[string]int64 // of the objects of an owner's jobs
	lines  map[string]line  // of each owner; none of a server without tokens

	figures job.Figures
}

// tallied is what a job counts as.
type tallied struct {
	state job.State
	owner string
	bytes int64
	since time.Time // when it came into the state

	priority int
	replay   job.Digest // of its result

	attempt, losses, givenBack int
}

// tallied returns what a job counts as that came into its state at a time.
func (r *record) tallied(since time.Time) tallied {
	now := tallied{state: r.State, owner: r.Owner, bytes: r.Bytes, since: since, attempt: r.Attempt, priority: r.Options.Priority,
		losses: len(r.Losses), givenBack: len(r.GivenBack)}
	if r.Result != nil {
		now.replay = r.Result.Replay
	}
	return now
}

func newTally() *tally {
	return &tally{jobs: map[string]tallied{}, states: map[job.State]int{}, owners: map[string]int{},
		bytes: map[string]int64{}, lines: map[string]line{}, figures: newFigures()}
}

// set counts a job as it is now, and returns what it was counted as before.
func (t *tally) set(id string, now tallied) (before tallied, known bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	before, known = t.jobs[id]
	if before.state == now.state {
		now.since = before.since
	}
	t.drop(id)
	t.add(id, now)
	return before, known
}

// remove forgets a job.
func (t *tally) remove(id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drop(id)
}

// all returns the states of all jobs.
func (t *tally) all() map[string]job.State {
	t.mu.Lock()
	defer t.mu.Unlock()
	states := make(map[string]job.State, len(t.jobs))
	for id, now := range t.jobs {
		states[id] = now.state
	}
	return states
}

// find returns what a job counts as, if there is the job.
func (t *tally) find(id string) (now tallied, known bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now, known = t.jobs[id]
	return now, known
}

// keepOnly forgets all jobs but some.
func (t *tally) keepOnly(ids map[string]bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id := range t.jobs {
		if !ids[id] {
			t.drop(id)
		}
	}
}

func (t *tally) drop(id string) {
	if before, ok := t.jobs[id]; ok {
		t.count(before, -1)
		delete(t.jobs, id)
		t.leave(id, before)
	}
}

func (t *tally) add(id string, now tallied) {
	t.jobs[id] = now
	t.count(now, 1)
	t.join(id, now)
}

func (t *tally) count(of tallied, by int) {
	t.states[of.state] += by
	if t.bytes[of.owner] += int64(by) * of.bytes; t.bytes[of.owner] == 0 {
		delete(t.bytes, of.owner)
	}
	if of.state.Final() {
		return
	}
	if t.owners[of.owner] += by; t.owners[of.owner] == 0 {
		delete(t.owners, of.owner)
	}
}

// reserve counts a new job, unless the options allow no more. isNew is false if the job is counted
// already: two requests with one idempotency key may begin it at once.
func (t *tally) reserve(id string, now tallied, o Options) (isNew bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, known := t.jobs[id]; known {
		return false, nil
	}
	if err := t.admits(now.owner, now.bytes, o); err != nil {
		return false, err
	}
	t.add(id, now)
	return true, nil
}

// admits returns an error if the options allow no further job of an owner.
func (t *tally) admits(owner string, bytes int64, o Options) error {
	switch {
	case t.states[job.Queued]+t.states[job.Running] >= mostUnended:
		return job.ErrFull
	case o.PerOwner > 0 && t.owners[owner] >= o.PerOwner:
		return job.ErrTooMany
	case o.Bytes > 0 && t.bytes[owner]+bytes > o.Bytes:
		return job.ErrQuota
	}
	return nil
}

// Admits implements job.Store.
func (s *Store) Admits(ctx context.Context, from *job.Submission) error {
	s.tally.mu.Lock()
	err := s.tally.admits(from.Owner, from.Bytes, s.options)
	s.tally.mu.Unlock()
	if err == nil {
		return nil
	}
	if from.Key != "" {
		if _, known := s.keys.Get(ctx, keyOf(from)); known == nil {
			return nil // Submit returns the job of the key
		}
	}
	return fmt.Errorf("submit job: %w", err)
}

// mayHaveReplay returns the jobs of an owner whose result has a replay, or that may have one by now: the
// tally can be behind.
func (t *tally) mayHaveReplay(owner string, replay job.Digest) (ids []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, now := range t.jobs {
		switch {
		case now.owner != owner:
		case now.replay == replay:
			ids = slices.Insert(ids, 0, id) // looked at first
		case !now.state.Final():
			ids = append(ids, id)
		}
	}
	return ids
}

// HasReplay implements job.Store.
func (s *Store) HasReplay(ctx context.Context, owner string, replay job.Digest) (bool, error) {
	for _, id := range s.tally.mayHaveReplay(owner, replay) {
		r, err := s.load(ctx, id)
		if err != nil && !isGone(err) {
			return false, err
		}
		if err == nil && r.Result != nil && r.Result.Replay == replay {
			return true, nil
		}
	}
	return false, nil
}

// startTally counts the jobs that are there, and keeps the tally up to date until the connection
// is closed. It returns the objects that the jobs name, each with one of the jobs.
func (s *Store) startTally(ctx context.Context) (named map[job.Digest]string, err error) {
	done := make(chan counted, 1)
	tell := func(all counted) {
		select {
		case done <- all:
		default: // nobody waits any more
		}
	}
	go func() {
		ctx := s.life
		for ctx.Err() == nil {
			if err := s.followJobs(ctx, tell); err != nil {
				tell(counted{err: err})
				s.options.Log.Warn("the jobs are counted again after an error", "error", err)
			}
			timed.Pause(ctx, attemptPause)
		}
	}()
	select {
	case all := <-done:
		return all.named, all.err
	case <-ctx.Done():
		return nil, fmt.Errorf("count jobs: %w", ctx.Err())
	}
}

// counted is the end of the first count.
type counted struct {
	named map[job.Digest]string // the objects of all jobs, each with a job
	err   error
}

// followJobs counts each job and each change, until JetStream gives up. It calls complete when all
// jobs are counted.
func (s *Store) followJobs(ctx context.Context, complete func(counted)) error {
	there, named := map[string]bool{}, map[job.Digest]string{} // before complete
	for entry, err := range s.watchOnce(ctx, s.jobs, jetstream.AllKeys) {
		if err != nil {
			return fmt.Errorf("count jobs: %w", err)
		}
		if entry == nil {
			s.tally.keepOnly(there)
			complete(counted{named: named})
			there, named = nil, nil
			continue
		}
		if there != nil {
			there[entry.Key()] = true
		}
		if entry.Operation() != jetstream.KeyValuePut {
			s.tally.remove(entry.Key())
			continue
		}
		r, err := recordOf(entry)
		if err != nil {
			continue // who reads the job gets the error of a damaged record
		}
		if was, _ := s.tally.find(r.ID); r.State.Final() && !was.state.Final() {
			_ = s.ledger.add(hasEnded, r.ID) // without it a loss of the end is not noticed
		}
		before, known := s.tally.set(r.ID, r.tallied(entry.Created()))
		if known || there == nil {
			s.note(before, &r.Job)
		}
		if before.state == job.Queued && r.State != job.Queued && r.Owner != "" {
			signal(s.moved)
		}
		if named == nil {
			continue
		}
		for _, object := range r.objects() {
			if object != "" {
				named[object] = r.ID
			}
		}
	}
	return nil
}
