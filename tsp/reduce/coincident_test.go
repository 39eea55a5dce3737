package reduce_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// drawDoubled draws an instance of up to 8 cities, some of them at the place of another one, with
// fixed edges.
func drawDoubled(t *rapid.T) *tsp.Instance {
	of := tsptest.DrawInstance(t)
	n := rapid.IntRange(3, 8).Draw(t, "doubled")
	places := make(tsp.Tour, n)
	for city := range places {
		places[city] = rapid.Int32Range(0, min(int32(of.Dimension()), 5)-1).Draw(t, "place")
	}
	if of.Metric == tsp.Explicit && rapid.Bool().Draw(t, "metric") {
		along := rapid.SliceOfN(rapid.IntRange(0, 1000), of.Dimension(), of.Dimension()).Draw(t, "along a line")
		for i := range of.Weights {
			from, to := along[i/of.Dimension()], along[i%of.Dimension()]
			of.Weights[i] = int32(max(from-to, to-from))
		}
	}
	in := of.Part(places)
	if in.Metric == tsp.Explicit {
		for i := range in.Weights {
			if places[i/n] == places[i%n] {
				in.Weights[i] = 0
			}
		}
	}
	if in.Symmetric() || in.Metric == tsp.Explicit {
		in.Fixed = tsptest.DrawFixed(t, n)
	}
	return in
}

// Shortest tours of the contracted instance are as long as shortest tours of the original. Each of its
// tours stands for one of the same length, whichever its direction, and back.
func TestCoincident(t *testing.T) {
	contracted := make(map[tsp.Metric]int)
	rapid.Check(t, func(t *rapid.T) {
		in := drawDoubled(t)
		c := reduce.Coincident(t.Context(), in, nil)
		if c == nil {
			return
		}
		contracted[in.Metric]++
		if err := c.Instance.Validate(); err != nil || c.Instance.Dimension() >= in.Dimension() {
			t.Fatalf("%d of %d cities: %v", c.Instance.Dimension(), in.Dimension(), err)
		}
		want, tour := tsptest.Optimum(in)
		short, shortest := tsptest.Optimum(c.Instance)
		if short != want {
			t.Fatalf("contracted optimum %d, want %d", short, want)
		}
		for _, reduced := range []tsp.Tour{shortest, c.Reduce(tour)} {
			length := must.Get(verify.Tour(c.Instance, reduced))(t)
			full := c.Expand(reduced)
			if got, err := verify.Tour(in, full); err != nil || got != length || length < want {
				t.Fatalf("%v of length %d expanded to %v of length %d: %v", reduced, length, full, got, err)
			}
			if again := c.Reduce(full); !slices.Equal(again, reduced) {
				t.Fatalf("%v, expanded and reduced, is %v", reduced, again)
			}
			slices.Reverse(reduced)
			if back := c.Expand(reduced); back.SHA256(true) != full.SHA256(true) {
				t.Fatalf("reversed, %v is expanded to another tour", reduced)
			}
		}
	})
	for _, metric := range tsp.Metrics() {
		if testing.Short() && metric != tsp.GEO || metric == tsp.Explicit {
			continue // rapid draws few instances, and few of the matrices have coincident places
		}
		if none := metric == tsp.GEO; none != (contracted[metric] == 0) {
			t.Errorf("%s: %d instances were contracted", metric, contracted[metric])
		}
	}
}

// Paths with given and with free ends are as short in the contracted instance, and an end remains
// a city of its own.
func TestCoincidentEnds(t *testing.T) {
	contracted := 0
	rapid.Check(t, func(t *rapid.T) {
		in := drawDoubled(t)
		n, ends := int32(in.Dimension()), tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}
		first := rapid.Int32Range(0, n-1).Draw(t, "first")
		for i := range ends {
			if rapid.Bool().Draw(t, "given") {
				ends[i] = (first + int32(i)) % n
			}
		}
		c := reduce.Coincident(t.Context(), in, &ends)
		if c == nil {
			return
		}
		contracted++
		reduced := c.Ends(ends)
		if got, want := tsptest.ShortestPath(c.Instance, reduced), tsptest.ShortestPath(in, ends); got != want {
			t.Fatalf("contracted shortest path %d, want %d", got, want)
		}
		for i, end := range reduced {
			alone := c.Reduce(tsp.Tour{max(ends[i], 0)})
			if end != tsp.FreeEnd && !slices.Equal(alone, tsp.Tour{end}) {
				t.Fatalf("end %d is city %d of the contracted instance, and stands for %v", ends[i], end, alone)
			}
		}
	})
	if contracted == 0 {
		t.Error("no instance was contracted")
	}
}

// Places are the same by their coordinates alone, also in the many shares of a large instance: 0
// is -0, and a distance of 0 is not enough.
func TestDistinctPlaces(t *testing.T) {
	const n = 100_000
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D}
	random, distinct := rand.New(rand.NewPCG(42, 1)), make(map[[2]float64]bool)
	for range n {
		x, y := float64(random.IntN(300)-150)/4, float64(random.IntN(300)-150)/4
		distinct[[2]float64{x, y}] = true
		if x == 0 && random.IntN(2) == 0 {
			x = math.Copysign(0, -1)
		}
		in.X, in.Y = append(in.X, x), append(in.Y, y)
	}
	c := reduce.Coincident(t.Context(), in, nil)
	if c == nil || c.Distinct != len(distinct) || c.Instance.Dimension() != len(distinct) {
		t.Fatalf("%+v, want %d places", c, len(distinct))
	}
	if _, err := verify.Tour(in, c.Expand(tsptest.RandomTour(len(distinct)))); err != nil {
		t.Error(err)
	}
	if again := reduce.Coincident(t.Context(), c.Instance, nil); again != nil {
		t.Errorf("contracted again: %d cities", again.Instance.Dimension())
	}
}

// Places that differ only in the numbers of the input, and not in steps, are not coincident.
func TestGivenPlaces(t *testing.T) {
	x, y := []float64{0.25, 0, 1e9, 2.5, 0, 1e9}, []float64{0, 1, 3, 0, 1, 3}
	in := must.Get(tsp.FromXY(tsp.EUC2D, x, y))(t)
	if c := reduce.Coincident(t.Context(), in, nil); c == nil || c.Distinct != 4 || in.X[0] != in.X[1] {
		t.Errorf("%+v of cities at %v, want 4 places", c, in.X)
	}
	given := make([][]float64, len(x))
	matrix := tsptest.Matrix(tsp.TSP, len(x), func() int32 { return 0 })
	for i := range x {
		for j := range x {
			given[i] = append(given[i], math.Abs(x[i]-x[j]))
			matrix.Weights[i*len(x)+j] = int32(given[i][j] / 1e6)
		}
	}
	matrix.Given = &tsp.Given{Distances: given}
	if c := reduce.Coincident(t.Context(), matrix, nil); c == nil || c.Distinct != 4 {
		t.Errorf("%+v, want 4 places", c)
	}
	matrix.Kind = tsp.ATSP
	given[3][4] = 2.25 // to one of two places, whose distances to all others are equal
	if c := reduce.Coincident(t.Context(), matrix, nil); c == nil || c.Distinct != 5 {
		t.Errorf("%+v, want 5 places", c)
	}
}

// One-way distances to two cities tell them apart, even if the distances from them are equal.
func TestOneWayPlaces(t *testing.T) {
	const n = 4
	in := tsptest.Matrix(tsp.ATSP, n, func() int32 { return 0 })
	copy(in.Weights, []int32{
		0, 9, 5, 6,
		5, 0, 7, 0,
		6, 9, 0, 5,
		5, 0, 7, 0, // as from city 2, and other distances to it
	})
	want, _ := tsptest.Optimum(in)
	c := reduce.Coincident(t.Context(), in, nil)
	if c != nil {
		got, _ := tsptest.Optimum(c.Instance)
		t.Errorf("%d cities, with a tour of length %d; the shortest has %d", c.Instance.Dimension(), got, want)
	}
	in.Weights[3], in.Weights[11] = in.Weights[1], in.Weights[9]
	if c = reduce.Coincident(t.Context(), in, nil); c == nil || c.Instance.Dimension() != n-1 {
		t.Errorf("%+v, want the cities 2 and 4 at one place", c)
	}
}

// A matrix with a way that is shorter than the direct one, by more than rounding, keeps all
// cities of the place between; so does one with forbidden edges.
func TestShortcuts(t *testing.T) {
	const places, n = 150, 300
	random := rand.New(rand.NewPCG(42, 2))
	at := make([]int32, places)
	for i := range at {
		at[i] = random.Int32N(100_000)
	}
	matrix := tsptest.Matrix(tsp.TSP, n, func() int32 { return 0 })
	for i := range matrix.Weights {
		from, to := at[i/n%places], at[i%n%places]
		matrix.Weights[i] = max(from-to, to-from)
	}
	cities := func(change func(in *tsp.Instance)) int {
		in := *matrix
		in.Weights = slices.Clone(matrix.Weights)
		change(&in)
		if c := reduce.Coincident(t.Context(), &in, nil); c != nil {
			return c.Instance.Dimension()
		}
		return n
	}
	longer := func(by int32) func(in *tsp.Instance) {
		return func(in *tsp.Instance) { // between two places
			for _, from := range []int{0, places} {
				for _, to := range []int{1, places + 1} {
					in.Weights[from*n+to] += by
					in.Weights[to*n+from] += by
				}
			}
		}
	}
	for name, test := range map[string]struct {
		change func(in *tsp.Instance)
		least  int
		most   int
	}{
		"straight":  {func(*tsp.Instance) {}, places, places},
		"rounded":   {longer(1), places, places},
		"longer":    {longer(50_000), places + 1, places + 40},
		"forbidden": {func(in *tsp.Instance) { in.Forbidden = math.MaxInt32 }, n, n},
	} {
		if got := cities(test.change); got < test.least || got > test.most {
			t.Errorf("%s: %d cities, want %d to %d", name, got, test.least, test.most)
		}
	}
}
