package construct_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

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
					shorter, gain, err := construct.OrOpt(t.Context(), in, tour)
					if err != nil {
						t.Fatal(err)
					}
					if err := shorter.Validate(cities); err != nil {
						t.Fatal(err)
					}
					if got, want := shorter.Length(in), tour.Length(in)-gain; got != want {
						t.Errorf("length %d, by the gain %d", got, want)
					}
					if better := tsptest.OrOptGain(in, shorter); better > 0 {
						t.Errorf("a move shortens the tour by %d", better)
					}
				}
			})
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

func BenchmarkOrOpt(b *testing.B) {
	in := tsptest.Generate(b, "uniform", 10_000, 1)
	lists, _, err := neighbour.Nearest(b.Context(), in, 8)
	if err != nil {
		b.Fatal(err)
	}
	greedy, err := construct.Greedy(b.Context(), in, lists)
	if err != nil {
		b.Fatal(err)
	}
	best, _, err := construct.OrOpt(b.Context(), in, greedy)
	if err != nil {
		b.Fatal(err)
	}
	for name, tour := range map[string]tsp.Tour{"greedy": greedy, "optimal": best} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := construct.OrOpt(b.Context(), in, tour); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
