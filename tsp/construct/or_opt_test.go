package construct_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// OrOpt's tour has the length that it reports, and no segment of up to three cities can be moved
// to make it shorter. It starts from random tours, and from tours of a space-filling curve.
func TestOrOpt(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, kind := range []string{"uniform", "clustered", "grid", "matrix", "globe"} {
		for _, cities := range []int{5, 6, 8, 13, 40, 150} {
			t.Run(fmt.Sprint(kind, cities), func(t *testing.T) {
				in := orOptInstance(t, kind, cities, random)
				for _, tour := range []tsp.Tour{spaceFilling(t, in), tsptest.RandomTour(cities)} {
					whole := shorten(t, in, tour, construct.OrOptOptions{})
					if better := tsptest.OrOptGain(in, whole.Tour); better > 0 {
						t.Errorf("a move shortens the tour by %d", better)
					}
				}
			})
		}
	}
}

// shorten returns the result of OrOpt, whose tour has the length that its gain says.
func shorten(t *testing.T, in *tsp.Instance, tour tsp.Tour, o construct.OrOptOptions) construct.OrOptResult {
	t.Helper()
	shorter := must.Get(construct.OrOpt(t.Context(), in, tour, o))(t)
	must.Do(t, shorter.Tour.Validate(in.Dimension()))
	if got, want := shorter.Tour.Length(in), tour.Length(in)-shorter.Gain; got != want {
		t.Errorf("length %d, by the gain %d", got, want)
	}
	return shorter
}

// A search that the context ends has the tour of its moves so far, which the same number of moves
// makes again, with given lists and without.
func TestOrOptIsCutShort(t *testing.T) {
	in := tsptest.Generate(t, "clustered", 300, 4)
	near, _, err := neighbour.Nearest(t.Context(), in, 8)
	must.Do(t, err)
	for _, lists := range [][]uint32{nil, near} {
		curve := spaceFilling(t, in)
		whole := shorten(t, in, curve, construct.OrOptOptions{Near: lists})
		last, inside := 0, false
		for calls := 400; ; calls += 200 {
			cut, err := construct.OrOpt(tsptest.EndingAt(t.Context(), calls), in, curve, construct.OrOptOptions{Near: lists})
			if err == nil {
				break
			}
			if cut.Moves < last || cut.Moves > whole.Moves {
				t.Fatalf("%d moves after %d calls, and fewer before", cut.Moves, calls)
			}
			if last = cut.Moves; last == 0 {
				continue
			}
			inside = inside || last < whole.Moves
			again := shorten(t, in, curve, construct.OrOptOptions{Near: lists, Moves: last})
			if again.Moves != last || again.Gain != cut.Gain || !slices.Equal(again.Tour, cut.Tour) {
				t.Fatalf("%d moves do not make the tour again", last)
			}
		}
		if !inside {
			t.Errorf("no search was cut between moves; the last made %d of %d", last, whole.Moves)
		}
	}
}

func orOptInstance(t *testing.T, kind string, cities int, random *rand.Rand) *tsp.Instance {
	switch kind {
	case "matrix":
		return tsptest.Matrix(tsp.TSP, cities, func() int32 { return random.Int32N(50) })
	case "globe":
		in := tsptest.Generate(t, "uniform", cities, 2)
		in.Metric = tsp.GEO
		for i := range in.X {
			in.X[i], in.Y[i] = float64(random.IntN(180)-90), float64(random.IntN(360)-180)
		}
		return in
	}
	return tsptest.Generate(t, kind, cities, 2)
}

// What is no tour of the instance is an error.
func TestOrOptOfWrongTour(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 5, 1)
	for _, tour := range []tsp.Tour{nil, {0, 1}, {0, 1, 2, 3, 3}, {0, 1, 2, 3, 5}} {
		_, err := construct.OrOpt(t.Context(), in, tour, construct.OrOptOptions{})
		tsptest.RequireError(t, fmt.Sprint(tour), err, "tour: ")
	}
}
