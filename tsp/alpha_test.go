package tsp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawMatrix draws a symmetric matrix; a small bound gives many equal distances.
func drawMatrix(t *rapid.T, most int) *Instance {
	n := rapid.IntRange(MinCities, most).Draw(t, "cities")
	bound := rapid.SampledFrom([]int32{0, 1, 5, 1000, math.MaxInt32}).Draw(t, "bound")
	in := &Instance{Kind: TSP, Metric: Explicit, Weights: make([]int32, n*n)}
	for i := range n {
		for j := range i {
			in.Weights[i*n+j] = rapid.Int32Range(0, bound).Draw(t, "distance")
			in.Weights[j*n+i] = in.Weights[i*n+j]
		}
	}
	return in
}

// complete returns the graph of all edges, with random weights of cities.
func complete(t *rapid.T, in *Instance) *graph {
	n := in.Dimension()
	g := &graph{in: in, cities: hilbertOrder(in), nodes: rapid.SliceOfN(rapid.Int64Range(-1000, 1000), n, n).Draw(t, "weights")}
	for a := range n {
		for b := range a {
			g.add(uint32(a), uint32(b))
		}
	}
	return g
}

// lightest returns the weight of the minimum 1-tree with a special city that has the edges required, by Kruskal's algorithm.
func (g *graph) lightest(special uint32, required ...edge) int64 {
	sorted := slices.Clone(g.edges)
	slices.SortStableFunc(sorted, func(a, b edge) int { return int(max(min(g.weight(a)-g.weight(b), 1), -1)) })
	weight, atSpecial, set := int64(0), 0, make([]int, len(g.nodes))
	for city := range set {
		set[city] = city
	}
	for i, e := range append(slices.Clone(required), sorted...) {
		if i >= len(required) && slices.Contains(required, e) {
			continue
		}
		switch from, to := set[e.a], set[e.b]; {
		case e.a == special || e.b == special:
			if atSpecial++; atSpecial <= 2 {
				weight += g.weight(e)
			}
		case from != to:
			weight += g.weight(e)
			for city := range set {
				if set[city] == from {
					set[city] = to
				}
			}
		}
	}
	return weight
}

// The alpha value of an edge is the difference between two minimum 1-trees, of which one must have the edge.
func TestAlphaByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawMatrix(t, 9)
		g := complete(t, in)
		tree := g.oneTree()
		least := g.lightest(tree.special)
		for _, w := range g.nodes {
			least -= 2 * w
		}
		if tree.weight != least {
			t.Fatalf("the 1-tree weighs %d, the minimum is %d", tree.weight, least)
		}
		matrix, err := newMatrixTree(context.Background(), in, g.nodes)
		if err != nil {
			t.Fatal(err)
		}
		matrixSpecial, matrixSecond, err := matrix.special(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		heaviest := make([]int64, in.Dimension())
		for _, e := range g.edges {
			want := g.lightest(tree.special, e) - g.lightest(tree.special)
			if got := tree.alpha(e, g.weight(e)); got != want {
				t.Fatalf("special city %d: alpha of %v is %d, want %d", tree.special, e, got, want)
			}
			want = g.lightest(matrixSpecial, e) - g.lightest(matrixSpecial)
			matrix.heaviest(e.a, heaviest)
			got := g.weight(e) - heaviest[e.b]
			if e.a == matrixSpecial || e.b == matrixSpecial {
				got = max(g.weight(e)-matrixSecond, 0)
			}
			if got != want {
				t.Fatalf("matrix, special city %d: alpha of %v is %d, want %d", matrixSpecial, e, got, want)
			}
		}
	})
}

// The same lists whatever the number of processors, and on instances with many equal distances.
func TestAlphaNearest(t *testing.T) {
	uniform, err := Generate("clustered", 700, 3)
	if err != nil {
		t.Fatal(err)
	}
	same, line, zeros := *uniform, *uniform, &Instance{Kind: TSP, Metric: Explicit, Weights: make([]int32, 60*60)}
	same.X, same.Y = make([]float64, 700), make([]float64, 700)
	line.Y = make([]float64, 700)
	pole := &Instance{Kind: TSP, Metric: GEO, X: slices.Repeat([]float64{90, -90}, 10), Y: slices.Repeat([]float64{180, -180, 0, 77}, 5)}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for name, in := range map[string]*Instance{"clusters": uniform, "one place": &same, "line": &line, "zeros": zeros, "poles": pole} {
		lists, err := Candidates(t.Context(), in, 6, 1)
		if err != nil {
			t.Fatal(err)
		}
		var first []uint32
		for _, processors := range []int{1, 3} {
			runtime.GOMAXPROCS(processors)
			got, err := AlphaNearest(t.Context(), in, lists, 5, 20)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := refuseAlpha(in, got, 5, 0); err != nil || len(got) != 5*in.Dimension() {
				t.Errorf("%s: %d candidates, %v", name, len(got), err)
			}
			if first == nil {
				first = got
			}
			if !slices.Equal(got, first) {
				t.Errorf("%s: other lists with %d processors", name, processors)
			}
		}
	}
}

func TestAlphaNearestOfThreeCities(t *testing.T) {
	in := &Instance{Kind: TSP, Metric: EUC2D, X: []float64{0, 10, 30}, Y: make([]float64, 3)}
	lists, err := Candidates(t.Context(), in, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := AlphaNearest(t.Context(), in, lists, 2, 10); err != nil || fmt.Sprint(got) != "[1 2 0 2 1 0]" {
		t.Errorf("%v, %v", got, err)
	}
}

func TestAlphaNearestRefuses(t *testing.T) {
	in := &Instance{Kind: TSP, Metric: EUC2D, X: []float64{0, 10, 30}, Y: make([]float64, 3)}
	asymmetric := &Instance{Kind: ATSP, Metric: Explicit, Weights: make([]int32, 9)}
	lists := []uint32{1, 2, 0, 2, 0, 1}
	for _, c := range []struct {
		in           *Instance
		lists        []uint32
		width, steps int
		want         string
	}{
		{asymmetric, lists, 2, 1, "asymmetric"},
		{in, lists, 3, 1, "3 cities from lists of 2"},
		{in, lists, 0, 1, "0 cities from lists of 2"},
		{in, []uint32{1, 2, 0}, 1, 1, "lists have 2 or more"},
		{in, lists[1:], 2, 1, "5 candidates"},
		{in, []uint32{1, 3, 0, 2, 0, 1}, 2, 1, "candidate 3 of city 0"},
		{in, []uint32{1, 1, 0, 2, 0, 1}, 2, 1, "city 0 has candidate 1 twice"},
		{in, []uint32{1, 2, 0, 1, 0, 1}, 2, 1, "city 1 has candidate 1"},
		{in, lists, 2, -1, "-1 steps"},
		{in, lists, 2, maxAscent + 1, "steps"},
	} {
		_, err := AlphaNearest(t.Context(), c.in, c.lists, c.width, c.steps)
		var refused *Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want %q", c.lists, err, c.want)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := AlphaNearest(ended, in, lists, 2, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context was canceled: %v", err)
	}
}
