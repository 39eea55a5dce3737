package neighbour_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
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

// bearing returns the signs of the components to the east and to the north of the direction from
// one city to another, by the formula for the bearing of a great circle.
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
	all := must.Get(neighbour.Candidates(context.Background(), in, nearest, sector))(t)
	width := nearest + in.Metric.Sectors()*sector
	if len(all) != width*in.Dimension() {
		t.Fatalf("%d candidates in lists of %d", len(all), width)
	}
	for city := range in.Dimension() {
		got, want := all[city*width:][:width], candidatesOf(in, city, nearest, sector)
		if !slices.Equal(got, want) {
			t.Fatalf("%s, %d and %d of each sector: city %d has %v, want %v", in.Metric, nearest, sector, city, got,
				want)
		}
	}
}

func TestCandidatesOnEveryMetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.Custom(tsptest.DrawInstance), rapid.Custom(tsptest.DrawStraight),
			rapid.Custom(tsptest.DrawGlobe)).Draw(t, "instance")
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
	testkind.ComparesRuns(t)
	for name, in := range tsptest.ManyCities(t) {
		t.Run(name, func(t *testing.T) { requireCandidates(t, in, 5, 1) })
	}
}

func TestCandidatesOnManyProcessors(t *testing.T) {
	in := must.Get(generate.Instance("clustered", 5_000, 3))(t)
	tsptest.OnProcessors(t, func() any {
		cities, err := neighbour.Candidates(context.Background(), in, 6, 1)
		return []any{cities, err}
	})
}

func TestCandidatesRefuses(t *testing.T) {
	in := must.Get(generate.Instance("uniform", 10, 1))(t)
	for _, c := range [][2]int{{0, 0}, {-1, 1}, {5, -1}, {10, 0}, {6, 1}, {0, 1 << 62}} {
		_, err := neighbour.Candidates(t.Context(), in, c[0], c[1])
		tsptest.RequireError(t, "width", err, "with 10 cities a list has 1 to 9 of them")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := neighbour.Candidates(ended, in, 5, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context was canceled: %v", err)
	}
}
