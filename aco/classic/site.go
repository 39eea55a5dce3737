package classic

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// site is a device, or the processor, and the colonies of a run that it works for.
type site struct {
	colonies
	device       *pipeline.Device // nil: the processor
	place        int              // of it among those of the run
	form         KernelConfig
	first, count int // its colonies among all of the run

	whole int        // iterations made to their end
	until int        // the iteration from which on colonies that wait go on too; 0: none waits
	out   StopReason // the clock left no room for more of its work
	lost  *Loss
}

// Loss is the end of a device before that of the run.
type Loss = engine.Loss

// spread returns how many colonies each device gets: as evenly as possible, the first ones one more.
func spread(colonies, devices int) ([]int, error) {
	if colonies < devices {
		return nil, refuse("%d colonies on %d devices: there is at least one a device", colonies, devices)
	}
	counts := make([]int, devices)
	for i := range counts {
		counts[i] = colonies / devices
		if i < colonies%devices {
			counts[i]++
		}
	}
	return counts, nil
}

// placed returns the problem as each device has it, before or after it was prepared.
func placed(p *problem.Problem, devices int) ([]*problem.Problem, error) {
	counts, err := spread(p.Colonies, devices)
	if err != nil {
		return nil, err
	}
	var own []*problem.Problem
	first := 0
	for _, count := range counts {
		part := *p
		part.FirstColony, part.Colonies = first, count
		first += count
		own = append(own, &part)
	}
	return own, nil
}

// openSites makes the devices ready for the first iteration. Where some of them fail, the others take their colonies: the tours do
// not depend on it. The results say what became of each device.
func openSites(ctx context.Context, p *problem.Problem, devices []*pipeline.Device, o Options) ([]*site, []DeviceResult, error) {
	var sites []*site
	results, places, err := Start(devices, o.Started, func(left []*pipeline.Device) (errs []error) {
		if sites, errs = trySites(ctx, p, left, o); errors.Join(errs...) != nil {
			closeSites(sites)
		}
		return errs
	})
	if err != nil {
		return nil, nil, err
	}
	for i, s := range sites {
		s.place = places[i]
	}
	return sites, results, nil
}

// trySites plans on all devices before it prepares the problem, and then starts on all of them at once. The errors are by device.
func trySites(ctx context.Context, p *problem.Problem, devices []*pipeline.Device, o Options) ([]*site, []error) {
	outlined, err := placed(p, len(devices))
	if err != nil {
		return nil, []error{err}
	}
	forms := make([]KernelConfig, len(devices))
	for i, device := range devices {
		if forms[i], err = check(outlined[i], device, o); err != nil {
			return nil, []error{err}
		}
	}
	p.Prepare()
	prepared, err := placed(p, len(devices))
	if err != nil {
		return nil, []error{err}
	}
	sites, errs := make([]*site, len(devices)), make([]error, len(devices))
	var starting sync.WaitGroup
	for i, own := range prepared {
		starting.Go(func() {
			with := o
			with.Kernel = forms[i]
			s := &site{device: devices[i], form: forms[i], first: own.FirstColony, count: own.Colonies}
			if s.colonies, errs[i] = start(ctx, own, devices[i], with); errs[i] == nil {
				sites[i] = s
			}
		})
	}
	starting.Wait()
	return sites, errs
}

func closeSites(sites []*site) {
	for _, s := range sites {
		if s != nil {
			s.close()
		}
	}
}

// failed notes the error of a site's work, if it is one. That a device is gone ends the run only when no other is left; any
// other error ends it.
func (r *run) failed(s *site, err error) bool {
	if err == nil {
		return false
	}
	err = fmt.Errorf("iteration %d: %w", r.made(s)+1, err)
	if !pipeline.DeviceFailed(err) {
		r.err = errors.Join(r.err, err)
		return true
	}
	s.lost = &Loss{Iteration: r.made(s), Elapsed: time.Since(r.options.Started), Err: err}
	for _, other := range r.sites {
		if other.lost == nil {
			return true
		}
	}
	r.err = errors.Join(r.err, err)
	return true
}
