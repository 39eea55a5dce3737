package aco

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// withFixed fixes edges of a random tour: each with a chance of one in so many, so that they form
// paths.
func withFixed(t *testing.T, random *rand.Rand, in *tsp.Instance, oneIn int) *tsp.Instance {
	t.Helper()
	n := in.Dimension()
	tour, edges := random.Perm(n), []tsp.Edge(nil)
	for i, city := range tour {
		if random.IntN(oneIn) == 0 {
			edges = append(edges, tsp.Edge{int32(city), int32(tour[(i+1)%n])})
		}
	}
	return must.Get(in.WithFixed(edges...))(t)
}

// smallInstance returns an instance of a kind that depends on the example.
func smallInstance(t *testing.T, example, n int) *tsp.Instance {
	t.Helper()
	return tsptest.Generate(t, []string{"uniform", "clustered", "grid"}[example%3], n, int64(example+1))
}

// An initial tour without the fixed edges is refused.
func TestInitialTourWithoutFixedEdges(t *testing.T) {
	in := withFixed(t, rand.New(rand.NewPCG(16, 4)), tsptest.Generate(t, "uniform", 60, 1), 2)
	_, err := Solve(t.Context(), in, Options{Devices: onProcessor(t), Iterations: 1, InitialTour: tsptest.RandomTour(60)})
	if err == nil || !strings.Contains(err.Error(), "does not have the fixed edge") {
		t.Errorf("error %v", err)
	}
}
