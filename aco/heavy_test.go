package aco

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// heavyInstances makes instances whose distances are above the limits of Merged.
var heavyInstances = []struct {
	kind string
	make func(random *rand.Rand, n int) *tsp.Instance
}{
	{"symmetric", func(random *rand.Rand, n int) *tsp.Instance {
		return tsptest.Matrix(tsp.TSP, n, func() int32 { return above(random, model.MaxDistance) })
	}},
	{"asymmetric", func(random *rand.Rand, n int) *tsp.Instance {
		const most = 1 << 28 // of node pairs
		return tsptest.Matrix(tsp.ATSP, n, func() int32 { return above(random, most-1) })
	}},
	{"coordinates", func(random *rand.Rand, n int) *tsp.Instance {
		in := &tsp.Instance{Name: "far", Kind: tsp.TSP, Metric: tsp.EUC2D}
		for range n {
			in.X = append(in.X, float64(random.IntN(500_000_000)))
			in.Y = append(in.Y, float64(random.IntN(500_000_000)))
		}
		return in
	}},
}

// above draws a distance above a limit.
func above(random *rand.Rand, limit int32) int32 {
	return limit + 1 + random.Int32N(math.MaxInt32-limit-1)
}

// The automatic choice solves instances with distances that are too long for Merged, and says why
// it is another algorithm.
func TestHeavyDistances(t *testing.T) {
	testkind.ComparesRuns(t)
	random := rand.New(rand.NewPCG(38, 2))
	for _, path := range []*tsp.Ends{nil, {0, tsp.FreeEnd}} {
		for _, fixed := range []int{0, 2} {
			for _, n := range []int{8, 9} {
				for _, heavy := range heavyInstances {
					name := fmt.Sprintf("%s, %d cities, %d fixed edges, path %t", heavy.kind, n, fixed, path != nil)
					t.Run(name, func(t *testing.T) {
						in := heavy.make(random, n)
						if fixed > 0 {
							in = withFixed(t, random, in, fixed)
						}
						testHeavy(t, in, path)
					})
				}
			}
		}
	}
}

// testHeavy solves a heavy instance, or finds its shortest open path.
func testHeavy(t *testing.T, in *tsp.Instance, path *tsp.Ends) {
	want, _ := tsptest.Optimum(in)
	if path != nil {
		if want = tsptest.ShortestPath(in, *path); want < 0 {
			return // the fixed edges leave no path
		}
	}
	said := false
	options := Options{Devices: onProcessor(t), Iterations: 200, Path: path, Method: Automatic{Ants: 32}}
	options.Progress = func(p Progress) {
		said = said || p.Notice.Kind == NoticeFallback &&
			strings.Contains(p.Notice.Text, "in place of the default solver")
	}
	result, err := Solve(t.Context(), in, options)
	if err != nil {
		t.Fatal(err)
	}
	small := len(in.Fixed) > 0 // their contraction may have too few cities for Merged
	if result.Length != want || result.Algorithm == AlgorithmMerged || !said && !small {
		t.Errorf("fixed %v: %s found %d, want %d, notice %t", in.Fixed, result.Algorithm, result.Length, want, said)
	}
	_, err = Solve(t.Context(), in, Options{Devices: onProcessor(t), Method: Merged{}, Path: path})
	if refused := (*ParameterError)(nil); !small && (!errors.As(err, &refused) || len(refused.Remedies) == 0) {
		t.Errorf("the default solver is not refused with advice: %v", err)
	}
}
