package merged_test

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/verify"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// All stages compute on node pairs what the reference computes, and no tour has an edge between
// nodes of the same kind.
func TestNodePairsOnDevice(t *testing.T) {
	testkind.ComparesStage(t)
	in := mergetest.NodePairs(t, 60, 30)
	m, err := model.New(t.Context(), in, model.Parameters{Ants: 60, Colonies: 2, Kick: 10, Noise: 0.4})
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, vktest.Open(t), m, model.Settings{Scales: 1}, merged.Stages...)
	p.compareHeated(t, uint32(m.StartLength))
	var counts model.Counts
	for number, ref := range p.References {
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
