package bound

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// No open path is shorter than its bound, whatever its ends, with and without fixed edges, in both
// kinds of instances.
func TestBoundOfPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawProblem(t, 7)
		ends := rapid.Permutation([]int32{0, 1, 2, tsp.FreeEnd, tsp.FreeEnd}).Draw(t, "ends")
		path := tsp.Ends{ends[0], ends[1]}
		shortest := tsptest.ShortestPath(in, path)
		result, err := HeldKarp(t.Context(), in, Options{Iterations: 40, Path: &path})
		if (err != nil) != (shortest < 0) {
			t.Fatalf("ends %v: error %v, the shortest path has length %d", path, err, shortest)
		}
		if err == nil && result.Length > shortest {
			t.Fatalf("bound %d, the shortest path with ends %v has length %d", result.Length, path, shortest)
		}
	})
}

// The bound of a path between given ends is close, also if they are far apart. That of a closed
// tour would be too long.
func TestBoundOfAPathIsClose(t *testing.T) {
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D}
	for i := range 10 {
		in.X, in.Y = append(in.X, float64(100*i)), append(in.Y, 0)
	}
	for ends, want := range map[tsp.Ends]int64{{0, 9}: 900, {4, 5}: 1700, {tsp.FreeEnd, tsp.FreeEnd}: 900} {
		result, err := HeldKarp(t.Context(), in, Options{Iterations: 400, Path: &ends})
		if err != nil || result.Length > want || result.Length < want-want/20 {
			t.Errorf("ends %v: bound %d of a path of length %d: %v", ends, result.Length, want, err)
		}
	}
}
