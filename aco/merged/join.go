package merged

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/recombine"
)

// endOfCity is what the end of a run takes for a city: tours are copied from the device, checked twice and renumbered.
const endOfCity = 60 * time.Nanosecond

// reserve is the time that is kept for the end of the run and for what comes after it.
func (r *run) reserve() time.Duration {
	return r.options.After + r.joined + time.Duration(r.model.Cities)*endOfCity
}

// join recombines the tours of all colonies, and has them all go on from what this makes, if there is a step for them.
func (r *run) join() {
	r.joining = false
	r.combine()
	at := r.given
	switch idle := r.options.Idle; {
	case r.failure != nil:
	case idle > 0 && time.Since(r.options.Started)-r.trace[len(r.trace)-1].Elapsed >= idle:
		r.stop = aco.StopIdle
	case !r.step():
		r.stop = r.ended()
	default:
		r.restart(at)
	}
}

// restart has all colonies begin with the good tour, behind so many iterations.
func (r *run) restart(at int) {
	r.each(func(s *site) error {
		states := r.fresh(s, at)
		for c := range states {
			states[c].Counts = s.states[c].Counts
		}
		s.states = states
		return s.adopt(r.good, states)
	})
	r.tempo.restart()
}

// combine makes the good tour of those of all colonies.
func (r *run) combine() {
	started := time.Now()
	tours := r.tours(true)
	if r.failure != nil {
		return
	}
	if len(tours) > 0 {
		// Nothing ends it early: what it then made would depend on the clock.
		tour, length, err := recombine.All(context.Background(), r.model.Distance, tours, recombine.Usual)
		if err != nil {
			r.failure = fmt.Errorf("recombining %d tours of %d cities: %w", len(tours), r.model.Cities, err)
			return
		}
		if !r.holds(tour, uint64(length)) {
			r.failure = fmt.Errorf("recombining %d tours of %d cities: what was made is no tour of length %d", len(tours), r.model.Cities, length)
			return
		}
		r.good, r.goodness = tour, uint64(length)
	}
	r.noteGood()
	r.combined, r.joined = r.given, time.Since(started)
}

// noteGood takes the good tour into account where no colony was known to have such a short one.
func (r *run) noteGood() {
	if r.goodness < r.length {
		r.improved(r.goodness, r.given, time.Since(r.options.Started))
	}
}

// tours returns those of the colonies: the best that was checked, or the latest where that is shorter and wanted. What a device
// returns is checked: what is no tour, or not of its length, is left out and noted.
func (r *run) tours(latest bool) [][]uint32 {
	ofSites := make([][][]uint32, len(r.sites))
	r.each(func(s *site) error {
		best, err := s.best()
		if err != nil {
			return err
		}
		shorter := func(state model.State) bool { return latest && state.Stop != model.Faulty && state.Length < state.Best }
		current := best
		if slices.ContainsFunc(s.states, shorter) {
			if current, err = s.latest(); err != nil {
				return err
			}
		}
		of := slices.Index(r.sites, s)
		for c, state := range s.states {
			switch {
			case shorter(state) && r.holds(current[c], state.Length):
				ofSites[of] = append(ofSites[of], slices.Clone(current[c]))
			case r.holds(best[c], state.Best):
				ofSites[of] = append(ofSites[of], slices.Clone(best[c]))
			}
		}
		return nil
	})
	return slices.Concat(ofSites...)
}

// holds says whether something is a tour, and of this length.
func (r *run) holds(tour []uint32, length uint64) bool {
	return r.model.IsTour(tour) && r.model.LengthOf(tour) == length
}
