package classic

import (
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

// standing is where a colony stands by its last batch.
type standing struct {
	state problem.State
	tour  []uint32      // its best so far
	found time.Duration // from Started to when that was known

	complete uint32 // the iteration behind which a rule that ended the colony has nothing left out
}

// startsOf returns where a problem's colonies stand before their first iteration: the nearest-neighbour tour is the best so far.
func startsOf(p *problem.Problem, rules problem.StopRules) []standing {
	tour := make([]uint32, len(p.Start))
	for i, city := range p.Start {
		tour[i] = uint32(city)
	}
	all := make([]standing, p.Colonies)
	for c := range all {
		all[c] = standing{state: problem.NewState(p, rules), tour: tour}
	}
	return all
}

// take follows what a batch of a site's colonies brought. What was found beyond the iteration at which the first colony reached
// the target is settled at the end.
func (r *run) take(s *site, b batch) {
	if b.colonies == nil {
		return
	}
	now := time.Since(r.options.Started)
	all := r.standingsOf(s)
	first, last := uint32(math.MaxUint32), uint32(0)
	for i, c := range b.colonies {
		first, last = min(first, all[i].state.Iteration), max(last, c.state.Iteration)
	}
	shortest := make([]uint64, max(first, last)-first) // of each iteration
	for i := range shortest {
		shortest[i] = math.MaxUint64
	}
	for i, c := range b.colonies {
		for j, length := range c.lengths {
			at := &shortest[int(all[i].state.Iteration-first)+j]
			*at = min(*at, length)
		}
		if c.state.BestLength < all[i].state.BestLength {
			all[i].tour, all[i].found = slices.Clone(c.tour), now
		}
		all[i].state = c.state
	}
	for i, length := range shortest {
		r.antsBest = min(r.antsBest, length)
		if length < r.length {
			r.length = length
			r.trace = append(r.trace, Improvement{Iteration: int(first) + i + 1, Elapsed: now, Length: int64(length)})
		}
	}
	if r.watch != nil {
		r.watch(Progress{Iteration: r.iterations(), Elapsed: now, Best: int64(r.length)})
	}
}

// standingsOf returns those of a site's colonies.
func (r *run) standingsOf(s *site) []standing { return r.standings[s.first : s.first+s.count] }

// leader returns the colony that has the run's best tour, of equally short ones the first to find it and then the smallest
// number; of those that have reached the target, the first to reach it.
func (r *run) leader() standing {
	best := r.standings[0]
	for _, c := range r.standings[1:] {
		if leads(c.state, best.state) {
			best = c
		}
	}
	return best
}

// leads says whether a colony comes before another one with a smaller number.
func leads(a, b problem.State) bool {
	aReached, bReached := a.Stop == problem.TargetReached, b.Stop == problem.TargetReached
	if aReached != bReached {
		return aReached
	}
	if aReached && a.BestIteration != b.BestIteration {
		return a.BestIteration < b.BestIteration
	}
	if a.BestLength != b.BestLength {
		return a.BestLength < b.BestLength
	}
	return a.BestIteration < b.BestIteration
}

// targetAt returns the iteration at which a colony reached the target first, 0 where none has.
func (r *run) targetAt() int {
	if best := r.leader().state; best.Stop == problem.TargetReached {
		return int(best.BestIteration)
	}
	return 0
}

// iterations returns how many the run has made: the most of any colony, up to the one that ended it.
func (r *run) iterations() int {
	if reached := r.targetAt(); reached > 0 {
		return reached
	}
	most := 0
	for _, c := range r.standings {
		most = max(most, int(c.state.Iteration))
	}
	return most
}

// settle makes the leader's tour the run's, whatever order batches came in. Colonies go on by themselves when one of them has
// reached the target: what is shorter than its tour was found later, and is dropped.
func (r *run) settle() (tour tsp.Tour) {
	best := r.leader()
	r.length = best.state.BestLength
	if r.targetAt() > 0 {
		r.antsBest = r.length // an ant made it, and no shorter one before
	}
	r.trace = slices.DeleteFunc(r.trace, func(i Improvement) bool { return i.Iteration > 0 && uint64(i.Length) <= r.length })
	if best.state.BestIteration > 0 {
		r.trace = append(r.trace, Improvement{Iteration: int(best.state.BestIteration), Elapsed: best.found, Length: int64(r.length)})
	}
	return tourOf(best.tour)
}
