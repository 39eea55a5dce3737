package merged_test

import (
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// All stages of all shaders compute what the reference computes, iteration by iteration, and every
// tour has the fixed edges.
func TestFixedEdgesOnDevice(t *testing.T) {
	testkind.Whole(t)
	random := rand.New(rand.NewPCG(16, 2))
	device := vktest.Open(t)
	type example struct {
		name       string
		cities     int
		matrix     bool
		parameters model.Parameters
	}
	for _, c := range testkind.First(2, []example{
		{"coordinates", 101, false, model.Parameters{Ants: 40, Colonies: 2, Kick: 10, Noise: 0.4}},
		{"matrix", 100, true, model.Parameters{Ants: 40, Colonies: 2, Kick: 10}},
	}) {
		t.Run(c.name, func(t *testing.T) {
			in := mergetest.WithFixed(t, random, tsptest.Generate(t, "clustered", c.cities, 5), c.cities/4)
			if c.matrix {
				in = mergetest.Matrix(in)
			}
			m, err := model.New(t.Context(), in, c.parameters)
			if err != nil {
				t.Fatal(err)
			}
			p := open(t, device, m, model.Settings{Scales: 1}, merged.Stages...)
			p.compareHeated(t, uint32(m.StartLength/uint64(c.cities)*100))
			var counts model.Counts
			for number, ref := range p.References {
				counts.Add(ref.State.Counts)
				if !m.IsTour(ref.Tours[ref.State.Iteration&1]) {
					t.Errorf("the tour of colony %d lacks a fixed edge", number)
				}
			}
			if counts.Losing == 0 || counts.Accepted < 10 { // the fewest are 18
				t.Errorf("few changes: %+v", counts)
			}
		})
	}
}
