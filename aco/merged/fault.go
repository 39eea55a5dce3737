package merged

import (
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// recover goes back to the best tour that holds, after a check has found that a device computed wrongly. Where that happens again
// before anything was checked and found right, the run goes on without that device.
func (r *run) recover() {
	var faulty []*site
	for _, s := range r.sites {
		if s.lost == nil && slices.ContainsFunc(s.states, func(state model.State) bool { return state.Stop == model.Faulty }) {
			faulty = append(faulty, s)
		}
	}
	r.drain()
	if r.failure != nil {
		return
	}
	if r.model.Windowed() {
		r.good, r.goodness = r.shortest.tour, r.shortest.length
	} else {
		r.shortestOf(r.tours(false))
	}
	r.schedule.Faults++
	for _, s := range r.sites {
		s.wrong = false // that is known already
	}
	if r.doubt > 0 {
		for _, s := range faulty {
			r.failed(s, fmt.Errorf("checks of the tour failed twice in a row: %w; what was found before is kept", pipeline.ErrWrongResult))
		}
	}
	if r.failure != nil {
		return
	}
	// The iterations under way do not count until one is checked.
	r.doubt = r.given + 2*int(r.model.Period)
	r.length = r.goodness
	r.forget(r.length)
	r.joining = false
	r.restart(r.given)
	r.tell(r.given, time.Since(r.options.Started), fmt.Sprintf(
		"a device computed wrongly: the tour was none, or not of its length; the run goes back to the best one before, of length %d", r.goodness))
}

// distrust tells of tours that were left out because they did not hold, and says whether there were any. The states that told of them
// are not believed either.
func (r *run) distrust() (any bool) {
	for _, s := range r.sites {
		any, s.wrong = any || s.wrong, false
	}
	if any {
		r.schedule.Faults++
		r.length = min(r.goodness, r.saved.length)
		if r.model.Windowed() {
			r.length = r.shortest.length
		}
		r.forget(r.length)
		r.tell(r.given, time.Since(r.options.Started), "a device computed wrongly: what it returned is no tour, or not of its length, and is left out")
	}
	return any
}

// shortestOf makes the shortest of some tours the good one, if it is shorter.
func (r *run) shortestOf(tours [][]uint32) {
	for _, tour := range tours {
		if length := r.model.LengthOf(tour); length < r.goodness {
			r.good, r.goodness = tour, length
		}
	}
}

// drain has all sites make as many iterations as any has begun, and no more.
func (r *run) drain() {
	until := 0
	for _, s := range r.sites {
		if s.lost == nil {
			until = max(until, s.begun())
		}
	}
	r.each(func(s *site) error { s.cut(until); return nil })
	for r.failure == nil && r.any(func(s *site) bool { return s.busy() }) {
		r.each(func(s *site) error { return s.fill() })
		if r.failure == nil {
			r.each(r.wait)
		}
	}
	r.given, r.joining = until, r.joining && until == r.given
	r.rest = slices.Concat(r.schedule.cut(until), r.rest)
}
