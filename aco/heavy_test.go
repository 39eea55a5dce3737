package aco

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// heavyInstance returns an instance with distances above those that Merged takes: a symmetric or
// an asymmetric matrix, or coordinates.
func heavyInstance(random *rand.Rand, example, n int) *tsp.Instance {
	weight := func() int32 { return model.MaxDistance + 1 + random.Int32N(math.MaxInt32-model.MaxDistance-1) }
	switch example % 3 {
	case 0:
		return tsptest.Matrix(tsp.TSP, n, weight)
	case 1:
		const most = 1 << 28 // of node pairs
		return tsptest.Matrix(tsp.ATSP, n, func() int32 { return most + random.Int32N(math.MaxInt32-most) })
	}
	in := &tsp.Instance{Name: "far", Kind: tsp.TSP, Metric: tsp.EUC2D}
	for range n {
		in.X, in.Y = append(in.X, float64(random.IntN(500_000_000))), append(in.Y, float64(random.IntN(500_000_000)))
	}
	return in
}

// The automatic choice solves instances with distances that are too long for Merged, and says why
// it is another algorithm.
func TestHeavyDistances(t *testing.T) {
	random := rand.New(rand.NewPCG(38, 2))
	for example := range 24 {
		n := 8 + example/3%2
		in := heavyInstance(random, example, n)
		if example/6%2 == 1 {
			in = withFixed(t, random, in, 2)
		}
		options := Options{Devices: onProcessor(t), Iterations: 200, Method: Automatic{Ants: 32}}
		want, _ := tsptest.Optimum(in)
		if example >= 12 {
			options.Path = &tsp.Ends{0, tsp.FreeEnd}
			if want = tsptest.ShortestPath(in, *options.Path); want < 0 {
				continue // the fixed edges leave none
			}
		}
		said := false
		options.Progress = func(p Progress) {
			said = said || p.Notice.Kind == NoticeFallback &&
				strings.Contains(p.Notice.Text, "in place of the default solver")
		}
		result, err := Solve(t.Context(), in, options)
		if err != nil {
			t.Fatalf("example %d: %v", example, err)
		}
		small := len(in.Fixed) > 0 // their contraction may have too few cities for Merged
		if result.Length != want || result.Algorithm == AlgorithmMerged || !said && !small {
			t.Errorf("example %d, %d cities, fixed %v: %s found %d, want %d, notice %t", example, n, in.Fixed,
				result.Algorithm, result.Length, want, said)
		}
		_, err = Solve(t.Context(), in, Options{Devices: onProcessor(t), Method: Merged{}, Path: options.Path})
		if refused := (*ParameterError)(nil); !small && (!errors.As(err, &refused) || len(refused.Remedies) == 0) {
			t.Errorf("example %d: the default solver is not refused with advice: %v", example, err)
		}
	}
}
