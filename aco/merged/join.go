package merged

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/recombine"
)

// Exchange implements engine.Algorithm: it recombines the tours of all colonies.
func (r *run) Exchange(ctx context.Context) engine.StopReason {
	r.combine(ctx)
	switch {
	case r.model.Windowed() && r.shortest.length <= uint64(r.schedule.Target):
		return engine.StopTarget
	case r.cold() && r.IdleOver():
		return engine.StopIdle
	}
	return ""
}

// cold reports whether the last step was the end of a round: windows are exchanged within rounds too.
func (r *run) cold() bool { return settingsOf(r.Steps[len(r.Steps)-1]).Temperature == 0 }

// Distribute implements engine.Algorithm: all colonies begin with the good tour, after so many iterations.
func (r *run) Distribute(at int) {
	if r.model.Windowed() {
		r.good = r.model.Rotated(r.good)
	}
	r.Each(func(s *site) error {
		states := r.fresh(s, at)
		for c, state := range s.Colonies.reported() {
			states[c].Counts = state.Counts
		}
		return s.Colonies.adopt(r.good, states)
	})
}

// combine makes the good tour of what all colonies have.
func (r *run) combine(ctx context.Context) {
	started := time.Now()
	if r.model.Windowed() {
		r.assemble()
	} else {
		r.recombine(ctx)
	}
	if r.Failure() != nil {
		return
	}
	r.forgetLost()
	best := measured{r.good, r.goodness}
	if r.model.Windowed() {
		best = r.shortest
	}
	r.OfferTour(r.tour(best.tour, best.length))
	if best.length < r.Length { // no colony was known to have such a short one
		r.RecordImprovement(best.length, r.Scheduled, time.Since(r.Started))
	}
	r.combined, r.joined = r.Scheduled, time.Since(started)
}

// recombine makes the good tour of the tours that colonies have.
func (r *run) recombine(ctx context.Context) {
	tours := r.tours(true)
	if r.combined > 0 {
		tours = append(tours, r.good)
	}
	if r.Failure() != nil || len(tours) == 0 {
		return
	}
	step, effort := &r.Steps[len(r.Steps)-1], recombine.DefaultEffort
	effort.Rounds = step.Rounds
	made, err := recombine.Merge(ctx, r.model.Distance, tours, effort)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		step.Rounds, err = made.Rounds, nil
	}
	if err == nil {
		err = r.verify(0, made.Tour, uint64(made.Length))
	}
	if err != nil {
		r.Abort(fmt.Errorf("recombining %d tours of %d cities: %w", len(tours), r.model.Cities, err))
		return
	}
	if uint64(made.Length) <= r.goodness { // the first tour is none of those, and colonies that are hot may all have longer ones
		r.good, r.goodness = made.Tour, uint64(made.Length)
	}
}

// tours returns those of the colonies: the best that were checked, or the latest where these are wanted, and of a colony the best too
// where that is better than all that the run knew. What a device returns is verified: a device that returns what is no tour, or
// not of its length, is dropped.
func (r *run) tours(latest bool) [][]uint32 {
	bySite := make([][][]uint32, len(r.Sites))
	r.Each(func(s *site) (err error) {
		bySite[slices.Index(r.Sites, s)], err = r.toursOf(s, latest)
		return err
	})
	for i, s := range r.Sites {
		if s.Lost != nil {
			bySite[i] = nil
		}
	}
	return slices.Concat(bySite...)
}

func (r *run) toursOf(s *site, latest bool) (tours [][]uint32, err error) {
	best, err := s.Colonies.best()
	if err != nil {
		return nil, err
	}
	current := best
	if latest {
		if current, err = s.Colonies.latest(); err != nil {
			return nil, err
		}
	}
	for c, state := range s.Colonies.reported() {
		if state.Stop == model.Faulty {
			continue
		}
		if latest {
			if err := r.verify(s.First+c, current[c], state.Length); err != nil {
				return nil, err
			}
			tours = append(tours, slices.Clone(current[c]))
		}
		if latest && state.Best >= min(state.Length, r.goodness) {
			continue
		}
		if err := r.verify(s.First+c, best[c], state.Best); err != nil {
			return nil, err
		}
		tours = append(tours, slices.Clone(best[c]))
	}
	return tours, nil
}
