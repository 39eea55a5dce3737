package merged

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/recombine"
)

// firstTours returns the tours that the colonies of a model start from.
func firstTours(m *model.Model) []solution {
	tours := make([]solution, m.Colonies)
	for c := range tours {
		tours[c].tour, tours[c].length = m.FirstTour(m.FirstColony + c)
	}
	return tours
}

// split returns the tours of solutions, and the states of colonies that start from them.
func split(solutions []solution) (tours [][]uint32, states []model.State) {
	for _, s := range solutions {
		tours, states = append(tours, s.tour), append(states, stateFor(s.length))
	}
	return tours, states
}

// nextTours returns, by colony, the tours that the colonies continue from after an exchange.
func (r *run) nextTours(step engineStep) []solution {
	next := slices.Repeat([]solution{r.current}, r.model.Parameters.Colonies)
	switch {
	case !r.model.IsPopulation() || step.Together:
	case step.Renew:
		r.renew(next)
	default:
		r.mate(next)
	}
	return next
}

// mate makes each colony but the first continue from the recombination of its tour with the tours of
// others.
func (r *run) mate(next []solution) {
	offspring, err := r.offspring, error(nil)
	if offspring == nil { // the run was resumed after the exchange
		r.parents = r.tours(true)
		// not the next step, whose end differs in a replay
		steps := r.Steps()[:len(r.Steps())-1]
		if r.schedule.Meetings > 0 {
			offspring, err = r.meet(context.Background(), steps)
		} else {
			offspring, err = r.startMating(steps).wait()
		}
	}
	if err != nil {
		r.Abort(err)
		return
	}
	for c, child := range offspring {
		if c > 0 && child.tour != nil {
			next[c] = child
		}
	}
}

// renew makes all colonies but the first start anew from tours of their own.
func (r *run) renew(next []solution) {
	renewals := uint32(0)
	for _, step := range r.Steps() {
		if step.Renew {
			renewals++
		}
	}
	if err := r.model.Diversify(context.Background(), renewals); err != nil {
		r.Abort(err)
		return
	}
	for c := 1; c < len(next); c++ {
		next[c].tour, next[c].length = r.model.FirstTour(c)
	}
}

// merge recombines tours as shorten does and verifies the result. It makes so many rounds of a search
// as made says, with 0 as many as are due. If the context ends earlier, it sets made to what repeats
// the result.
func (r *run) merge(ctx context.Context, tours [][]uint32, most int, made *engine.Exchanged) (solution, error) {
	if made.Cut || len(tours) == 1 {
		return r.shortest(tours), nil
	}
	result, err := r.shorten(ctx, tours, most, made.Rounds)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		if made.Rounds, err = result.Rounds, nil; made.Rounds == 0 {
			made.Cut = true
			return r.shortest(tours), nil
		}
	}
	if err == nil {
		err = r.verify(0, result.Tour, uint64(result.Length))
	}
	if err != nil {
		err = fmt.Errorf("recombining %d tours of %d cities: %w", len(tours), r.model.Cities, err)
	}
	return solution{result.Tour, uint64(result.Length)}, err
}

// shortest returns the first shortest of verified tours.
func (r *run) shortest(tours [][]uint32) (best solution) {
	for i, tour := range tours {
		if length := r.model.LengthOf(tour); i == 0 || length < best.length {
			best = solution{slices.Clone(tour), length}
		}
	}
	return best
}

// shorten recombines tours by recombine.Merge and then, unless rounds are given, by edge assembly.
// In this order the result is never longer than the result of Merge; in the other order it can be.
// If the context ends the edge assembly, the result is the one of Merge with all its rounds.
// Instances of more than most cities have edge assembly alone, which gains more per second there:
// eight different tours of a million uniform cities became 3.7% shorter in 5.6 s of processor time,
// and 2.6% in 17 s by Merge. So have tours that few ants have improved: sixteen tours of 1000
// uniform cities after one iteration became 10.3% shorter in .04 s, and 10.9% in 6.1 s by Merge. So
// have tours that differ. So have tours that have met others before: after recombine.Merge, edge
// assembly finds less.
func (r *run) shorten(ctx context.Context, tours [][]uint32, most, rounds int) (recombine.Result, error) {
	near, effort := recombine.Neighbors{Cities: r.model.Candidates, Width: r.model.Width}, r.effort()
	few := !effort.Searches(r.model.Cities)
	if r.schedule.Meetings > 0 {
		how := recombine.Assembly{Rounds: rounds, Pairs: true}
		return recombine.AssembleEdges(ctx, r.model.Distance, near, tours, how)
	}
	if r.schedule.EdgeAssembly && (few || r.model.Cities > most || r.differ(tours)) {
		return recombine.AssembleEdges(ctx, r.model.Distance, near, tours, recombine.Assembly{Rounds: rounds})
	}
	effort.Rounds = rounds
	merged, err := recombine.Merge(ctx, r.model.Distance, tours, effort)
	if err != nil || rounds > 0 || !r.schedule.EdgeAssembly {
		return merged, err
	}
	tours = append(slices.Clip(tours), merged.Tour)
	whole, err := recombine.AssembleEdges(ctx, r.model.Distance, near, tours, recombine.Assembly{})
	if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
		return merged, context.DeadlineExceeded
	}
	return whole, err
}

const (
	// leastCommon is the percentage of edges that tours must have in common for recombine.Merge. Where
	// they have fewer, its windows are wide: sixteen tours of the lattice u2319 have 3%, and took half
	// of a run of 2 s. On an H200, four runs of 2 s of pcb3038 without this bound ended at .044% on
	// average, and five with it at .025%. Two runs each ended at .012% with 60 and at .011% with 101.
	leastCommon = 80
	// mostDifferent is the most cities for which leastCommon counts. It was measured up to 4461.
	mostDifferent = 5000
)

// differ reports whether tours have too few edges in common for recombine.Merge.
func (r *run) differ(tours [][]uint32) bool {
	n := r.model.Cities
	return r.schedule.EffortByAnts && n <= mostDifferent && recombine.CommonEdges(tours) < n*leastCommon/100
}

// statesPerAnt is how many states recombine.Merge may keep for each ant of the run so far. An ant
// takes 15 to 25 µs of processor time and a state .2 to 1 µs, so Merge takes less time than the ants.
const statesPerAnt = 10

const (
	// mergeCities is Schedule.MergeCities. Eight tours of a million cities took 17 s by recombine.Merge.
	mergeCities = 400_000
	// pairCities is Schedule.PairCities. With more cities a GPU waited for recombinations in half of a
	// run: E100k.0 ended at .141% after 10 s with 24 pairs by recombine.Merge, and at .130% with 36
	// pairs by edge assembly.
	pairCities = 30_000
	// statesPerCity allows windows of the first size.
	statesPerCity = 120
)

// effort returns the effort of recombine.Merge after the iterations so far.
func (r *run) effort() recombine.Effort {
	effort := recombine.DefaultEffort
	if r.schedule.EffortByAnts {
		effort.Work = max(1, statesPerAnt*r.Scheduled()*r.model.Ants*r.model.Parameters.Colonies)
	}
	if r.schedule.PairCities > 0 && r.model.Cities > r.schedule.PairCities {
		effort.Work = min(cmp.Or(effort.Work, math.MaxInt), statesPerCity*r.model.Cities)
	}
	return effort
}

// mating recombines the tours of colonies in pairs. It runs beside the recombination of all
// tours, because parts of that keep only one processor busy.
type mating struct {
	stop  context.CancelFunc
	group sync.WaitGroup
	next  []solution // by colony; no tour for the first colony and for colonies without parents
	cut   []bool     // by colony: whether its recombination was stopped
	errs  []error
}

// startMating begins to recombine the tour of each colony but the first with the tour of another,
// so that the colonies keep different tours. After each of the exchanges in steps other colonies
// meet.
func (r *run) startMating(steps []engineStep) *mating {
	n, exchanges := len(r.parents), exchangesIn(steps)
	ctx, stop := context.WithCancel(context.Background())
	p := &mating{stop: stop, next: make([]solution, n), cut: make([]bool, n), errs: make([]error, n)}
	for c := 1; c < n; c++ {
		other := (c + 1 + exchanges%(n-1)) % n
		tours := slices.Concat(r.parents[c], r.parents[other])
		if len(tours) == 0 { // the devices of both are lost
			continue
		}
		p.group.Go(func() {
			var made engine.Exchanged
			p.next[c], p.errs[c] = r.merge(ctx, tours, r.schedule.pairCities(), &made)
			p.cut[c] = made.Rounds > 0 || made.Cut
		})
	}
	return p
}

// wait returns the recombined tours by colony, nil if they were stopped.
func (p *mating) wait() ([]solution, error) {
	p.group.Wait()
	p.stop()
	if err := cmp.Or(p.errs...); err != nil || slices.Contains(p.cut, true) {
		return nil, err
	}
	return p.next, nil
}

// exchangesIn returns the number of exchanges after steps.
func exchangesIn(steps []engineStep) (exchanges int) {
	for _, step := range steps {
		if step.Exchange {
			exchanges++
		}
	}
	return exchanges
}
