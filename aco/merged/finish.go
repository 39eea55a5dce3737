package merged

import (
	"cmp"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// finish makes the good tour the run's, once the rule is known that ends it.
func (r *run) finish() {
	if r.failure == nil {
		r.drain()
		r.take()
		r.keepEnd()
	}
	switch {
	case r.failure != nil:
	case r.reached():
	case r.given > r.combined:
		r.end(r.stalled())
		r.combine()
		r.schedule.Steps[len(r.schedule.Steps)-1].Join = true
	}
	if r.model.Windowed() {
		r.good, r.goodness = r.shortest.tour, r.shortest.length
	}
	r.salvage()
}

// end notes after how many iterations the run ends.
func (r *run) end(iterations int) {
	r.given = iterations
	r.schedule.cut(iterations)
}

// stalled returns the iteration at which the last colony stalled, or how many were given where one has not.
func (r *run) stalled() int {
	last := 0
	for _, s := range r.sites {
		for _, state := range s.states {
			if s.lost == nil && state.Stop == model.Running {
				return r.given
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
	for _, s := range r.sites {
		for c := range s.states {
			state := &s.states[c]
			if s.lost != nil || state.Stop != model.TargetReached {
				continue
			}
			if best == nil || cmp.Or(cmp.Compare(state.BestIteration, best.BestIteration), cmp.Compare(state.Best, best.Best)) < 0 {
				best, by = state, s
			}
		}
	}
	if best == nil {
		return false
	}
	tours, err := by.best()
	if err != nil {
		r.failed(by, err)
		return true
	}
	at := slices.IndexFunc(by.states, func(s model.State) bool { return s == *best })
	if tour := tours[at]; r.holds(tour, best.Best) {
		r.good, r.goodness, r.stop = tour, best.Best, classic.StopTarget
		r.end(int(best.BestIteration))
	}
	return true
}
