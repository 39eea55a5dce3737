package merged

import (
	"context"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// site is a device, or the processor, with some of the colonies.
type site = engine.Site[colonies]

// run is what merged ants add to a run of the engine.
type run struct {
	*engine.Run[colonies]
	options Options
	model   *model.Model
	plan    planner

	schedule Schedule      // but for its steps, which the engine has
	good     []uint32      // the tour that all colonies began with last, and at the end the run's
	goodness uint64        // its length
	shortest measured      // with windows, of the tours that were assembled
	begun    []uint64      // with windows, their lengths in the good tour
	combined int           // iterations after which the good tour was made of all colonies' tours
	joined   time.Duration // that this took
	lost     int           // sites that the run has noticed to be lost
}

// measured is a tour and its length.
type measured struct {
	tour   []uint32
	length uint64
}

func newRun(o Options, m *model.Model, sites []*site) *run {
	r := &run{
		options: o, model: m, good: m.StartTour, goodness: m.StartLength, plan: newPlan(m, o), shortest: measured{m.StartTour, m.StartLength},
		begun: make([]uint64, m.Colonies), schedule: Schedule{FirstTour: FirstTourSHA256(m), Target: o.Target, Stall: o.Stall},
	}
	if o.Schedule != nil {
		r.plan = &replay{o.Schedule.Steps}
		r.schedule.Target, r.schedule.Stall = o.Schedule.Target, o.Schedule.Stall
	}
	r.Run = engine.New(o.engine(), r, sites, r.tour(m.StartTour, m.StartLength))
	r.FinishTime = time.Duration(m.Cities) * endOfCity
	r.ReserveForCheckpoint(time.Duration(2*m.Cities+2*m.Colonies*m.TourCities()) * savedCity)
	for _, s := range sites {
		r.fresh(s, 0)
	}
	return r
}

const (
	// endOfCity is what the end of a run takes for a city: tours are copied from the device, verified twice and renumbered.
	endOfCity = 60 * time.Nanosecond
	// joinOfCity is kept of the time for the first recombination, for a city of a tour, on 16 cores; where tours differ much it would
	// take longer, and ends early. Later ones are timed.
	joinOfCity = 1500 * time.Nanosecond
	// savedCity is what a checkpoint takes for a city of a tour, until one was timed: it is hashed, and written to a disk.
	savedCity = 20 * time.Nanosecond
)

// tour is a verified tour as the engine has it.
func (r *run) tour(tour []uint32, length uint64) engine.Tour {
	return engine.Tour{Cities: func() tsp.Tour { return r.model.ToCaller(tour) }, Length: length}
}

// fresh returns states of a site's colonies that begin with the good tour, or with their windows of it, after so many iterations.
func (r *run) fresh(s *site, at int) []model.State {
	states := startsOf(r.model, s.First, s.Count, r.good, r.goodness)
	for c := range states {
		states[c].Iteration, states[c].BestIteration = uint32(at), uint32(r.FoundAt)
		r.begun[s.First+c] = states[c].Length
	}
	return states
}

// Next implements engine.Algorithm.
func (r *run) Next(now engine.Pace) (engine.Step, bool) {
	step, ok := r.plan.next(now)
	return step.engine(), ok
}

// ApplyBatches implements engine.Algorithm. A colony on a device that computed wrongly ends the device.
func (r *run) ApplyBatches() engine.StopReason {
	running, stop := 0, engine.StopStall
	for _, s := range r.Sites {
		for c, state := range s.Colonies.reported() {
			switch {
			case s.Lost != nil:
			case state.Stop == model.Faulty:
				r.Fail(s, &engine.WrongTour{Colony: s.First + c, Reported: state.Length, Verified: int64(state.Measured)})
			case state.Stop == model.TargetReached:
				stop = engine.StopTarget
			case state.Stop == model.Running:
				running++
			}
		}
	}
	r.forgetLost()
	r.improve()
	if running > 0 && stop != engine.StopTarget {
		return ""
	}
	return stop
}

// improve notes the best tour that the sites report.
func (r *run) improve() {
	elapsed := time.Since(r.Started)
	if r.model.Windowed() {
		if length, found := r.windowsBest(); length < r.Length {
			r.RecordImprovement(length, found, elapsed)
		}
		return
	}
	for _, s := range r.Sites {
		for _, state := range s.Colonies.reported() {
			if s.Lost == nil && state.Best < r.Length {
				r.RecordImprovement(state.Best, int(state.BestIteration), elapsed)
			}
		}
	}
}

// forgetLost drops what only a site that is lost had found, once for each.
func (r *run) forgetLost() {
	lost := 0
	for _, s := range r.Sites {
		if s.Lost != nil {
			lost++
		}
	}
	if lost == r.lost {
		return
	}
	r.lost = lost
	r.schedule.Spoilt = "a device failed"
	r.Length = r.VerifiedLength()
	r.DropShorterThan(r.Length)
}

// Reserve implements engine.Algorithm: the time that is kept for the last recombination.
func (r *run) Reserve() time.Duration {
	if colonies := r.model.Parameters.Colonies; r.combined == 0 && colonies > 1 && !r.model.Windowed() {
		return time.Duration(r.model.Cities*colonies) * joinOfCity
	}
	return r.joined + r.joined/2 // tours may differ more than the last time
}

// verify refuses what is no tour, or no tour of a length.
func (r *run) verify(colony int, tour []uint32, length uint64) error {
	cities := make(tsp.Tour, len(tour))
	for place, city := range tour {
		cities[place] = int32(city)
	}
	if is, err := verify.Tour(r.model.Instance, cities); err != nil || uint64(is) != length {
		return &engine.WrongTour{Colony: colony, Reported: length, Verified: is, Err: err}
	}
	return nil
}

// Verify implements engine.Algorithm: it fetches the best tours that the devices checked.
func (r *run) Verify() {
	if r.model.Windowed() {
		return // assembled tours are verified, often enough
	}
	for _, tour := range r.tours(false) {
		r.OfferTour(r.tour(tour, r.model.LengthOf(tour)))
	}
	r.forgetLost()
}

// Finish implements engine.Algorithm: it makes the good tour the run's.
func (r *run) Finish(ctx context.Context) {
	switch {
	case r.Failure() != nil:
	case r.reached():
	case r.Scheduled > r.combined:
		r.Requeue(r.stalled())
		r.combine(ctx)
		r.Steps[len(r.Steps)-1].Exchange = true
	}
	r.forgetLost()
	best := r.tour(r.good, r.goodness)
	if r.model.Windowed() {
		best = r.tour(r.shortest.tour, r.shortest.length)
	}
	// A device that is lost may have had a tour that was verified and is the best.
	if r.Failure() == nil && !r.AnyLost() || best.Length <= r.VerifiedLength() {
		r.SetTour(best)
	}
}

// stalled returns the iteration at which the last colony stalled, or how many were given where one has not.
func (r *run) stalled() int {
	last := 0
	for _, s := range r.Sites {
		for _, state := range s.Colonies.reported() {
			if s.Lost == nil && state.Stop == model.Running {
				return r.Scheduled
			}
			last = max(last, int(state.Iteration))
		}
	}
	return last
}

// reached makes the tour of the colony that reached the target the run's, if one has: the first, of several at the same iteration the
// one with the shortest tour, then the one with the smallest number. What others found later, until they were told to stop, does
// not count.
func (r *run) reached() bool {
	var best *model.State
	var by *site
	at := 0
	for _, s := range r.Sites {
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
	r.good, r.goodness, r.Stop = slices.Clone(tours[at]), best.Best, engine.StopTarget
	r.Requeue(int(best.BestIteration))
	return true
}
