package neighbour

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
	"github.com/aco-vk/aco-vk/tsp/internal/places"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// The same lists whatever the number of processors, and on instances with many equal distances.
func TestAlphaNearest(t *testing.T) {
	uniform := must.Get(generate.Instance("clustered", 700, 3))(t)
	same, line, zeros := *uniform, *uniform, &tsp.Instance{Kind: tsp.TSP, Metric: tsp.Explicit,
		Weights: make([]int32, 60*60)}
	same.X, same.Y = make([]float64, 700), make([]float64, 700)
	line.Y = make([]float64, 700)
	pole := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.GEO, X: slices.Repeat([]float64{90, -90}, 10),
		Y: slices.Repeat([]float64{180, -180, 0, 77}, 5)}
	for name, in := range map[string]*tsp.Instance{"clusters": uniform, "one place": &same, "line": &line,
		"zeros": zeros, "poles": pole} {
		lists := must.Get(Candidates(t.Context(), in, 6, 1))(t)
		tsptest.OnProcessors(t, func() any {
			got, err := Alpha(t.Context(), in, lists, 5, 20)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := refuseAlpha(in, got, 5, 0); err != nil || len(got) != 5*in.Dimension() {
				t.Errorf("%s: %d candidates, %v", name, len(got), err)
			}
			return got
		})
	}
}

func TestAlphaNearestOfThreeCities(t *testing.T) {
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 10, 30}, Y: make([]float64, 3)}
	lists := must.Get(Candidates(t.Context(), in, 2, 0))(t)
	if got, err := Alpha(t.Context(), in, lists, 2, 10); err != nil || fmt.Sprint(got) != "[1 2 0 2 1 0]" {
		t.Errorf("%v, %v", got, err)
	}
}

func TestAlphaNearestRefuses(t *testing.T) {
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 10, 30}, Y: make([]float64, 3)}
	asymmetric := &tsp.Instance{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: make([]int32, 9)}
	lists := []uint32{1, 2, 0, 2, 0, 1}
	for _, c := range []struct {
		in           *tsp.Instance
		lists        []uint32
		width, steps int
		want         string
	}{
		{asymmetric, lists, 2, 1, "asymmetric"},
		{in, lists, 3, 1, "3 cities from lists of 2"},
		{in, lists, 0, 1, "0 cities from lists of 2"},
		{in, []uint32{1, 2, 0}, 1, 1, "lists have 2 or more"},
		{in, lists[1:], 2, 1, "5 candidates"},
		{in, []uint32{1, 3, 0, 2, 0, 1}, 2, 1, "candidate 3 of city 0 is outside 0..2"},
		{in, []uint32{1, 1, 0, 2, 0, 1}, 2, 1, "city 0 has candidate 1 twice"},
		{in, []uint32{1, 2, 0, 1, 0, 1}, 2, 1, "city 1 has candidate 1"},
		{in, lists, 2, -1, "-1 steps"},
		{in, lists, 2, maxAscent + 1, "steps"},
	} {
		_, err := Alpha(t.Context(), c.in, c.lists, c.width, c.steps)
		var refused *tsp.Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want %q", c.lists, err, c.want)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := Alpha(ended, in, lists, 2, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context was canceled: %v", err)
	}
}

// The lists of a matrix are ordered by alpha values as they are defined: how much longer a minimum 1-tree
// is with the edge.
func TestAlphaOfMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 9).Draw(t, "cities")
		weight := rapid.Int32Range(0, 1<<20)
		in := tsptest.Matrix(tsp.TSP, n, func() int32 { return weight.Draw(t, "distance") })
		distance := in.DistanceFunc()
		tree := must.Get(onetree.NewComplete(t.Context(), n, distance))(t)
		special, _, err := tree.Special(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		lists := must.Get(Candidates(t.Context(), in, n-1, 0))(t)
		var want []uint32
		for city := range uint32(n) {
			var keys []alphaKey
			for other := range uint32(n) {
				if other != city {
					keys = append(keys, alphaKey{oneTreeWith(n, distance, special, city, other), places.Key(distance(city, other), other)})
				}
			}
			slices.SortFunc(keys, alphaKey.compare)
			for _, key := range keys {
				want = append(want, uint32(key.near))
			}
		}
		if got, err := Alpha(t.Context(), in, lists, n-1, 0); err != nil || !slices.Equal(got, want) {
			t.Fatalf("lists %v, want %v, error %v", got, want, err)
		}
	})
}

// oneTreeWith returns the length of a minimum 1-tree with an edge: a spanning tree of all cities but the
// special one, and two edges of that one.
func oneTreeWith(n int, distance func(a, b uint32) int64, special, a, b uint32) (length int64) {
	edges := [][2]uint32{{a, b}}
	for i := range uint32(n) {
		for j := range i {
			if edge := [2]uint32{i, j}; edge != [2]uint32{max(a, b), min(a, b)} {
				edges = append(edges, edge)
			}
		}
	}
	slices.SortStableFunc(edges[1:], func(e, f [2]uint32) int { return cmp.Compare(distance(e[0], e[1]), distance(f[0], f[1])) })
	forest, left := onetree.NewForest(n), 2
	for _, e := range edges {
		if slices.Contains(e[:], special) {
			if left == 0 {
				continue
			}
			left--
		} else if !forest.Join(e[0], e[1], 0) {
			continue
		}
		length += distance(e[0], e[1])
	}
	return length
}
