package engine

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Group has the devices that make the iterations of one colony together. It counts the iterations
// and drops devices that fail. It implements [Colonies] except for Wait.
type Group[S Settings, C Colonies[S]] struct {
	queue[S]
	members []*Site[C]
	results []DeviceResult // of all devices of the run
	started time.Time
	workers *workers // nil: the host does not wait actively
}

// NewGroup returns a group before its first iteration. It records losses in results. If active,
// the host waits actively for the devices and between exchanges: it uses a processor for each
// device.
func NewGroup[S Settings, C Colonies[S]](
	members []*Site[C], results []DeviceResult, started time.Time, active bool,
) Group[S, C] {
	g := Group[S, C]{members: members, results: results, started: started}
	if active {
		g.workers = newWorkers(len(members))
	}
	return g
}

// Working returns the devices that have not failed.
func (g *Group[S, C]) Working() []*Site[C] {
	return slices.DeleteFunc(slices.Clone(g.members), func(s *Site[C]) bool { return s.Lost != nil })
}

// Each calls work for all working devices concurrently. It drops the devices for which work
// returns an error, and reports whether there is one. An error that is not a device's, or that
// leaves no device, is returned.
func (g *Group[S, C]) Each(work func(*Site[C]) error) (lost bool, err error) {
	for i, failure := range g.all(work) {
		if failure != nil {
			lost, err = true, errors.Join(err, g.Drop(g.members[i], failure))
		}
	}
	return lost, err
}

// all calls work for all working devices concurrently. It returns an error or nil for each device.
func (g *Group[S, C]) all(work func(*Site[C]) error) []error {
	if g.workers == nil {
		return eachOf(g.members, work)
	}
	errs := make([]error, len(g.members))
	g.workers.do(func(i int) {
		if s := g.members[i]; s.Lost == nil {
			errs[i] = work(s)
		}
	})
	return errs
}

// Drop drops a device that has failed. If the error is not the device's, or if no device is left,
// it is returned.
func (g *Group[S, C]) Drop(s *Site[C], err error) error {
	if !pipeline.DeviceFailed(err) {
		return err
	}
	s.Lost = &Loss{
		Iteration: g.before, Elapsed: time.Since(g.started), Err: fmt.Errorf("iteration %d: %w", g.before+1, err),
	}
	g.results[s.Device].Lost = s.Lost
	if s.Lost.Shared = len(g.Working()) > 0; s.Lost.Shared {
		return nil
	}
	return err
}

// Next returns the step of the next iteration. ok is false if no iteration is queued.
func (g *Group[S, C]) Next() (step Step[S], ok bool) {
	if len(g.steps) == 0 {
		return Step[S]{}, false
	}
	return g.steps[0], true
}

// Following returns the step of the iteration after the next one. ok is false if no more than one
// iteration is queued.
func (g *Group[S, C]) Following() (step Step[S], ok bool) {
	switch {
	case len(g.steps) > 0 && g.steps[0].Iterations > 1:
		return g.steps[0], true
	case len(g.steps) > 1:
		return g.steps[1], true
	}
	return Step[S]{}, false
}

// Complete counts a completed iteration.
func (g *Group[S, C]) Complete() { g.complete(1) }

// Submit implements [Colonies]. Iterations are submitted when the group waits for them.
func (g *Group[S, C]) Submit(time.Time) error { return nil }

// Busy implements [Colonies].
func (g *Group[S, C]) Busy() bool { return len(g.steps) > 0 }

// OutOfTime implements [Colonies].
func (g *Group[S, C]) OutOfTime() bool { return false }

// Committed implements [Colonies].
func (g *Group[S, C]) Committed() int { return g.before }

// Stages implements [Colonies]. It returns the sums over all devices.
func (g *Group[S, C]) Stages() (times map[string]time.Duration, rounds map[string]float64) {
	all := Stages{map[string]time.Duration{}, map[string]float64{}}
	for _, s := range g.members {
		all.add(s.Colonies.Stages())
	}
	return all.Times, all.Rounds
}

// Report records the time of each device in its result, and what it exchanged.
func (g *Group[S, C]) Report(exchange func(C) DeviceExchange) {
	for _, s := range g.members {
		e := exchange(s.Colonies)
		g.results[s.Device].Busy, g.results[s.Device].Exchange = busy[S](s.Colonies), &e
	}
}

// Close implements [Colonies].
func (g *Group[S, C]) Close() {
	if g.workers != nil {
		g.workers.close()
	}
	closeSites(g.members)
}
