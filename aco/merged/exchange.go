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

// Exchange implements engine.Algorithm. It recombines the tours of all colonies.
func (r *run) Exchange(ctx context.Context) engine.StopReason {
	r.updateCurrent(ctx)
	switch {
	case r.model.Windowed() && r.shortest.length <= uint64(r.schedule.Target):
		return engine.StopTarget
	case r.roundEnded() && r.IdleOver():
		return engine.StopIdle
	}
	return ""
}

// roundEnded reports whether the last step ended a round. Windows are also exchanged within rounds.
func (r *run) roundEnded() bool { return settingsOf(r.Steps[len(r.Steps)-1]).Temperature == 0 }

// Distribute implements engine.Algorithm. All colonies continue from the current tour.
func (r *run) Distribute(at int) {
	if r.model.Windowed() {
		r.current.tour = r.model.Rotated(r.current.tour)
	}
	r.Each(func(s *site) error {
		states := r.restartStates(s, at)
		for c, state := range s.Colonies.reported() {
			states[c].Counts = state.Counts
		}
		return s.Colonies.adopt(r.current.tour, states)
	})
}

// updateCurrent computes the current tour from the tours or the windows of all colonies.
func (r *run) updateCurrent(ctx context.Context) {
	started := time.Now()
	if r.model.Windowed() {
		r.assemble()
	} else {
		r.recombine(ctx)
	}
	if r.Failure() != nil {
		return
	}
	r.dropLostResults()
	best := solution{r.current.tour, r.current.length}
	if r.model.Windowed() {
		best = r.shortest
	}
	r.OfferTour(r.tour(best.tour, best.length))
	if best.length < r.Length { // shorter than the tours of all colonies
		r.RecordImprovement(best.length, r.Scheduled, time.Since(r.Started))
	}
	r.recombinedAt, r.recombineTime = r.Scheduled, time.Since(started)
}

// recombine computes the current tour from the colonies' tours.
func (r *run) recombine(ctx context.Context) {
	tours := r.tours(true)
	if r.recombinedAt > 0 {
		tours = append(tours, r.current.tour)
	}
	if r.Failure() != nil || len(tours) == 0 {
		return
	}
	step, effort := &r.Steps[len(r.Steps)-1], recombine.DefaultEffort
	effort.Rounds = step.Rounds
	result, err := recombine.Merge(ctx, r.model.Distance, tours, effort)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		step.Rounds, err = result.Rounds, nil
	}
	if err == nil {
		err = r.verify(0, result.Tour, uint64(result.Length))
	}
	if err != nil {
		r.Abort(fmt.Errorf("recombining %d tours of %d cities: %w", len(tours), r.model.Cities, err))
		return
	}
	if uint64(result.Length) <= r.current.length { // at high temperature all colonies may have longer tours than the initial one
		r.current.tour, r.current.length = result.Tour, uint64(result.Length)
	}
}

// tours returns verified tours of all colonies. If latest is false, these are the best checked tours. Otherwise they are the latest tours,
// and the best tour of each colony whose best tour is shorter than its latest and the current tour. A device with a wrong tour is dropped.
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

// toursOf returns the tours of a site.
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
		if latest && state.Best >= min(state.Length, r.current.length) {
			continue
		}
		if err := r.verify(s.First+c, best[c], state.Best); err != nil {
			return nil, err
		}
		tours = append(tours, slices.Clone(best[c]))
	}
	return tours, nil
}
