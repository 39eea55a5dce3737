package merged

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/recombine"
)

// join recombines the tours of all colonies, and has them all go on from what this makes, if there is a step for them.
func (r *run) join() {
	r.joining = false
	r.combine()
	at := r.given
	switch idle := r.options.Idle; {
	case r.failure != nil:
	case r.model.Windowed() && r.shortest.length <= uint64(r.schedule.Target):
		r.stop = classic.StopTarget
	case idle > 0 && r.cold() && time.Since(r.options.Started)-r.trace[len(r.trace)-1].Elapsed >= idle:
		r.stop = classic.StopIdle
	case !r.step():
		r.stop = r.ended()
	default:
		r.restart(at)
	}
}

// cold says whether the last step was the end of a round: windows are exchanged within rounds too.
func (r *run) cold() bool { return r.schedule.Steps[len(r.schedule.Steps)-1].Temperature == 0 }

// restart has all colonies begin with the good tour, behind so many iterations.
func (r *run) restart(at int) {
	if r.model.Windowed() {
		r.good = r.model.Rotated(r.good)
	}
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

// combine makes the good tour of what all colonies have.
func (r *run) combine() {
	started := time.Now()
	if r.model.Windowed() {
		r.assemble()
	} else {
		r.recombine()
	}
	r.distrust()
	if r.failure == nil {
		r.noteGood()
		r.combined, r.joined = r.given, time.Since(started)
	}
}

// recombine makes the good tour of the tours that colonies have.
func (r *run) recombine() {
	tours := r.tours(true)
	if r.combined > 0 {
		tours = append(tours, r.good)
	}
	if r.failure == nil && len(tours) > 0 {
		ctx, cancel := r.untilEnd()
		defer cancel()
		step, effort := &r.schedule.Steps[len(r.schedule.Steps)-1], recombine.DefaultEffort
		effort.Rounds = step.Rounds
		made, err := recombine.Merge(ctx, r.model.Distance, tours, effort)
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			step.Rounds = made.Rounds
		case err != nil:
			r.failure = fmt.Errorf("recombining %d tours of %d cities: %w", len(tours), r.model.Cities, err)
			return
		}
		if !r.holds(made.Tour, uint64(made.Length)) {
			r.failure = fmt.Errorf("recombining %d tours of %d cities: what was made is no tour of length %d", len(tours), r.model.Cities, made.Length)
			return
		}
		if uint64(made.Length) <= r.goodness { // the first tour is none of those, and colonies that are hot may all have longer ones
			r.good, r.goodness = made.Tour, uint64(made.Length)
		}
	}
}

// noteGood takes the good tour into account where no colony was known to have such a short one.
func (r *run) noteGood() {
	length := r.goodness
	if r.model.Windowed() {
		length = r.shortest.length
	}
	if length < r.length {
		r.improved(length, r.given, time.Since(r.options.Started))
	}
}

// tours returns those of the colonies: the best that were checked, or the latest where these are wanted, and of a colony the best too
// where that is better than all that the run knew. What a device returns is checked: what is no tour, or not of its length, is left out.
func (r *run) tours(latest bool) [][]uint32 {
	ofSites := make([][][]uint32, len(r.sites))
	r.each(func(s *site) error {
		best, err := s.best()
		if err != nil {
			return err
		}
		current := best
		if latest {
			if current, err = s.latest(); err != nil {
				return err
			}
		}
		of := slices.Index(r.sites, s)
		for c, state := range s.states {
			ends := latest && state.Stop != model.Faulty && r.holds(current[c], state.Length)
			s.wrong = s.wrong || latest && !ends && state.Stop != model.Faulty
			if ends {
				ofSites[of] = append(ofSites[of], slices.Clone(current[c]))
			}
			switch {
			case ends && state.Best >= min(state.Length, r.goodness):
			case r.holds(best[c], state.Best):
				ofSites[of] = append(ofSites[of], slices.Clone(best[c]))
			default:
				s.wrong = true
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
