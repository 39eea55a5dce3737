package merged

import (
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// nodePairs returns the node pairs of a random asymmetric matrix.
func nodePairs(t *testing.T, cities int, seed uint64) *tsp.Instance {
	t.Helper()
	random := rand.New(rand.NewPCG(16, seed))
	pairs, err := reduce.NodePairs(tsptest.Matrix(tsp.ATSP, cities, func() int32 { return random.Int32N(10_000) }))
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

// All stages compute on node pairs what the reference computes, and no tour has an edge between nodes of the same kind.
func TestNodePairsOnDevice(t *testing.T) {
	testkind.ComparesStage(t)
	in := nodePairs(t, 60, 30)
	m, err := model.New(t.Context(), in, model.Parameters{Ants: 60, Colonies: 2, Kick: 10, Noise: 0.4})
	if err != nil {
		t.Fatal(err)
	}
	p := newPairFor(t, vktest.Open(t), m, model.Settings{Scales: 1}, allStages...)
	p.compareHeated(t, uint32(m.StartLength))
	var counts model.Counts
	for number, ref := range p.references {
		counts.Add(ref.State.Counts)
		length, err := verify.Tour(in, m.ToCaller(ref.Tours[ref.State.Iteration&1]))
		if err != nil || uint64(length) != ref.State.Length {
			t.Errorf("colony %d: length %d, verified %d: %v", number, ref.State.Length, length, err)
		}
	}
	if counts.Losing == 0 || counts.Accepted < 10 {
		t.Errorf("few changes: %+v", counts)
	}
}
