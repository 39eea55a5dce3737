package construct_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Of any order of some cities the result is a tour, or a path with the ends, with all fixed edges.
func TestInsertIsATour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := tsptest.DrawWithFixed(t)
		n := in.Dimension()
		if in.Metric == tsp.Explicit && rapid.Bool().Draw(t, "asymmetric") {
			in.Kind, in.Weights = tsp.ATSP, tsptest.DrawWeights(t, n, false)
		}
		order := tsptest.DrawTour(t, n)[:rapid.IntRange(0, n).Draw(t, "kept")]
		var ends *tsp.Ends
		if rapid.Bool().Draw(t, "open") {
			end := rapid.Int32Range(tsp.FreeEnd, int32(n)-1)
			ends = &tsp.Ends{end.Draw(t, "start"), end.Draw(t, "end")}
		}
		tour, err := construct.Insert(t.Context(), in, order, ends)
		if err != nil {
			if ends == nil {
				t.Fatal(err)
			}
			if _, refused := reduce.ClosePath(t.Context(), in, *ends); refused == nil {
				t.Fatal(err)
			}
			return
		}
		if ends == nil {
			_, err = verify.Tour(in, tour)
		} else {
			_, err = verify.Path(in, tour, ends[0], ends[1])
		}
		if err != nil {
			t.Fatalf("%v from %v: %v", tour, order, err)
		}
	})
}

// Without fixed edges the cities of the order keep it, and no city could have been inserted for
// less: checked with a search of its own that makes every tour.
func TestInsertIsCheapest(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, kind := range []tsp.Kind{tsp.TSP, tsp.ATSP} {
		for _, n := range []int{3, 5, 9, 20} {
			for kept := 1; kept <= n; kept += 1 + n/6 {
				for _, ends := range []*tsp.Ends{nil, {tsp.FreeEnd, tsp.FreeEnd}} {
					t.Run(fmt.Sprint(kind, n, kept, ends), func(t *testing.T) {
						in := tsptest.Matrix(kind, n, func() int32 { return random.Int32N(1000) })
						order := make(tsp.Tour, n)
						for i, city := range random.Perm(n) {
							order[i] = int32(city)
						}
						order = order[:kept]
						got := must.Get(construct.Insert(t.Context(), in, order, ends))(t)
						if want := slowly(in, order, ends != nil); got.UnitLength(in, ends != nil) != want.UnitLength(in, ends != nil) {
							t.Errorf("%v of length %v, want %v of length %v", got, got.UnitLength(in, ends != nil),
								want, want.UnitLength(in, ends != nil))
						}
						kept := slices.DeleteFunc(slices.Clone(got), func(city int32) bool { return !slices.Contains(order, city) })
						at := slices.Index(kept, order[0])
						if kept = slices.Concat(kept[at:], kept[:at]); !slices.Equal(kept, order) || ends != nil && at > 0 {
							t.Errorf("the order %v became %v", order, kept)
						}
					})
				}
			}
		}
	}
}

// slowly inserts all cities that are not in the order, each time the one that makes the shortest
// tour. Random distances are rarely equal.
func slowly(in *tsp.Instance, order tsp.Tour, open bool) tsp.Tour {
	tour := slices.Clone(order)
	for len(tour) < in.Dimension() {
		var best tsp.Tour
		for city := range int32(in.Dimension()) {
			if slices.Contains(tour, city) {
				continue
			}
			for at := range len(tour) + 1 {
				longer := slices.Insert(slices.Clone(tour), at, city)
				if best == nil || longer.UnitLength(in, open) < best.UnitLength(in, open) {
					best = longer
				}
			}
		}
		tour = best
	}
	return tour
}

// Cities that a fixed edge joins are inserted together, and ends are at the ends.
func TestInsertKeepsFixedEdgesAndEnds(t *testing.T) {
	x, y := make([]float64, 10), make([]float64, 10)
	for city := range x {
		x[city] = float64(10 * city)
	}
	in := must.Get(tsp.FromXY(tsp.EUC2D, x, y))(t)
	for name, c := range map[string]struct {
		order tsp.Tour
		fixed []tsp.Edge
		ends  *tsp.Ends
		want  tsp.Tour
	}{
		"new beside near ones":    {order: tsp.Tour{0, 2, 4, 6, 8, 9}, ends: &tsp.Ends{0, 9}, want: tsp.Tour{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
		"a free end may be new":   {order: tsp.Tour{1, 2, 3, 4, 5, 6, 7, 8}, ends: &tsp.Ends{-1, -1}, want: tsp.Tour{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
		"a new end":               {order: tsp.Tour{1, 2, 3, 4, 5, 6, 7, 8}, ends: &tsp.Ends{9, -1}, want: tsp.Tour{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}},
		"an end within the order": {order: tsp.Tour{0, 1, 2, 5, 3, 4, 6, 7, 8, 9}, ends: &tsp.Ends{0, 5}, want: tsp.Tour{0, 1, 2, 3, 4, 6, 7, 8, 9, 5}},
		"a fixed edge in one piece": {order: tsp.Tour{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, fixed: []tsp.Edge{{4, 5}}, ends: &tsp.Ends{0, 9},
			want: tsp.Tour{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
		"a fixed edge of new cities": {order: tsp.Tour{0, 1, 2, 5, 6, 7, 8, 9}, fixed: []tsp.Edge{{4, 3}}, ends: &tsp.Ends{0, 9},
			want: tsp.Tour{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
	} {
		of := must.Get(in.WithFixed(c.fixed...))(t)
		if got, err := construct.Insert(t.Context(), of, c.order, c.ends); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
	}
}

func TestInsertRefuses(t *testing.T) {
	in := tsptest.Square(tsp.Edge{0, 1}, tsp.Edge{1, 2})
	_, err := construct.Insert(t.Context(), in, tsp.Tour{0, 0}, nil)
	tsptest.RequireError(t, "a city twice", err, "the order has city 0 twice")
	_, err = construct.Insert(t.Context(), in, tsp.Tour{0, 4}, nil)
	tsptest.RequireError(t, "no city", err, "city 4")
	_, err = construct.Insert(t.Context(), in, tsp.Tour{0}, &tsp.Ends{1, tsp.FreeEnd})
	tsptest.RequireError(t, "an end between fixed edges", err, "no path with the fixed edges has these ends")
}
