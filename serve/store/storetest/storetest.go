// Package storetest has stores for the tests of what uses them.
package storetest

import (
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/tsp"
)

// New returns an empty store in memory, which ends with the test.
func New(t testing.TB) *store.Store {
	t.Helper()
	return Open(t, store.Options{Memory: true})
}

// Open opens a store, which ends with the test.
func Open(t testing.TB, o store.Options) *store.Store {
	t.Helper()
	s := must.Get(store.Open(t.Context(), o))(t)
	t.Cleanup(s.Close)
	return s
}

// Take takes a job as a worker does. It is the one that waits longest.
func Take(t testing.TB, s *store.Store, id string) job.Lease {
	t.Helper()
	l := must.Get(s.Take(t.Context(), "worker"))(t)
	if l.Job().ID != id {
		t.Fatalf("the worker has job %s instead of %s", l.Job().ID, id)
	}
	return l
}

// Finish ends a job that a worker has taken with a tour.
func Finish(t testing.TB, s *store.Store, l job.Lease, tour ...int32) {
	t.Helper()
	digest, err := s.Put(t.Context(), job.EncodeTour(tsp.Tour(tour)))
	if err == nil {
		err = l.Finish(t.Context(), job.Done, &job.Result{Tour: digest}, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
}
