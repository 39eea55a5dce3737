package tsp_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
)

// quadrantOf returns the quadrant (0 to 3) around one city that another is in, or -1.
func quadrantOf(in *tsp.Instance, from, to int) int {
	dx, dy := cmp.Compare(in.X[to], in.X[from]), cmp.Compare(in.Y[to], in.Y[from])
	switch {
	case dx > 0 && dy >= 0:
		return 0
	case dx <= 0 && dy > 0:
		return 1
	case dx < 0 && dy <= 0:
		return 2
	case dx >= 0 && dy < 0:
		return 3
	}
	return -1
}

// candidatesOf returns the candidates of a city by sorting all other cities.
func candidatesOf(in *tsp.Instance, city, nearest, quadrant int) []uint32 {
	var others []uint32
	for j := range in.Dimension() {
		if j != city {
			others = append(others, uint32(j))
		}
	}
	slices.SortStableFunc(others, func(a, b uint32) int {
		return cmp.Compare(in.Distance(city, int(a)), in.Distance(city, int(b)))
	})
	chosen := slices.Clone(others[:nearest])
	var left [4]int
	for q := range left {
		left[q] = quadrant
	}
	if in.Metric != tsp.GEO && in.Metric != tsp.Explicit {
		for i, other := range others {
			if q := quadrantOf(in, city, int(other)); q >= 0 && left[q] > 0 {
				left[q]--
				if i >= nearest {
					chosen = append(chosen, other)
				}
			}
		}
	}
	for _, other := range others {
		if !slices.Contains(chosen, other) && len(chosen) < nearest+4*quadrant {
			chosen = append(chosen, other)
		}
	}
	return chosen
}

// requireCandidates fails unless each city has the candidates that candidatesOf returns.
func requireCandidates(t rapid.TB, in *tsp.Instance, nearest, quadrant int) {
	all, err := tsp.Candidates(context.Background(), in, nearest, quadrant)
	if err != nil {
		t.Fatal(err)
	}
	width := nearest + 4*quadrant
	if len(all) != width*in.Dimension() {
		t.Fatalf("%d candidates in lists of %d", len(all), width)
	}
	for city := range in.Dimension() {
		got, want := all[city*width:][:width], candidatesOf(in, city, nearest, quadrant)
		if !slices.Equal(got, want) {
			t.Fatalf("%s, %d and %d of each quadrant: city %d has %v, want %v", in.Metric, nearest, quadrant, city, got, want)
		}
	}
}

func TestCandidatesOnEveryMetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.Custom(drawInstance), rapid.Custom(drawStraight)).Draw(t, "instance")
		room := in.Dimension() - 1
		quadrant := rapid.IntRange(0, min(room/4, 3)).Draw(t, "quadrant")
		least := 0
		if quadrant == 0 {
			least = 1
		}
		requireCandidates(t, in, rapid.IntRange(least, min(room-4*quadrant, 12)).Draw(t, "nearest"), quadrant)
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
