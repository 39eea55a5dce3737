package merged

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// withPairs returns the instance with fixed edges between random pairs of cities.
func withPairs(t *testing.T, random *rand.Rand, in *tsp.Instance, pairs int) *tsp.Instance {
	t.Helper()
	cities, edges := random.Perm(in.Dimension()), []tsp.Edge(nil)
	for i := range pairs {
		edges = append(edges, tsp.Edge{int32(cities[2*i]), int32(cities[2*i+1])})
	}
	fixed, err := in.WithFixed(edges...)
	if err != nil {
		t.Fatal(err)
	}
	return fixed
}

// The tour of a small instance with fixed edges is the shortest one that has them, on the processor and on devices.
func TestFixedEdgesAgainstAllTours(t *testing.T) {
	testkind.ComparesStage(t)
	random := rand.New(rand.NewPCG(16, 1))
	devices := []*pipeline.Device{nil, vktest.Open(t)}
	for example := range fewerInShort(4, 12) {
		n := 8 + example%2
		in := withPairs(t, random, tsptest.Generate(t, []string{"uniform", "clustered", "grid"}[example%3], n, int64(example+1)), 1+example%4)
		if example%4 == 3 {
			in = matrixOf(in)
		}
		want, _ := tsptest.Optimum(in)
		o := Options{Rules: engine.Rules{Iterations: 60}, Parameters: model.Parameters{Colonies: 4, Ants: 64, Noise: 0.4, Seed: uint64(example + 1)}}
		var tours []string
		for _, device := range devices {
			result := mustSolve(t, in, []*pipeline.Device{device}, o)
			if result.Length != want {
				t.Errorf("example %d, %d cities, fixed %v: length %d, the shortest tour has %d", example, n, in.Fixed, result.Length, want)
			}
			tours = append(tours, fmt.Sprint(result.Tour, result.Iterations))
		}
		if tours[0] != tours[1] {
			t.Errorf("example %d: the reference has %s, the device %s", example, tours[0], tours[1])
		}
	}
}

// matrixOf is toMatrix with fixed edges.
func matrixOf(in *tsp.Instance) *tsp.Instance {
	matrix := toMatrix(in)
	matrix.Fixed = in.Fixed
	return matrix
}

// All stages of all shaders compute what the reference computes, iteration by iteration, and every tour has the fixed edges.
func TestFixedEdgesOnDevice(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 2))
	device := vktest.Open(t)
	type example struct {
		name       string
		cities     int
		matrix     bool
		parameters model.Parameters
	}
	for _, c := range firstInShort(2, []example{
		{"coordinates", 101, false, model.Parameters{Ants: 40, Colonies: 2, Kick: 10, Noise: 0.4}},
		{"matrix", 100, true, model.Parameters{Ants: 40, Colonies: 2, Kick: 10}},
		{"windows", 150, false, model.Parameters{Ants: 30, Windows: 3, Kick: 10}},
	}) {
		t.Run(c.name, func(t *testing.T) {
			in := withPairs(t, random, tsptest.Generate(t, "clustered", c.cities, 5), c.cities/4)
			if c.matrix {
				in = matrixOf(in)
			}
			m, err := model.New(t.Context(), in, c.parameters)
			if err != nil {
				t.Fatal(err)
			}
			p := newPairFor(t, device, m, model.Settings{Scales: 1}, allStages...)
			p.compareHeated(t, uint32(m.StartLength/uint64(c.cities)*100))
			var counts model.Counts
			for number, ref := range p.references {
				counts.Add(ref.State.Counts)
				if !m.IsRearrangement(ref.Tours[ref.State.Iteration&1], ref.Tours[ref.State.Iteration&1]) {
					t.Errorf("the tour of colony %d lacks a fixed edge", number)
				}
			}
			if counts.Losing == 0 || counts.Accepted < 10 { // the fewest are 18
				t.Errorf("few changes: %+v", counts)
			}
		})
	}
}
