package store

import (
	"errors"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
)

// The events of a job that is removed end with an error.
func TestEventsOfRemovedJob(t *testing.T) {
	s := open(t, Options{Memory: true})
	j := submit(t, s)
	var last error
	events := 0
	for _, err := range s.Events(t.Context(), j.ID, 0) {
		if events, last = events+1, err; err != nil {
			break
		}
		must.Do(t, s.jobs.Purge(t.Context(), j.ID))
	}
	if events != 2 || !errors.Is(last, job.ErrNotFound) {
		t.Errorf("%d events, the last error is %v", events, last)
	}
}
