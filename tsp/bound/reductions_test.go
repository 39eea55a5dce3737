package bound

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// Each combination of reductions keeps the shortest length: the shortest tour of the simpler
// instance and the offset give the shortest tour or path. Offsets are not 0, since all distances
// are large.
func TestEveryReductionKeepsTheShortestLength(t *testing.T) {
	const cities = 6
	free := int32(tsp.FreeEnd)
	random := rand.New(rand.NewPCG(47, 1))
	for _, kind := range []tsp.Kind{tsp.TSP, tsp.ATSP} {
		for _, fixed := range [][]tsp.Edge{nil, {{1, 2}}, {{1, 2}, {2, 3}}, {{1, 2}, {2, 3}, {4, 5}}} {
			for _, ends := range []*tsp.Ends{nil, {free, free}, {0, free}, {free, 0}, {1, free}, {0, 5}, {1, 5}} {
				t.Run(fmt.Sprintf("%s/%v/%v", kind, fixed, ends), func(t *testing.T) {
					in := tsptest.Matrix(kind, cities, func() int32 { return 1000 + random.Int32N(1000) })
					in.Fixed = fixed
					requireSameShortest(t, in, ends)
				})
			}
		}
	}
}

func requireSameShortest(t *testing.T, in *tsp.Instance, ends *tsp.Ends) {
	t.Helper()
	want, _ := tsptest.Optimum(in)
	if ends != nil {
		want = tsptest.ShortestPath(in, *ends)
	}
	reduced, offset, err := simplify(t.Context(), in, ends)
	must.Do(t, err)
	if got, _ := tsptest.Optimum(reduced); got+offset != want {
		t.Errorf("the simpler instance has a tour of %d, with the offset %d; the shortest is %d", got, offset, want)
	}
	result, err := HeldKarp(t.Context(), in, Options{Path: ends, Iterations: 100})
	if err != nil || result.Length > want || result.Length < want*3/4 {
		t.Errorf("bound %+v of a shortest length %d: %v", result, want, err)
	}
}

// A tour that is shorter than a bound is a contradiction, whatever the caller makes of it.
func TestContradiction(t *testing.T) {
	for _, c := range []struct {
		length, lower int64
		wrong         bool
	}{{100, 100, false}, {101, 100, false}, {99, 100, true}, {0, 1, true}, {5, 0, false}} {
		err := Check(c.length, c.lower)
		if typed := (*ContradictionError)(nil); errors.As(err, &typed) != c.wrong {
			t.Errorf("length %d, bound %d: %v", c.length, c.lower, err)
		}
	}
}
