package merged

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
)

// Finish implements engine.Algorithm. It makes the current tour the run's tour.
func (r *run) Finish(ctx context.Context) (stop engine.StopReason) {
	switch {
	case r.Failure() != nil:
	case r.adoptTargetTour():
		stop = engine.StopTarget
	case r.Scheduled() > r.recombinedAt:
		r.RequeueAfter(r.stallIteration())
		r.updateCurrent(ctx)
	}
	r.dropLostResults()
	best := r.current
	// The best verified tour may be of a lost device.
	if r.Failure() == nil && !r.AnyLost() || best.length <= r.VerifiedLength() {
		// The target is what the user wants.
		if r.schedule.OrOpt && cmp.Or(stop, r.StopReason()) != engine.StopTarget {
			best = r.orOpt(best)
		}
		r.SetTour(r.tour(best.tour, best.length))
	}
	return stop
}

// stallIteration returns the iteration at which the last colony stalled, or the number of
// scheduled iterations if one has not.
func (r *run) stallIteration() int {
	last := 0
	for _, s := range r.Sites() {
		for _, state := range s.Colonies.reported() {
			if s.Lost == nil && state.Stop == model.Running {
				return r.Scheduled()
			}
			last = max(last, int(state.Iteration))
		}
	}
	return last
}

// compareFound compares by the iteration of the best tour, then by its length.
func compareFound(a, b *model.State) int {
	return cmp.Or(cmp.Compare(a.BestIteration, b.BestIteration), cmp.Compare(a.Best, b.Best))
}

// adoptTargetTour makes the tour of a colony that reached the target the current one, and reports
// whether there is such a colony. It takes the earliest iteration, then the shortest tour, then
// the smallest colony number. Later tours of other colonies do not count.
func (r *run) adoptTargetTour() bool {
	var best *model.State
	var by *site
	at := 0
	for _, s := range r.Sites() {
		states := s.Colonies.reported()
		for c := range states {
			state := &states[c]
			if s.Lost != nil || state.Stop != model.TargetReached {
				continue
			}
			if best == nil || compareFound(state, best) < 0 {
				best, by, at = state, s, c
			}
		}
	}
	if best == nil {
		return false
	}
	tours, err := by.Colonies.best()
	if err == nil {
		err = r.verify(by.First+at, tours[at], best.Best)
	}
	if err != nil {
		r.Fail(by, err)
		return true
	}
	r.current.tour, r.current.length = slices.Clone(tours[at]), best.Best
	r.RequeueAfter(int(best.BestIteration))
	return true
}

const (
	// finishTimePerCity is the time per city for the end of a run: tours are copied from the
	// device, verified twice and renumbered.
	finishTimePerCity = 60 * time.Nanosecond
	// maxOrOptCities is the most cities of a run whose tour Or-opt shortens at the end. It takes
	// about 0.1 s of one core for so many.
	maxOrOptCities = 12_000
	// orOptTimePerCity is the time reserved for it. It is short: where there are many cores,
	// Or-opt uses them.
	orOptTimePerCity = 2 * time.Microsecond
	// orOptLimit is twice the time for the most cities on one core.
	orOptLimit = 200 * time.Millisecond
)

// finishTime returns the time that a run needs after the last exchange.
func finishTime(m *model.Model) time.Duration {
	perCity := finishTimePerCity
	if m.Cities <= maxOrOptCities {
		perCity += orOptTimePerCity
	}
	return time.Duration(m.Cities) * perCity
}

// orOpt returns the tour of a run, shortened by Or-opt. A run that ended before its ants have
// improved every part of the tour needs it. The tour must not depend on the clock unless the clock
// or an interrupt ended the run. Then Or-opt has a limit, because it takes seconds for a tour that
// no ant has improved, and a repeated run leaves it out if this one did.
func (r *run) orOpt(found solution) solution {
	ctx, cancel := context.Background(), func() {}
	if r.StopReason() == engine.StopInterrupted || r.StopReason() == engine.StopTimeLimit {
		ctx, cancel = context.WithTimeout(ctx, orOptLimit)
	}
	defer cancel()
	tour := make(tsp.Tour, len(found.tour))
	for position, city := range found.tour {
		tour[position] = int32(city)
	}
	shorter, gain, err := construct.OrOpt(ctx, r.model.Instance, tour)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		r.schedule.OrOpt = false
		return found
	}
	if err == nil && gain > 0 {
		words := make([]uint32, len(shorter))
		for position, city := range shorter {
			words[position] = uint32(city)
		}
		found = solution{words, found.length - uint64(gain)}
		err = r.verify(0, found.tour, found.length)
	}
	if err != nil {
		r.Abort(fmt.Errorf("shortening a tour of %d cities by Or-opt: %w", r.model.Cities, err))
	}
	return found
}
