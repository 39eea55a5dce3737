package construct_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

func spaceFilling(t rapid.TB, in *tsp.Instance) tsp.Tour {
	return must.Get(construct.SpaceFilling(context.Background(), in))(t)
}

// On a lattice of 2ᵏ × 2ᵏ cities, consecutive cities of the curve are adjacent.
func TestSpaceFillingOnALattice(t *testing.T) {
	for _, spacing := range []float64{1, 0.3, 1e6} {
		for side := 2; side <= 64; side *= 2 {
			in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D}
			for i := range side * side {
				in.X = append(in.X, spacing*float64(i%side))
				in.Y = append(in.Y, spacing*float64(i/side)-7)
			}
			tour := spaceFilling(t, in)
			must.Do(t, tour.Validate(side*side))
			for i, to := range tour[1:] {
				from := tour[i]
				if step := math.Abs(in.X[from]-in.X[to]) + math.Abs(in.Y[from]-in.Y[to]); step > 1.5*spacing {
					t.Fatalf("side %d, spacing %v: %v from city %d to %d", side, spacing, step, from, to)
				}
			}
		}
	}
}

// So it is on a cubic lattice.
func TestSpaceFillingOnACubicLattice(t *testing.T) {
	for side := 2; side <= 16; side *= 2 {
		in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC3D}
		for i := range side * side * side {
			in.X = append(in.X, float64(i%side))
			in.Y = append(in.Y, float64(i/side%side))
			in.Z = append(in.Z, float64(i/side/side))
		}
		tour := spaceFilling(t, in)
		must.Do(t, tour.Validate(side*side*side))
		for i, to := range tour[1:] {
			if step := in.Distance(int(tour[i]), int(to)); step != 1 {
				t.Fatalf("side %d: %d from city %d to %d", side, step, tour[i], to)
			}
		}
	}
}

func TestSpaceFillingIsATour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.Custom(tsptest.DrawInstance), rapid.Custom(tsptest.DrawStraight)).Draw(t, "instance")
		tour := spaceFilling(t, in)
		must.Do(t, tour.Validate(in.Dimension()))
		place := func(city int32) [3]float64 {
			if in.Metric == tsp.EUC3D {
				return [3]float64{in.X[city], in.Y[city], in.Z[city]}
			}
			return [3]float64{in.X[city], in.Y[city]}
		}
		for i, city := range tour[1:] {
			if before := tour[i]; (in.Metric == tsp.Explicit || place(before) == place(city)) && before > city {
				t.Fatalf("city %d comes before %d", before, city)
			}
		}
	})
}

// Cities in one cell have a curve of their own: one place far from them does not change their
// order.
func TestSpaceFillingBesideAnOutlier(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC3D}
	for range 500 {
		in.X, in.Y, in.Z = append(in.X, 99*r.Float64()), append(in.Y, 99*r.Float64()), append(in.Z, 99*r.Float64())
	}
	want := spaceFilling(t, in)
	in.X, in.Y, in.Z = append(in.X, 5e8), append(in.Y, 5e8), append(in.Z, 5e8)
	got := slices.DeleteFunc(spaceFilling(t, in), func(city int32) bool { return city == 500 })
	if !slices.Equal(got, want) {
		t.Errorf("the tour is %v, want %v", got, want)
	}
}

// The order of many cities does not depend on the number of processors.
func TestSpaceFillingOnManyProcessors(t *testing.T) {
	in := must.Get(generate.Instance("clustered", 20_000, 3))(t)
	copy(in.X[5000:], slices.Repeat(in.X[:10], 100)) // a hundred cities at each of ten points
	copy(in.Y[5000:], slices.Repeat(in.Y[:10], 100))
	tsptest.OnProcessors(t, func() any { return spaceFilling(t, in) })
}
