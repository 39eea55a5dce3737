package merged

import (
	"cmp"
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
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
		last := r.LastStep()
		r.RecordExchange(last.Rounds, last.Arrived)
	}
	r.dropLostResults()
	best := r.current
	// The best verified tour may be of a lost device.
	if r.Failure() == nil && !r.AnyLost() || best.length <= r.VerifiedLength() {
		if r.schedule.OrOpt && cmp.Or(stop, r.StopReason()) != engine.StopTarget { // the target is what the user wants
			best = r.orOpt(best)
		}
		r.SetTour(r.tour(best.tour, best.length))
	}
	return stop
}

// stallIteration returns the iteration at which the last colony stalled, or the number of scheduled iterations if one has not.
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

// adoptTargetTour makes the tour of a colony that reached the target the current one, and reports whether there is such a colony. It takes
// the earliest iteration, then the shortest tour, then the smallest colony number. Later tours of other colonies do not count.
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
			if best == nil || state.BestIteration < best.BestIteration || state.BestIteration == best.BestIteration && state.Best < best.Best {
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
