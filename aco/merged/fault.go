package merged

import (
	"fmt"
	"time"
)

// recover goes back to the best tour that holds, after a check has found that a device computed wrongly. Where that happens again
// before anything was checked and found right, the run ends.
func (r *run) recover() {
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
	if r.doubt > 0 {
		r.failure = fmt.Errorf("iteration %d: the device or its driver computes wrongly: checks of the tour failed twice in a row; "+
			"what was found before is kept", r.given)
	}
	if r.failure != nil {
		return
	}
	// The iterations under way do not count until one is checked.
	r.doubt = r.given + 2*int(r.model.Period)
	r.length = r.goodness
	r.forget(r.length)
	r.restart(r.given)
	r.tell(r.given, time.Since(r.options.Started), fmt.Sprintf(
		"a device computed wrongly: the tour was none, or not of its length; the run goes back to the best one before, of length %d", r.goodness))
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
	r.given, r.joining = until, false
	r.schedule.cut(until)
}
