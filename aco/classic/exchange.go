package classic

import (
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// adoptions returns, for each colony, the number of the one whose best tour it adopts, -1 where it keeps its own. A colony
// adopts the shortest tour of those that it is shown, of equally short ones the one of the colony with the smallest number,
// and only one that is shorter than its own.
//
// With TopologyRing a colony is shown the tour of the one before it, the first that of the last. With TopologyBest it is shown
// the best of all, with TopologyFull every other one's: as it adopts the best of what it is shown, these two come to the same,
// as all three do with two colonies.
func adoptions(topology problem.Topology, lengths []uint64) []int {
	from := make([]int, len(lengths))
	for c := range lengths {
		from[c] = -1
		shortest := lengths[c]
		for _, shown := range shownTo(topology, c, len(lengths)) {
			if lengths[shown] < shortest {
				from[c], shortest = shown, lengths[shown]
			}
		}
	}
	return from
}

// shownTo lists the colonies whose tours a colony is shown, in ascending order.
func shownTo(topology problem.Topology, colony, colonies int) []int {
	switch topology {
	case problem.TopologyRing:
		return []int{(colony + colonies - 1) % colonies}
	case problem.TopologyBest, problem.TopologyFull: // its own is not shorter than itself
		all := make([]int, colonies)
		for c := range all {
			all[c] = c
		}
		return all
	}
	return nil
}

// Exchange implements engine.Algorithm: colonies adopt each other's tours, all from what they had before. A colony that a stop rule has
// ended, or whose device is gone, adopts nothing, but its tour is shown. Where colonies wait for others, they are aligned first.
func (r *run) Exchange(context.Context) engine.StopReason {
	if r.Iterations > 0 && r.Scheduled >= r.Iterations {
		return engine.StopIterations
	}
	if r.aligning > 0 {
		r.align()
	}
	if r.aligning > 0 || r.Scheduled != r.until {
		return ""
	}
	r.until += r.every
	r.Verify()
	adopted := r.adopt()
	r.Each(func(s *site) error {
		if !slices.Contains(adopted[s.First:s.First+s.Count], true) {
			return nil
		}
		return s.Colonies.adopt(r.of(s))
	})
	return ""
}

// Distribute implements engine.Algorithm: Exchange has brought everything to the sites.
func (r *run) Distribute(int) {}

// adopt has colonies adopt tours, and returns which have.
func (r *run) adopt() []bool {
	var lengths []uint64
	for _, c := range r.standings {
		lengths = append(lengths, c.state.BestLength)
	}
	before, adopted := slices.Clone(r.standings), make([]bool, len(r.standings))
	for c, from := range adoptions(r.problem.Topology, lengths) {
		now := &r.standings[c]
		if from < 0 || now.state.Stop != problem.Running {
			continue
		}
		giver := &before[from]
		now.state.Adopt(giver.state)
		now.tour, now.found, adopted[c] = giver.tour, giver.found, true
	}
	return adopted
}

// align has the colonies work that are the fewest iterations on, and those that are ahead wait for them. No site may be busy.
func (r *run) align() {
	least, next := math.MaxInt, math.MaxInt
	for i := range r.standings {
		if state := &r.standings[i].state; state.Stop == problem.Waiting || state.Stop == problem.Running {
			state.Stop, least = problem.Running, min(least, int(state.Iteration))
		}
	}
	for i := range r.standings {
		if state := &r.standings[i].state; state.Stop == problem.Running && int(state.Iteration) > least {
			state.Stop, next = problem.Waiting, min(next, int(state.Iteration))
		}
	}
	r.aligning = 0
	if next < math.MaxInt {
		r.aligning = next
	}
	r.Each(func(s *site) error { return s.Colonies.adopt(r.of(s)) })
}
