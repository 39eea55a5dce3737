package merged

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// site is a device, or the processor, and the colonies of a run that it works for.
type site struct {
	colonies
	place        int           // of the device among those of the run
	first, count int           // its colonies among all of the run
	states       []model.State // by the last batch
	made         int           // iterations by the last batch
	wrong        bool          // it returned what is no tour, or not of its length
	lost         *classic.Loss
}

// spread returns the model as each of several devices has it: with as many of the colonies as the others, the first ones with one
// more.
func spread(m *model.Model, devices int) ([]*model.Model, error) {
	if m.Parameters.Colonies < devices {
		return nil, refuse("%d colonies on %d devices: there is at least one a device", m.Parameters.Colonies, devices)
	}
	var own []*model.Model
	first := 0
	for i := range devices {
		part := *m
		part.FirstColony, part.Colonies = first, m.Parameters.Colonies/devices
		if i < m.Parameters.Colonies%devices {
			part.Colonies++
		}
		first += part.Colonies
		own = append(own, &part)
	}
	return own, nil
}

// each runs work for all sites that are there, at once, and notes those that it fails for.
func (r *run) each(work func(*site) error) {
	errs := make([]error, len(r.sites))
	var working sync.WaitGroup
	for i, s := range r.sites {
		if s.lost == nil {
			working.Go(func() { errs[i] = work(s) })
		}
	}
	working.Wait()
	for i, s := range r.sites {
		r.failed(s, errs[i])
	}
}

// any says whether something holds for a site that is there.
func (r *run) any(holds func(*site) bool) bool {
	for _, s := range r.sites {
		if s.lost == nil && holds(s) {
			return true
		}
	}
	return false
}

// anyLost says whether a site is there no longer.
func (r *run) anyLost() bool {
	return slices.ContainsFunc(r.sites, func(s *site) bool { return s.lost != nil })
}

// failed notes the error of a site's work, if it is one. The run goes on while another site is left and the device of this one is
// gone.
func (r *run) failed(s *site, err error) {
	if err == nil {
		return
	}
	err = fmt.Errorf("iteration %d: %w", s.made+1, err)
	r.schedule.Spoilt = "a device failed"
	if pipeline.DeviceFailed(err) {
		s.lost = &classic.Loss{Iteration: s.made, Elapsed: time.Since(r.options.Started), Err: err}
		if r.any(func(*site) bool { return true }) {
			return
		}
	}
	r.failure = err
}
