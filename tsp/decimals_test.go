package tsp_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// optimum returns the length of the shortest tour of a matrix by enumeration, without package tsp.
func optimum(distances [][]float64) float64 {
	best := math.Inf(1)
	var extend func(path []int, used uint, length float64)
	extend = func(path []int, used uint, length float64) {
		last := path[len(path)-1]
		if len(path) == len(distances) {
			best = min(best, length+distances[last][0])
			return
		}
		for next := range distances {
			if used>>next&1 == 0 {
				extend(append(path, next), used|1<<next, length+distances[last][next])
			}
		}
	}
	extend([]int{0}, 1, 0)
	return best
}

// A long distance that no good tour has does not make the others coarse: the shortest tour in
// steps is the shortest one in units.
func TestDistancesFarAboveTheOthers(t *testing.T) {
	const most = math.MaxInt32
	cases := [][][]float64{
		{{0, 4, 99999999}, {4, 0, 3}, {5, 3, 0}},
		{{0, 1, most, most}, {most, 0, 5, most}, {most, most, 0, 7}, {1, 1, most, 0}},
		{{0, 1, 99999999, 99999999, 2}, {99999999, 0, 5, 99999999, 3}, {99999999, 99999999, 0, 7, 4},
			{1, 1, 99999999, 0, 99999999}, {2, 2, 2, 2, 0}},
		{{0, 1e99, 4}, {4, 0, 3}, {5, 3, 0}},
		{{0, 1.25, 1e300, 3}, {2, 0, 1.5, 1e300}, {1e300, 2, 0, 0.125}, {0.5, 1e15, 1, 0}},
	}
	random := rand.New(rand.NewPCG(5, 6))
	for _, scale := range []float64{1e-9, 1, 1e6, 1e12} {
		for range 50 {
			n := 5 + random.IntN(3)
			distances := make([][]float64, n)
			for i := range distances {
				distances[i] = make([]float64, n)
				for j := range distances[i] {
					distances[i][j] = scale * float64(1+random.IntN(1000))
					if random.IntN(4) == 0 {
						distances[i][j] = scale * 1e9 * (1 + random.Float64())
					}
				}
			}
			cases = append(cases, distances)
		}
	}
	for _, distances := range cases {
		in := must.Get(tsp.FromDecimals(t.Context(), distances, ""))(t)
		want, tour := optimum(distances), construct.Exhaustive(in)
		if got := verify.UnitLength(in, tour, false); math.Abs(got-want) > 1e-9*want {
			t.Errorf("%v: length %v, the optimum is %v (%d decimals, given %v)", distances, got, want,
				in.Unit.Decimals, in.Given != nil)
		}
	}
}

// Where each tour needs long distances, these are told apart, even if there is a gap below them.
func TestLongDistancesThatToursNeed(t *testing.T) {
	inf := math.Inf(1)
	cases := [][][]float64{
		{ // two distances to city 3 are short, but no tour has both
			{0, 4e7, 17e9, 8e9, 17e6, 5e9}, {4e7, 0, 22e6, 132e9, 344e6, 665e12}, {17e9, 22e6, 0, 870e9, 116e6, 4e6},
			{8e9, 132e9, 870e9, 0, 488e9, 834e6}, {17e6, 344e6, 116e6, 488e9, 0, 2e6},
			{5e9, 665e12, 4e6, 834e6, 2e6, 0},
		},
		{{0, inf, 4.327671e-6, 1e6}, {9e-6, 0, 7.2585e-6, 9.3917e-6}, {6.768485e-6, 9.265e-6, 0, inf},
			{inf, 3.0337e-6, inf, 0}},
	}
	random := rand.New(rand.NewPCG(7, 8))
	for range 300 { // distances of all magnitudes, and missing ones
		n := 4 + random.IntN(4)
		distances := make([][]float64, n)
		for i := range distances {
			distances[i] = make([]float64, n)
			for j := range distances[i] {
				if distances[i][j] = math.Pow(10, -6+15*random.Float64()); random.IntN(8) == 0 {
					distances[i][j] = inf
				}
			}
		}
		cases = append(cases, distances)
	}
	for _, distances := range cases {
		want := optimum(distances)
		in := must.Get(tsp.FromDecimals(t.Context(), distances, ""))(t)
		if got := verify.UnitLength(in, construct.Exhaustive(in), false); !math.IsInf(want, 1) && got > want*(1+1e-4) {
			t.Errorf("%v: length %v, the optimum is %v (%d decimals)", distances, got, want, in.Unit.Decimals)
		}
	}
}

// Distances are told apart, however short they are, or refused.
func TestShortDistances(t *testing.T) {
	for _, unit := range []float64{1e-9, 1e-10, 1e-14, 1e-15, 1e-16, 1e-100, 5e-324} {
		distances := [][]float64{{0, 1, 30, 2}, {1, 0, 1, 70}, {30, 1, 0, 1}, {2, 70, 1, 0}}
		for i := range distances {
			for j := range distances {
				distances[i][j] *= unit
			}
		}
		in, err := tsp.FromDecimals(t.Context(), distances, "")
		if unit < 1e-15 {
			if !refusedAt(err, 1, 3) || !strings.Contains(err.Error(), "too short") {
				t.Errorf("%v: %v", unit, err)
			}
			continue
		}
		must.Do(t, err)
		if got, want := verify.UnitLength(in, construct.Exhaustive(in),
			false), optimum(distances); math.Abs(got-want) > 1e-9*want {
			t.Errorf("%v: length %v, want %v", unit, got, want)
		}
	}
	if _, err := tsp.FromXY(tsp.EUC2D, []float64{0, 1e-300, 0}, []float64{0, 0, 2e-300}); err == nil ||
		!strings.Contains(err.Error(), "smaller unit") {
		t.Error(err)
	}
}

func refusedAt(err error, from, to int) bool {
	var refused *tsp.DistanceError
	return errors.As(err, &refused) && refused.From == from && refused.To == to
}

// Clusters far apart have distances between them that are told apart, however short the others
// are.
func TestDistancesBetweenClusters(t *testing.T) {
	const n = 20
	distances := make([][]float64, n)
	for i := range distances {
		distances[i] = make([]float64, n)
		for j := range distances[i] {
			if distances[i][j] = 1.25 + float64((i*7+j*3)%5); i%2 != j%2 {
				distances[i][j] = 1e8 + 1e6*float64(i*n+j)
			}
		}
	}
	in := must.Get(tsp.FromDecimals(t.Context(), distances, ""))(t)
	if in.Distance(0, 1) >= in.Distance(18, 19) || in.Given.TooLong != 0 {
		t.Errorf("%d and %d steps, %d decimals", in.Distance(0, 1), in.Distance(18, 19), in.Unit.Decimals)
	}
}

// What does not fit is refused with its cell.
func TestDistanceTooLong(t *testing.T) {
	_, err := tsp.FromDecimals(t.Context(), [][]float64{{0, 1e98, 2e99}, {1e99, 0, 1e99}, {1e99, 1e99, 0}}, "")
	var refused *tsp.DistanceError
	if !errors.As(err, &refused) || refused.From != 0 || refused.To != 2 || refused.Distance != 2e99 {
		t.Errorf("%v", err)
	}
	_, err = tsp.FromDecimals(t.Context(), [][]float64{{0, 1, 2}, {1, 0}, {1, 2, 0}}, "")
	tsptest.RequireError(t, "a short row", err, "row 1 of the matrix has 2 distances") // counted from 0, as cities
}

// Distances with more digits than steps have keep them in units.
func TestGivenDistances(t *testing.T) {
	for _, first := range []float64{123456789.123, 9007199254740993, 0.1 + 1e-13, math.Pi * 1e7} {
		distances := [][]float64{{0, first, 2}, {3, 0, first * 1.5}, {first / 3, first, 0}}
		in := must.Get(tsp.FromDecimals(t.Context(), distances, "s"))(t)
		tour := tsp.Tour{0, 1, 2}
		want := distances[0][1] + distances[1][2] + distances[2][0]
		if got := tour.UnitLength(in, false); math.Abs(got-want) > 1e-15*want {
			t.Errorf("length %v, want %v", got, want)
		}
		if got, want := in.UnitText(tour.UnitLength(in, true)), fmt.Sprintf("%.3f",
			distances[0][1]+distances[1][2]); math.Abs(first) > 1e6 && len(got) < len(want)-4 {
			t.Errorf("text %s, want %s", got, want)
		}
	}
}

// Any matrix is refused with its cell, or the lengths of tours are the sums of its distances. The
// shortest tour in steps is then the shortest one in units, unless steps are rounded or the tour
// has a distance far above the others.
func FuzzFromDecimals(f *testing.F) {
	f.Add(floatBytes(0, 1e-10, 3e-10, 1e-10, 0, 7.123e-10, 3e-10, 1e-10, 0))
	f.Add(floatBytes(0, 4, 99999999, 4, 0, 3, 5, 3, 0))
	f.Add(floatBytes(0, 1, math.MaxInt32, 2, 3, 0, 5, 4, math.Inf(1), 1e99, 0, 7, 1, 1, 0.5, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		distances := squareOf(data)
		in, err := tsp.FromDecimals(t.Context(), distances, "")
		if err != nil {
			var cell *tsp.DistanceError
			var refused *tsp.Error
			if !errors.As(err, &cell) && !errors.As(err, &refused) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		tour := construct.Exhaustive(in)
		if len(tour) == 1 { // there is no edge
			if got := verify.UnitLength(in, tour, false); got != 0 {
				t.Fatalf("length %v of one city", got)
			}
			return
		}
		own, exact := 0.0, true
		for i, from := range tour {
			to := tour[(i+1)%len(tour)]
			own += distances[from][to]
			weight := in.Distance(int(from), int(to))
			exact = exact && (in.Forbidden == 0 || weight < int64(in.Forbidden)) &&
				(in.Given == nil || weight != int64(in.Given.TooLong))
		}
		for i, row := range distances {
			for j, d := range row {
				weight := in.Distance(i, j)
				if long := in.Given != nil && weight == int64(in.Given.TooLong); i != j && !long && !math.IsInf(d, 1) {
					exact = exact && math.Abs(in.Unit.Value(weight)-d) <= 1e-9*d
				}
			}
		}
		if got := verify.UnitLength(in, tour, false); exact && !(math.Abs(got-own) <= 1e-9*own) {
			t.Fatalf("length %v, the distances have %v", got, own)
		}
		if want := optimum(distances); exact && !(own <= want*(1+1e-9)) {
			t.Fatalf("length %v, the optimum is %v", own, want)
		}
	})
}

// squareOf returns the largest square matrix of up to 7 rows that some bytes have.
func squareOf(data []byte) [][]float64 {
	n := min(int(math.Sqrt(float64(len(data)/8))), 7)
	distances := make([][]float64, n)
	for i := range distances {
		for range n {
			distances[i] = append(distances[i], math.Float64frombits(binary.LittleEndian.Uint64(data)))
			data = data[8:]
		}
	}
	return distances
}

func floatBytes(values ...float64) (data []byte) {
	for _, v := range values {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return data
}

// Any coordinates are refused, or the length of a tour is the sum of the distances of the
// coordinates, and within a step and a half for each distance the length in steps.
func FuzzFromXY(f *testing.F) {
	f.Add(floatBytes(0, 0, 1, 0, 1, 1, 0, 1))
	f.Add(floatBytes(0, 0, 1e-9, 0, 1e15, 1, -5, 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		var axes [2][]float64
		for i := range len(data) / 8 {
			axes[i%2] = append(axes[i%2], math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:])))
		}
		in, err := tsp.FromXY(tsp.EUC2D, axes[0], axes[1])
		if err != nil {
			return
		}
		tour := firstTour(t, in, 0)
		want := 0.0
		for i, from := range tour {
			to := tour[(i+1)%len(tour)]
			want += math.Hypot(axes[0][from]-axes[0][to], axes[1][from]-axes[1][to])
		}
		got, steps := verify.UnitLength(in, tour, false), in.Unit.Value(tour.Length(in))
		if step := in.Unit.Value(1); !(math.Abs(got-want) <= 1e-9*want) ||
			math.Abs(got-steps) > 2*step*float64(len(tour)) {
			t.Fatalf("length %v, want %v, in steps %v", got, want, steps)
		}
	})
}

// Forbidden edges are longer than all others, which keep their decimals.
func TestFromDecimalsWithForbiddenEdges(t *testing.T) {
	none := math.Inf(1)
	in := must.Get(tsp.FromDecimals(t.Context(), [][]float64{{none, 0.25, none}, {0.25, 0, 1e6}, {2, 1e6, -1}}, "s"))(t)
	if in.Kind != tsp.ATSP || in.Forbidden < 64*int32(in.Distance(1, 2)) ||
		in.Distance(0, 2) != int64(in.Forbidden) || in.Unit.Value(in.Distance(1, 2)) != 1e6 {
		t.Errorf("%+v", in)
	}
	in, err := tsp.FromDecimals(t.Context(), [][]float64{{0, none, none}, {none, 0, none}, {none, none, 0}}, "")
	if err != nil || in.Forbidden == 0 || in.Unit.Decimals != 0 {
		t.Errorf("%+v, %v", in, err)
	}
	if _, err = tsp.FromDecimals(t.Context(), [][]float64{{0, math.NaN(), 1}, {1, 0, 1}, {1, 1, 0}}, ""); err == nil {
		t.Error("NaN is a distance")
	}
	for _, wrong := range []*tsp.Instance{
		{Kind: tsp.TSP, Metric: tsp.EUC2D, X: make([]float64, 3), Y: make([]float64, 3), Forbidden: 1},
		{Kind: tsp.TSP, Metric: tsp.Explicit, Weights: []int32{0, 1, 3, 1, 0, 2, 3, 2, 0}, Forbidden: 2},
	} {
		tsptest.RequireError(t, "wrong", wrong.Validate(), "forbidden")
	}
}

// firstTour returns a first tour.
func firstTour(t rapid.TB, in *tsp.Instance, start int) tsp.Tour {
	return must.Get(construct.NearestNeighbour(context.Background(), in, start))(t)
}
