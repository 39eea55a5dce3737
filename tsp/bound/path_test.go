package bound

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// No open path is shorter than the bound of its matrix, whatever its ends, with and without fixed edges.
func TestBoundOfPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := draw(t, 8)
		cities := rapid.Permutation([]int32{0, 1, 2, tsp.FreeEnd, tsp.FreeEnd}).Draw(t, "ends")
		ends := tsp.Ends{cities[0], cities[1]}
		if rapid.Bool().Draw(t, "fixed") {
			in.Fixed = []tsp.Edge{{0, int32(in.Dimension() - 1)}}
		}
		m, err := tsp.PathMatrix(in, ends)
		if err != nil {
			t.Fatal(err)
		}
		result, err := HeldKarp(t.Context(), m, Options{Iterations: 40})
		if err != nil {
			t.Fatal(err)
		}
		if shortest := tsptest.ShortestPath(in, ends); shortest >= 0 && result.Length > shortest {
			t.Fatalf("bound %d, the shortest path with ends %v has length %d", result.Length, ends, shortest)
		}
	})
}

// The bound of a path between given ends is close, also if they are far apart. That of a closed tour would be too long.
func TestBoundOfAPathIsClose(t *testing.T) {
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D}
	for i := range 10 {
		in.X, in.Y = append(in.X, float64(100*i)), append(in.Y, 0)
	}
	for ends, want := range map[tsp.Ends]int64{{0, 9}: 900, {4, 5}: 1700, {tsp.FreeEnd, tsp.FreeEnd}: 900} {
		m, err := tsp.PathMatrix(in, ends)
		if err != nil {
			t.Fatal(err)
		}
		result, err := HeldKarp(t.Context(), m, Options{Iterations: 400})
		if err != nil || result.Length > want || result.Length < want-want/20 {
			t.Errorf("ends %v: bound %d of a path of length %d: %v", ends, result.Length, want, err)
		}
	}
}
