package tsp_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
)

// sectorOf returns the sector around one city that another is in, or -1.
func sectorOf(in *tsp.Instance, from, to int) int {
	switch in.Metric {
	case tsp.Explicit:
		return -1
	case tsp.EUC3D:
		octant := 0
		for axis, values := range [][]float64{in.X, in.Y, in.Z} {
			if values[to] < values[from] {
				octant |= 1 << axis
			}
		}
		return octant
	case tsp.GEO, tsp.Haversine:
		return quadrantOf(bearing(in, from, to))
	default:
		return quadrantOf(cmp.Compare(in.X[to], in.X[from]), cmp.Compare(in.Y[to], in.Y[from]))
	}
}

// quadrantOf returns the quadrant (0 to 3) of the signs of two coordinates, or -1.
func quadrantOf(x, y int) int {
	switch {
	case x > 0 && y >= 0:
		return 0
	case x <= 0 && y > 0:
		return 1
	case x < 0 && y <= 0:
		return 2
	case x >= 0 && y < 0:
		return 3
	}
	return -1
}

// bearing returns the signs of the components to the east and to the north of the direction from one city to another, by the
// formula for the bearing of a great circle.
func bearing(in *tsp.Instance, from, to int) (east, north int) {
	radians := func(v float64) float64 {
		if in.Metric == tsp.Haversine {
			return v * math.Pi / 180
		}
		return 3.141592 * (math.Trunc(v) + 5*(v-math.Trunc(v))/3) / 180
	}
	sign := func(v float64) int { return cmp.Compare(math.Trunc(v*1e12), 0) }
	sin1, cos1 := math.Sincos(radians(in.X[from]))
	sin2, cos2 := math.Sincos(radians(in.X[to]))
	sin, cos := math.Sincos(radians(in.Y[to]) - radians(in.Y[from]))
	return sign(cos2 * sin), sign(cos1*sin2 - sin1*cos2*cos)
}

// candidatesOf returns the candidates of a city by sorting all other cities.
func candidatesOf(in *tsp.Instance, city, nearest, sector int) []uint32 {
	var others []uint32
	for j := range in.Dimension() {
		if j != city {
			others = append(others, uint32(j))
		}
	}
	distance := make([]int64, in.Dimension())
	for _, other := range others {
		distance[other] = in.Distance(city, int(other))
	}
	slices.SortStableFunc(others, func(a, b uint32) int { return cmp.Compare(distance[a], distance[b]) })
	chosen := slices.Clone(others[:nearest])
	left := slices.Repeat([]int{sector}, in.Metric.Sectors())
	for i, other := range others {
		if s := sectorOf(in, city, int(other)); s >= 0 && left[s] > 0 {
			left[s]--
			if i >= nearest {
				chosen = append(chosen, other)
			}
		}
	}
	for _, other := range others {
		if !slices.Contains(chosen, other) && len(chosen) < nearest+len(left)*sector {
			chosen = append(chosen, other)
		}
	}
	return chosen
}

// requireCandidates fails unless each city has the candidates that candidatesOf returns.
func requireCandidates(t rapid.TB, in *tsp.Instance, nearest, sector int) {
	all, err := tsp.Candidates(context.Background(), in, nearest, sector)
	if err != nil {
		t.Fatal(err)
	}
	width := nearest + in.Metric.Sectors()*sector
	if len(all) != width*in.Dimension() {
		t.Fatalf("%d candidates in lists of %d", len(all), width)
	}
	for city := range in.Dimension() {
		got, want := all[city*width:][:width], candidatesOf(in, city, nearest, sector)
		if !slices.Equal(got, want) {
			t.Fatalf("%s, %d and %d of each sector: city %d has %v, want %v", in.Metric, nearest, sector, city, got, want)
		}
	}
}

func TestCandidatesOnEveryMetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.Custom(drawInstance), rapid.Custom(drawStraight), rapid.Custom(drawGlobe)).Draw(t, "instance")
		room, sectors := in.Dimension()-1, in.Metric.Sectors()
		sector := rapid.IntRange(0, min(room/max(sectors, 1), 3)).Draw(t, "sector")
		least := 0
		if sectors*sector == 0 {
			least = 1
		}
		requireCandidates(t, in, rapid.IntRange(least, min(room-sectors*sector, 12)).Draw(t, "nearest"), sector)
	})
}

func TestCandidatesOfManyCities(t *testing.T) {
	for name, in := range manyCities(t) {
		t.Run(name, func(t *testing.T) { requireCandidates(t, in, 5, 1) })
	}
}

// manyCities returns instances of various distributions, with more cities than one batch.
func manyCities(t testing.TB) map[string]*tsp.Instance {
	instances := map[string]*tsp.Instance{}
	for _, kind := range []string{"uniform", "clustered", "grid"} {
		in, err := tsp.Generate(kind, 900, 4)
		if err != nil {
			t.Fatal(err)
		}
		instances[kind] = in
	}
	spread := func(name string, place func(x, y float64, i int) (float64, float64)) {
		in := *instances["uniform"]
		in.X, in.Y = slices.Clone(in.X), slices.Clone(in.Y)
		for i := range in.X {
			in.X[i], in.Y[i] = place(in.X[i], in.Y[i], i)
		}
		instances[name] = &in
	}
	spread("in three places", func(_, _ float64, i int) (float64, float64) { return float64(i % 3), 0 })
	spread("in one place", func(_, _ float64, _ int) (float64, float64) { return 5, 5 })
	spread("on a line", func(x, _ float64, _ int) (float64, float64) { return x, 7 })
	spread("on a falling line", func(x, _ float64, _ int) (float64, float64) { return x, -x })
	spread("within a rounding", func(x, y float64, _ int) (float64, float64) { return x / 2e6, y / 2e6 })
	globe := func(name string, place func(x, y float64, i int) (latitude, longitude float64)) {
		spread(name, place)
		in := instances[name]
		in.Metric, in.X, in.Y = tsp.GEO, in.X[:400], in.Y[:400] // their distances take long
	}
	globe("globe", func(x, y float64, _ int) (float64, float64) {
		return math.Asin(x/5e5-1) * 180 / math.Pi, y/1e6*360 - 180
	})
	globe("globe with two numbers for a longitude", func(x, y float64, _ int) (float64, float64) { return x/1e6*180 - 90, y/1e6*720 - 360 })
	globe("at a pole", func(x, y float64, i int) (float64, float64) {
		return math.Copysign(90-x*x/1e12, float64(i&1)-.5), math.Trunc(y/1e6*360) - 180
	})
	globe("at the date line", func(x, y float64, i int) (float64, float64) {
		return x / 1e6, math.Copysign(180-y/1e6, float64(i&1)-.5)
	})
	globe("within a kilometre", func(x, y float64, _ int) (float64, float64) { return 50 + x/1e8, 8 + y/1e8 })
	space := *instances["uniform"]
	space.Metric, space.Z = tsp.EUC3D, instances["clustered"].X
	instances["space"] = &space
	spread("one far away", func(x, y float64, i int) (float64, float64) {
		if i == 0 {
			return 4e8, -4e8
		}
		return x / 1e3, y / 1e3
	})
	return instances
}

func TestCandidatesOnManyProcessors(t *testing.T) {
	in, err := tsp.Generate("clustered", 5_000, 3)
	if err != nil {
		t.Fatal(err)
	}
	onProcessors(t, func() any {
		cities, err := tsp.Candidates(context.Background(), in, 6, 1)
		return []any{cities, err}
	})
}

func TestCandidatesRefuses(t *testing.T) {
	in, err := tsp.Generate("uniform", 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]int{{0, 0}, {-1, 1}, {5, -1}, {10, 0}, {6, 1}, {0, 1 << 62}} {
		_, err := tsp.Candidates(t.Context(), in, c[0], c[1])
		requireError(t, "width", err, "with 10 cities a list has 1 to 9 of them")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := tsp.Candidates(ended, in, 5, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context was canceled: %v", err)
	}
}

func BenchmarkCandidates(b *testing.B) {
	onCurves(b, func(b *testing.B, in *tsp.Instance) {
		for b.Loop() {
			if _, err := tsp.Candidates(b.Context(), in, 5, 1); err != nil {
				b.Fatal(err)
			}
		}
	})
}
