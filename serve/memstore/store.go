// Package memstore has a store of jobs in memory: of a run that somebody watches, and for tests.
package memstore

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
)

// Store is a store in memory. Change is what a worker does.
type Store struct {
	mu      sync.Mutex
	objects map[job.Digest][]byte
	entries []*entry // the oldest first
	workers []job.Worker

	submitted int // jobs

	PerOwner int // jobs of an owner that have not ended; 0: any number
}

var _ job.Store = (*Store)(nil)

// entry is a job with what belongs to it.
type entry struct {
	job     job.Job
	key     string
	events  []job.Event
	changed chan struct{} // closed when an event is added
}

// Put implements job.Store.
func (m *Store) Put(_ context.Context, data []byte) (job.Digest, error) {
	digest := job.DigestOf(data)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.objects == nil {
		m.objects = map[job.Digest][]byte{}
	}
	m.objects[digest] = data
	return digest, nil
}

// PutFrom implements job.Store.
func (m *Store) PutFrom(ctx context.Context, from io.ReadSeeker) (job.Digest, error) {
	data, err := io.ReadAll(from)
	if err != nil {
		return "", err
	}
	return m.Put(ctx, data)
}

// Object implements job.Store.
func (m *Store) Object(_ context.Context, digest job.Digest) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, ok := m.objects[digest]
	if !ok {
		return nil, fmt.Errorf("object %s: %w", digest, job.ErrNotFound)
	}
	return data, nil
}

// Forget removes an object.
func (m *Store) Forget(digest job.Digest) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.objects, digest)
}

// Submit implements job.Store.
func (m *Store) Submit(_ context.Context, s job.Submission) (_ job.Job, created bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e := m.ofKey(&s); e != nil {
		if !s.Repeats(&e.job) {
			return job.Job{}, false, fmt.Errorf("key %q: %w", s.Key, job.ErrConflict)
		}
		return e.job, false, nil
	}
	if err := m.admits(s.Owner); err != nil {
		return job.Job{}, false, err
	}
	m.submitted++
	e := &entry{key: s.Key, changed: make(chan struct{}), job: s.NewJob(fmt.Sprintf("%08d", m.submitted))}
	m.entries = append(m.entries, e)
	e.add(job.EventState)
	return e.job, true, nil
}

// Admits implements job.Store.
func (m *Store) Admits(_ context.Context, s *job.Submission) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ofKey(s) != nil {
		return nil
	}
	return m.admits(s.Owner)
}

// ofKey returns the entry of a submission's key, nil if it has none.
func (m *Store) ofKey(s *job.Submission) *entry {
	for _, e := range m.entries {
		if s.Key != "" && e.key == s.Key && e.job.Owner == s.Owner {
			return e
		}
	}
	return nil
}

func (m *Store) admits(owner string) error {
	if m.PerOwner > 0 && m.active(owner) >= m.PerOwner {
		return fmt.Errorf("submit job: %w", job.ErrTooMany)
	}
	return nil
}

// active returns the number of an owner's jobs that have not ended.
func (m *Store) active(owner string) (n int) {
	for _, e := range m.entries {
		if e.job.Owner == owner && !e.job.State.Final() {
			n++
		}
	}
	return n
}

// Counts implements job.Store.
func (m *Store) Counts(context.Context) (map[job.State]int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	counts := map[job.State]int{}
	for _, e := range m.entries {
		counts[e.job.State]++
	}
	return counts, nil
}

// find returns the entry of a job.
func (m *Store) find(id string) (*entry, error) {
	for _, e := range m.entries {
		if e.job.ID == id {
			return e, nil
		}
	}
	return nil, fmt.Errorf("job %s: %w", id, job.ErrNotFound)
}

// Job implements job.Store.
func (m *Store) Job(_ context.Context, id string) (job.Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, err := m.find(id)
	if err != nil {
		return job.Job{}, err
	}
	return e.job, nil
}

// Jobs implements job.Store.
func (m *Store) Jobs(_ context.Context, filter job.Filter, before string, limit int) (list []job.Job, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range slices.Backward(m.entries) {
		switch j := e.job; {
		case len(list) == limit:
			return list, nil
		case before != "" && j.ID >= before, filter.Owner != "" && j.Owner != filter.Owner, filter.State != "" &&
			j.State != filter.State:
		default:
			list = append(list, j)
		}
	}
	return list, nil
}

// Cancel implements job.Store.
func (m *Store) Cancel(_ context.Context, id string) (job.Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, err := m.find(id)
	if err != nil {
		return job.Job{}, err
	}
	switch e.job.State {
	case job.Queued:
		e.job.State = job.Cancelled
		e.job.Ended = time.Now().UTC()
		e.add(job.EventState)
	case job.Running:
		e.job.CancelRequested = true
	}
	return e.job, nil
}

// Remove implements job.Store. It keeps the objects.
func (m *Store) Remove(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, err := m.find(id)
	if err != nil {
		return err
	}
	if !e.job.State.Final() {
		return fmt.Errorf("job %s: %w", id, job.ErrNotEnded)
	}
	m.entries = slices.DeleteFunc(m.entries, func(of *entry) bool { return of == e })
	return nil
}

// Change changes a job as a worker does, and adds an event of a kind.
func (m *Store) Change(id string, kind job.EventKind, change func(*job.Job)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, err := m.find(id)
	if err != nil {
		return err
	}
	change(&e.job)
	e.add(kind)
	return nil
}

// add adds an event of the job's present state.
func (e *entry) add(kind job.EventKind) {
	event := job.Event{Sequence: uint64(len(e.events)) + 1, Kind: kind, Time: time.Now().UTC()}
	if kind == job.EventState {
		event.Job = new(e.job)
	} else {
		event.Progress = new(e.job.Progress)
	}
	e.events = append(e.events, event)
	close(e.changed)
	e.changed = make(chan struct{})
}

// Events implements job.Store. No reader misses an event.
func (m *Store) Events(ctx context.Context, id string, after uint64) iter.Seq2[job.Event, error] {
	return func(yield func(job.Event, error) bool) {
		for {
			m.mu.Lock()
			e, err := m.find(id)
			if err != nil {
				m.mu.Unlock()
				yield(job.Event{}, err)
				return
			}
			events, changed, final := e.events[min(after, uint64(len(e.events))):], e.changed, e.job.State.Final()
			m.mu.Unlock()
			for _, event := range events {
				if !yield(event, nil) {
					return
				}
				after = event.Sequence
			}
			if final {
				return
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	}
}

// SetWorkers sets the workers that are there.
func (m *Store) SetWorkers(workers ...job.Worker) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.workers = workers
}

// Workers implements job.Store.
func (m *Store) Workers(context.Context) ([]job.Worker, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.workers), nil
}

// Ready implements job.Store.
func (m *Store) Ready(context.Context) error { return nil }
