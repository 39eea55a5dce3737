package engine

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Colonies are the colonies of one site. They have a queue of iterations to make. One goroutine
// uses them at a time.
type Colonies[S Settings] interface {
	// Enqueue appends the iterations of a step to the queue.
	Enqueue(Step[S])
	// Submit submits queued iterations, as many as can be in flight. With a deadline it submits
	// only iterations that are expected to end by then.
	Submit(deadline time.Time) error
	// NeedsStep reports whether the queue is empty and more iterations could be submitted.
	NeedsStep() bool
	// Busy reports whether iterations are in flight, or are queued and have time before the
	// deadline.
	Busy() bool
	// OutOfTime reports whether iterations are queued that cannot end before the deadline.
	OutOfTime() bool
	// Wait returns when some of the iterations in flight are complete, and records their results.
	// The end of the context interrupts only the processor.
	Wait(context.Context) error
	// Completed returns how many iterations of the run are complete.
	Completed() int
	// Committed returns how many iterations are complete or must be completed. It does not count
	// an iteration that can be dropped because it has changed nothing yet.
	Committed() int
	// Truncate drops the queued iterations after a number, which is at least Committed.
	Truncate(iterations int)
	// Stages returns the time spent in each stage, and how often each stage ran. Parts of a stage
	// count as fractions.
	Stages() (times map[string]time.Duration, rounds map[string]float64)
	// Close frees the resources of the site.
	Close()
}

// ColonyRange is a range of a run's colonies.
type ColonyRange struct{ First, Count int }

// Spread divides colonies over devices as evenly as possible. The first devices get one more.
func Spread(colonies, devices int) ([]ColonyRange, error) {
	if devices == 0 {
		return nil, option.Errorf("no devices: give at least one, or the processor")
	}
	if colonies < devices {
		return nil, option.Errorf("%d colonies on %d devices: every device needs a colony", colonies, devices)
	}
	ranges, first := make([]ColonyRange, devices), 0
	for i := range ranges {
		ranges[i] = ColonyRange{first, colonies / devices}
		if i < colonies%devices {
			ranges[i].Count++
		}
		first += ranges[i].Count
	}
	return ranges, nil
}

// Site is a device or the processor, with its colonies of a run.
type Site[C any] struct {
	Colonies C
	ColonyRange
	Device int   // its number among the devices; -1: the processor, until they are ready
	Lost   *Loss // nil while it works
}

// noDevice is Site.Device of the processor while the devices of the run are not ready.
const noDevice = -1

// Each calls work for all working sites concurrently. It drops those for which work returns an
// error.
func (r *Run[S, C]) Each(work func(*Site[C]) error) {
	if len(r.sites) == 1 && r.sites[0].Lost == nil { // without the memory of several
		r.Fail(r.sites[0], work(r.sites[0]))
		return
	}
	for i, err := range eachOf(r.sites, work) {
		r.Fail(r.sites[i], err)
	}
}

// eachOf calls work for all working sites concurrently. It returns an error or nil for each site.
func eachOf[C any](sites []*Site[C], work func(*Site[C]) error) []error {
	errs := make([]error, len(sites))
	var working sync.WaitGroup
	last := len(sites) - 1 // in this goroutine: the sites are mostly one
	for i, s := range sites {
		if s.Lost == nil && i < last {
			working.Go(func() { errs[i] = work(s) })
		}
	}
	if last >= 0 && sites[last].Lost == nil {
		errs[last] = work(sites[last])
	}
	working.Wait()
	return errs
}

// any reports whether a condition holds for a working site.
func (r *Run[S, C]) any(holds func(*Site[C]) bool) bool {
	return slices.ContainsFunc(r.sites, func(s *Site[C]) bool { return s.Lost == nil && holds(s) })
}

// Sites returns the sites of the run, including lost ones.
func (r *Run[S, C]) Sites() []*Site[C] { return r.sites }

// AnyLost reports whether a site was dropped.
func (r *Run[S, C]) AnyLost() bool {
	return slices.ContainsFunc(r.sites, func(s *Site[C]) bool { return s.Lost != nil })
}

// Fail drops a site after an error. An error that is not the device's, or that leaves no site,
// ends the run. If err is nil, Fail does nothing.
func (r *Run[S, C]) Fail(s *Site[C], err error) {
	if err == nil || s.Lost != nil {
		return
	}
	err = fmt.Errorf("iteration %d: %w", s.Colonies.Completed()+1, err)
	if pipeline.DeviceFailed(err) {
		s.Lost = &Loss{Iteration: s.Colonies.Completed(), Elapsed: r.Elapsed(), Err: err}
		if r.any(func(*Site[C]) bool { return true }) {
			return
		}
	}
	r.failure = err
}

// Abort ends the run with an error that is not a device's.
func (r *Run[S, C]) Abort(err error) { r.failure = err }

// Failure returns the error that ended the run before a rule did, or nil.
func (r *Run[S, C]) Failure() error { return r.failure }
