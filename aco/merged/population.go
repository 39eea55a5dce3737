package merged

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
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
		if r.toursMeet(steps) {
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
			p.next[c], p.errs[c] = r.merge(ctx, tours, &made)
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

// exchangesIn returns the number of exchanges after steps. One follows the last step, which says so
// only later where the end of the run and not the plan causes the exchange.
func exchangesIn(steps []engineStep) int {
	exchanges := 1
	for i, step := range steps {
		if step.Exchange && i < len(steps)-1 {
			exchanges++
		}
	}
	return exchanges
}
