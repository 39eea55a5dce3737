package merged

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

// Finish implements engine.Algorithm. It makes the current tour the run's tour.
func (r *run) Finish(recombining, shortening context.Context) (stop engine.StopReason) {
	switch {
	case r.Failure() != nil:
	case r.adoptTargetTour():
		stop = engine.StopTarget
	case r.Scheduled() == 0 && r.StopReason() != engine.StopTarget:
		for _, tour := range slices.Concat(r.tours(false)...) { // the first ones of the colonies
			if length := r.model.LengthOf(tour); length < r.current.length {
				r.current.tour, r.current.length = tour, length
			}
		}
	case r.Scheduled() > r.recombinedAt:
		r.RequeueAfter(r.stallIteration())
		r.updateCurrent(recombining)
	}
	r.dropLostResults()
	best := r.current
	// The best verified tour may be of a lost device.
	if r.Failure() == nil && !r.AnyLost() || best.length <= r.VerifiedLength() {
		// The target is what the user wants.
		if r.schedule.OrOpt && cmp.Or(stop, r.StopReason()) != engine.StopTarget {
			best = r.orOpt(shortening, best)
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

// maxWholeOrOpt is the most cities with which Or-opt compares all cities where candidates are too
// few. It takes about 0.1 s of one core for so many, if ants have improved the tour.
const maxWholeOrOpt = 12_000

// orOpt returns the tour of a run, shortened by Or-opt. A run that ended before its ants have
// improved every part of the tour needs it. If the clock or an interrupt has ended the run, it looks
// up near cities alone at first, which takes a fifth of the time in a tour that no ant has improved.
// The schedule has the number of moves if the context ends it.
func (r *run) orOpt(ctx context.Context, found solution) solution {
	s := &r.schedule
	if stop := r.StopReason(); r.options.Schedule == nil && r.model.Near != nil &&
		(stop == engine.StopInterrupted || stop == engine.StopTimeLimit) {
		s.OrOptNear = true
	}
	lists, err := r.orOptLists(ctx)
	if err != nil {
		s.OrOpt = false
		return found
	}
	made, whole := 0, found
	for _, near := range lists {
		o := construct.OrOptOptions{Near: near}
		if s.OrOptMoves > 0 {
			if o.Moves = s.OrOptMoves - made; o.Moves <= 0 {
				break
			}
		}
		result, err := construct.OrOpt(ctx, r.model.Instance, engine.TourOf(whole.tour), o)
		cut := ctx.Err() != nil && errors.Is(err, ctx.Err())
		if err != nil && !cut {
			r.Abort(fmt.Errorf("shortening a tour of %d cities by Or-opt: %w", r.model.Cities, err))
			return found
		}
		made += result.Moves
		if result.Gain > 0 {
			whole = solution{engine.WordsOf(result.Tour), whole.length - uint64(result.Gain)}
		}
		if cut {
			s.OrOpt, s.OrOptMoves = made > 0, made
			break
		}
	}
	if whole.length < found.length {
		if err := r.verify(0, whole.tour, whole.length); err != nil {
			r.Abort(fmt.Errorf("shortening a tour of %d cities by Or-opt: %w", r.model.Cities, err))
			return found
		}
	}
	return whole
}

// orOptLists returns the lists of near cities of the searches by Or-opt, one after the other; nil is
// a search that compares all cities.
func (r *run) orOptLists(ctx context.Context) (lists [][]uint32, err error) {
	m, near := r.model, r.model.Near
	if m.Cities <= maxWholeOrOpt && !r.schedule.OrOptNear {
		return [][]uint32{nil}, nil
	}
	if near == nil { // the time was too short for a greedy tour
		if near, _, err = neighbour.Nearest(ctx, m.Instance, m.Width); err != nil {
			return nil, err
		}
	}
	if lists = append(lists, near); m.Cities <= maxWholeOrOpt {
		lists = append(lists, nil)
	}
	return lists, nil
}
