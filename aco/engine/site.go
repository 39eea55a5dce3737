package engine

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/pipeline"
)

// Site is a device or the processor, with its colonies of a run.
type Site[C Colonies] struct {
	Colonies C
	Part
	Device int   // its number among those of the run; -1: the processor, until they are ready
	Lost   *Loss // nil while it works
}

// Each calls work for all working sites concurrently. It drops those for which work returns an error.
func (r *Run[C]) Each(work func(*Site[C]) error) {
	for i, err := range eachOf(r.Sites, work) {
		r.Fail(r.Sites[i], err)
	}
}

// eachOf calls work for all working sites concurrently. It returns an error or nil for each site.
func eachOf[C Colonies](sites []*Site[C], work func(*Site[C]) error) []error {
	errs := make([]error, len(sites))
	var working sync.WaitGroup
	for i, s := range sites {
		if s.Lost == nil {
			working.Go(func() { errs[i] = work(s) })
		}
	}
	working.Wait()
	return errs
}

// Any reports whether a condition holds for a working site.
func (r *Run[C]) Any(holds func(*Site[C]) bool) bool {
	return slices.ContainsFunc(r.Sites, func(s *Site[C]) bool { return s.Lost == nil && holds(s) })
}

// AnyLost reports whether a site was dropped.
func (r *Run[C]) AnyLost() bool {
	return slices.ContainsFunc(r.Sites, func(s *Site[C]) bool { return s.Lost != nil })
}

// Fail drops a site after an error. An error that is not the device's, or that leaves no site, ends the run. If err is nil, Fail does
// nothing.
func (r *Run[C]) Fail(s *Site[C], err error) {
	if err == nil || s.Lost != nil {
		return
	}
	err = fmt.Errorf("iteration %d: %w", s.Colonies.Completed()+1, err)
	if pipeline.DeviceFailed(err) {
		s.Lost = &Loss{Iteration: s.Colonies.Completed(), Elapsed: time.Since(r.Started), Err: err}
		if r.Any(func(*Site[C]) bool { return true }) {
			return
		}
	}
	r.failure = err
}
