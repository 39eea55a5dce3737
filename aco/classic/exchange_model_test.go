package classic

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
)

// TestExchangeFollowsTheDefinition compares exchanges between many colonies, some of which have
// stopped, with a second implementation. This one reads the tours of before the exchange only, and
// knows nothing of the lists of senders.
func TestExchangeFollowsTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		colonies := rapid.IntRange(2, 9).Draw(t, "colonies")
		topology := rapid.SampledFrom(model.Topologies).Draw(t, "topology")
		r := newFakeRun(Options{Options: engine.Options{Started: time.Now()},
			Parameters: model.Parameters{Topology: topology, ExchangeEvery: 5}}, []int{1, colonies - 1}, 1)
		r.problem.Topology = topology
		var before []int
		var stopped []bool
		for c := range colonies {
			length := rapid.IntRange(1, 12).Draw(t, "length") // some are equal
			before = append(before, length)
			stopped = append(stopped, rapid.IntRange(0, 4).Draw(t, "stops") == 0)
			at := &r.states[c]
			at.state.BestLength, at.state.BestIteration = uint64(length), 3
			at.state.Iteration, at.tour = 7, []uint32{uint32(100*c + length)}
			if stopped[c] {
				at.state.Stop = model.Stalled
			}
		}
		adopted := r.adopt()
		for c := range colonies {
			from := adoptedFrom(topology, before, c)
			if stopped[c] {
				from = c
			}
			iteration := uint32(3)
			if from != c {
				iteration = 7
			}
			got := r.states[c]
			if got.tour[0] != uint32(100*from+before[from]) || got.state.BestLength != uint64(before[from]) ||
				got.state.BestIteration != iteration || adopted[c] != (from != c) {
				t.Fatalf("%s of %v, stopped %v: colony %d has tour %d of length %d from iteration %d; "+
					"want the tour of colony %d", topology, before, stopped, c, got.tour[0],
					got.state.BestLength, got.state.BestIteration, from)
			}
		}
	})
}

// adoptedFrom returns the colony whose tour a colony has after an exchange.
func adoptedFrom(topology model.Topology, before []int, colony int) int {
	shortest := slices.Index(before, slices.Min(before))
	previous := colony - 1
	if previous < 0 {
		previous = len(before) - 1
	}
	switch {
	case topology == model.TopologyRing && before[previous] < before[colony]:
		return previous
	case topology != model.TopologyRing && topology != model.TopologyNone && before[shortest] < before[colony]:
		return shortest
	}
	return colony
}
