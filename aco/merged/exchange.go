package merged

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/internal/timeline"
)

// Exchange implements engine.Algorithm. It recombines the tours of all colonies.
func (r *run) Exchange(ctx context.Context) engine.StopReason {
	r.updateCurrent(ctx)
	if r.roundEnded() && (r.HasIdled() || r.options.Settled && r.isSettled()) {
		return engine.StopIdle
	}
	return ""
}

// settledSweeps is the fewest sweeps without improvement after which a run has settled: a slow device
// has searched little by the end of its first rounds. On two busy cores none of 27 runs lost anything
// with 50, and one lost .014% with 25.
const settledSweeps = 50

// Colonies agree if one of agreeing pairs has found the best tour, but minAgreeing or more: after a
// renewal two pairs have a tour of the first colony, which keeps the best one. On an H200 they agreed
// after the first round on 19 of 22 instances of 38 to 1002 cities, each time on the optimum.
const agreeing, minAgreeing = 2, 4

// isSettled reports whether no shorter tour is to be expected: there was none in as many iterations as
// it took to find the best one, or many colonies have found the best one.
func (r *run) isSettled() bool {
	return r.Scheduled()-r.foundAt >= max(settledSweeps*sweepOf(r.model), r.foundAt) || r.coloniesAgree()
}

// coloniesAgree reports whether many recombinations of pairs have the best tour. It counts after the first
// round from new tours alone: after later rounds, and after meetings, all tours are related.
func (r *run) coloniesAgree() bool {
	p, ok := r.plan.(*plan)
	if !ok || p.EpochRound != 1 || r.schedule.Meetings > 0 {
		return false
	}
	pairs, found := 0, 0
	for _, child := range r.offspring {
		if child.tour == nil {
			continue
		}
		if pairs++; child.length == r.current.length {
			found++
		}
	}
	return pairs >= minAgreeing && found >= max(pairs/agreeing, minAgreeing)
}

// roundEnded reports whether the last step ended a round.
func (r *run) roundEnded() bool { return r.LastStep().Settings.Temperature == 0 }

// Distribute implements engine.Algorithm. The colonies continue from the current tour or from
// different ones.
func (r *run) Distribute(at int, step engineStep) {
	next := r.nextTours(step)
	r.parents, r.offspring = nil, nil
	r.Each(func(s *site) error {
		tours, states := split(next[s.First:][:s.Count])
		for c, state := range s.Colonies.reported() {
			states[c].Iteration, states[c].BestIteration, states[c].Counts = uint32(at), uint32(r.foundAt), state.Counts
		}
		return s.Colonies.adopt(tours, states)
	})
}

// updateCurrent computes the current tour from the tours of all colonies.
func (r *run) updateCurrent(ctx context.Context) {
	started := time.Now()
	r.recombine(ctx, started)
	if r.Failure() != nil {
		return
	}
	r.dropLostResults()
	r.OfferTour(r.tour(r.current.tour, r.current.length))
	at := r.Scheduled()
	if r.current.length < r.BestLength() { // shorter than the tours of all colonies
		r.foundAt = at
		r.RecordImprovement(engine.Improvement{
			Iteration: at, Elapsed: r.Elapsed(), Length: int64(r.current.length), Recombined: true,
		})
	}
	r.recombinedAt, r.recombineTime = at, time.Since(started)
	timeline.From(ctx).Add(timeline.Recombination, started)
	r.expectTimes()
}

// recombine computes the current tour from the tours of all colonies. It has started to do so.
func (r *run) recombine(ctx context.Context, started time.Time) {
	r.parents = r.tours(true)
	r.fetchTime = time.Since(started)
	tours := slices.Concat(r.parents...)
	if r.recombinedAt > 0 {
		tours = append(tours, r.current.tour)
	}
	if r.Failure() != nil || len(tours) == 0 {
		return
	}
	step := r.LastStep()
	others, err := r.arrived(&step)
	if err != nil {
		r.Abort(err)
		return
	}
	tours = append(tours, others...)
	step.Cut = step.Cut || len(tours) > 1 && r.isTooLate(ctx)
	merge := r.mergeAndMate
	if r.toursMeet(r.Steps()) {
		merge = r.meetAndMerge
	}
	merged, err := merge(ctx, tours, &step.Exchanged)
	if err != nil {
		r.Abort(err)
		return
	}
	r.RecordExchange(step.Exchanged)
	if p, ok := r.plan.(*plan); ok {
		p.exchanged(merged.length < r.current.length)
	}
	// at high temperature all colonies may have longer tours than the initial one
	if merged.length <= r.current.length {
		r.current = merged
	}
	r.offer()
}

// toursMeet reports whether tours meet at the exchange after steps.
func (r *run) toursMeet(steps []engineStep) bool {
	return r.schedule.Meetings > 0 && !beganTogether(steps)
}

// beganTogether reports whether the colonies of a population have begun the last round of steps with
// one tour. Then their tours have nearly all edges in common. They need not meet, and to recombine
// them takes little time.
func beganTogether(steps []engineStep) bool {
	first := len(steps) - 1
	for first > 0 && !steps[first-1].Exchange {
		first--
	}
	return steps[first].Together
}

// mergeAndMate recombines the tours of all colonies and, at the same time, the tours of pairs.
func (r *run) mergeAndMate(ctx context.Context, tours [][]uint32, made *engine.Exchanged) (solution, error) {
	var offspring *mating
	// No step follows the end of a run.
	if r.model.IsPopulation() && r.StopReason() == "" && r.plan.more() {
		offspring = r.startMating(r.Steps())
		defer context.AfterFunc(ctx, offspring.stop)()
	}
	merged, err := r.merge(ctx, tours, made)
	if offspring != nil {
		var offspringErr error
		r.offspring, offspringErr = offspring.wait()
		err = cmp.Or(err, offspringErr)
	}
	return merged, err
}

// isTooLate reports whether the time is much too short for a recombination. Then it is not begun,
// because its first steps take time in proportion to the number of cities.
func (r *run) isTooLate(ctx context.Context) bool {
	deadline, limited := ctx.Deadline()
	least := (r.recombineTime - r.fetchTime) / 4
	if beganTogether(r.Steps()) {
		least = min(least, r.fetchTime)
	}
	return ctx.Err() != nil || limited && time.Until(deadline) < least
}

// tours returns verified tours by colony; none for a colony whose device is lost. If latest is
// false, these are the best checked tours. Otherwise they are the latest tours, and best tours
// that are shorter than these. If the colonies are no population, best tours that are not shorter
// than the current tour are left out. A device with a wrong tour is dropped.
func (r *run) tours(latest bool) [][][]uint32 {
	tours := make([][][]uint32, r.model.Parameters.Colonies)
	r.Each(func(s *site) error {
		own, err := r.toursOf(s, latest)
		copy(tours[s.First:], own)
		return err
	})
	for _, s := range r.Sites() {
		if s.Lost != nil {
			clear(tours[s.First:][:s.Count])
		}
	}
	return tours
}

// toursOf returns the tours of a site.
func (r *run) toursOf(s *site, latest bool) (tours [][][]uint32, err error) {
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
	tours = make([][][]uint32, s.Count)
	var checks []func() error
	add := func(c int, tour []uint32, length uint64) {
		at := len(tours[c])
		tours[c] = append(tours[c], nil)
		checks = append(checks, func() error {
			tours[c][at] = slices.Clone(tour)
			return r.verify(s.First+c, tour, length)
		})
	}
	for c, state := range s.Colonies.reported() {
		if state.Stop == model.Faulty {
			continue
		}
		bound := uint64(math.MaxUint64) // of the best tours that are of use
		if latest {
			add(c, current[c], state.Length)
			if bound = state.Length; !r.model.IsPopulation() {
				bound = min(bound, r.current.length)
			}
		}
		if state.Best < bound {
			add(c, best[c], state.Best)
		}
	}
	errs := make([]error, len(checks))
	err = parallel.Each(context.Background(), runtime.GOMAXPROCS(0), len(checks), func(_, i int) { errs[i] = checks[i]() })
	if err = cmp.Or(err, cmp.Or(errs...)); err != nil {
		return nil, err
	}
	return tours, nil
}
