package classic

import (
	"context"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
)

// adoptions returns, for each colony, the number of the colony whose best tour it adopts, or -1. A
// colony adopts the shortest tour that it receives if it is shorter than its own. Among equal
// lengths the smallest colony number wins.
//
// With TopologyRing a colony receives the tour of the previous colony; the last colony precedes
// the first. With TopologyBest it receives the best tour of all, with TopologyFull the tours of
// all others. The last two have the same result; with two colonies all three have.
func adoptions(topology model.Topology, lengths []uint64) []int {
	from := make([]int, len(lengths))
	for c := range lengths {
		from[c] = -1
		shortest := lengths[c]
		for _, sender := range senders(topology, c, len(lengths)) {
			if lengths[sender] < shortest {
				from[c], shortest = sender, lengths[sender]
			}
		}
	}
	return from
}

// senders returns the colonies whose tours a colony receives, in ascending order.
func senders(topology model.Topology, colony, colonies int) []int {
	switch topology {
	case model.TopologyRing:
		return []int{(colony + colonies - 1) % colonies}
	case model.TopologyBest, model.TopologyFull: // its own tour is not shorter than itself
		all := make([]int, colonies)
		for c := range all {
			all[c] = c
		}
		return all
	}
	return nil
}

// Exchange implements engine.Algorithm. All colonies adopt tours from the state before the
// exchange. A colony that has stopped or lost its device adopts nothing, but others can adopt its
// tour. Colonies that wait for others are aligned first.
func (r *run) Exchange(context.Context) engine.StopReason {
	if r.options.Iterations > 0 && r.Scheduled() >= r.options.Iterations {
		return engine.StopIterations
	}
	if r.aligning > 0 {
		r.align()
		r.Each(func(s *site) error { return s.Colonies.adopt(r.statesOf(s)) })
	}
	r.passTrails()
	if r.aligning > 0 || r.Scheduled() != r.nextExchange {
		return ""
	}
	r.nextExchange += r.exchangeEvery
	r.Verify()
	adopted := r.adopt()
	r.Each(func(s *site) error {
		if !slices.Contains(adopted[s.First:s.First+s.Count], true) {
			return nil
		}
		return s.Colonies.adopt(r.statesOf(s))
	})
	return ""
}

// Distribute implements engine.Algorithm. Exchange has already updated the sites.
func (r *run) Distribute(int, step) {}

// adopt updates the states of colonies that adopt tours, and reports which these are.
func (r *run) adopt() []bool {
	var lengths []uint64
	for _, c := range r.states {
		lengths = append(lengths, c.state.BestLength)
	}
	before, adopted := slices.Clone(r.states), make([]bool, len(r.states))
	for c, from := range adoptions(r.problem.Topology, lengths) {
		receiver := &r.states[c]
		if from < 0 || receiver.state.Stop != model.Running {
			continue
		}
		sender := &before[from]
		receiver.state.Adopt(sender.state)
		receiver.tour, receiver.found, adopted[c] = sender.tour, sender.found, true
		if r.options.Target > 0 {
			receiver.shortened = append(receiver.shortened, shortened{receiver.state.BestIteration, receiver.state.BestLength})
		}
	}
	return adopted
}

// align sets the states of colonies that are ahead, so that they wait until the others have
// completed as many iterations.
func (r *run) align() {
	least, next := math.MaxInt, math.MaxInt
	for i := range r.states {
		if state := &r.states[i].state; state.Stop == model.Waiting || state.Stop == model.Running {
			state.Stop, least = model.Running, min(least, int(state.Iteration))
		}
	}
	for i := range r.states {
		if state := &r.states[i].state; state.Stop == model.Running && int(state.Iteration) > least {
			state.Stop, next = model.Waiting, min(next, int(state.Iteration))
		}
	}
	r.aligning = 0
	if next < math.MaxInt {
		r.aligning = next
	}
}
