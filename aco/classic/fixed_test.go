package classic

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
	"github.com/aco-vk/aco-vk/vk/pipeline"
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

// The tours of small instances have their fixed edges. With local search they are the shortest
// ones.
func TestFixedEdgesAgainstAllTours(t *testing.T) {
	testkind.ComparesStage(t)
	random := rand.New(rand.NewPCG(16, 13))
	devices := []*pipeline.Device{nil, vktest.Open(t)}
	for example := range 24 {
		if testing.Short() && example != 12 {
			continue
		}
		n := 3 + example%7
		in := tsptest.Generate(t, []string{"uniform", "clustered", "grid"}[example%3], n, int64(example+1))
		if example%4 == 3 {
			in = tsptest.Matrix(tsp.TSP, n, func() int32 { return random.Int32N(1000) })
		}
		in = withPairs(t, random, in, 1+random.IntN(n/2))
		want, _ := tsptest.Optimum(in)
		for _, algorithm := range []model.Algorithm{model.AlgorithmAS, model.AlgorithmMMAS, model.AlgorithmACS} {
			search := model.Search3Opt
			if algorithm == model.AlgorithmAS {
				search = model.SearchNone
			}
			p := model.Published(algorithm, search)
			p.Seed, p.Ants, p.Colonies = uint64(example+1), 8, 1
			p.Synchronous = algorithm == model.AlgorithmACS
			var tours []string
			on := devices
			if example%3 != 0 {
				on = devices[:1] // a device compiles for seconds
			}
			for _, device := range on {
				result, err := Solve(t.Context(), in, device,
					Options{Rules: engine.Rules{Iterations: 40}, Parameters: p}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := verify.Tour(in, result.Tour); err != nil {
					t.Errorf("example %d, %s: %v", example, algorithm, err)
				}
				if algorithm != model.AlgorithmAS && result.Length != want {
					t.Errorf("example %d, %s, %d cities, fixed %v: length %d, the shortest tour has %d", example,
						algorithm, n, in.Fixed, result.Length, want)
				}
				tours = append(tours, fmt.Sprint(result.Tour, result.Iterations))
			}
			if last := tours[len(tours)-1]; last != tours[0] {
				t.Errorf("example %d, %s: the reference has %s, the device %s", example, algorithm, tours[0], last)
			}
		}
	}
}
