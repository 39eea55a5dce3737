package reduce_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// A tour of the original is one of the contracted instance and back, and the lengths differ by the
// offset.
func TestContract(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := tsptest.DrawWithFixed(t)
		ends := 0
		var tour tsp.Tour // the paths in random order and direction
		for _, path := range rapid.Permutation(reduce.FixedPaths(in)).Draw(t, "paths") {
			ends += min(len(path), 2)
			if rapid.Bool().Draw(t, "reversed") {
				slices.Reverse(path)
			}
			tour = append(tour, path...)
		}
		first := rapid.IntRange(0, len(tour)-1).Draw(t, "first")
		tour = slices.Concat(tour[first:], tour[:first])
		length := must.Get(verify.Tour(in, tour))(t)
		c := reduce.Contract(in)
		if c == nil {
			if ends >= 3 && ends < in.Dimension() {
				t.Fatal("not contracted")
			}
			return
		}
		if err := c.Instance.Validate(); err != nil || c.Instance.Dimension() != ends {
			t.Fatalf("%d cities, want %d: %v", c.Instance.Dimension(), ends, err)
		}
		for _, path := range reduce.FixedPaths(c.Instance) {
			if len(path) > 2 {
				t.Fatalf("the contracted instance has the path %v", path)
			}
		}
		reduced := c.Reduce(tour)
		short, err := verify.Tour(c.Instance, reduced)
		if err != nil || short+c.Offset != length {
			t.Fatalf("contracted length %d, offset %d, want %d: %v", short, c.Offset, length, err)
		}
		back := c.Expand(reduced)
		if got, err := verify.Tour(in, back); err != nil || got != length || back.SHA256(true) != tour.SHA256(true) {
			t.Fatalf("expanded to %v of length %d, want %v, %d: %v", back, got, tour, length, err)
		}
	})
}

// drawDirected draws a small asymmetric matrix with fixed edges along a random tour.
func drawDirected(t *rapid.T) *tsp.Instance {
	n := rapid.IntRange(3, 8).Draw(t, "cities")
	in := &tsp.Instance{Name: "directed", Kind: tsp.ATSP, Metric: tsp.Explicit,
		Weights: tsptest.DrawWeights(t, n, false)}
	order := rapid.Permutation(inOrder(n)).Draw(t, "fixed along")
	for i, from := range order {
		if rapid.Bool().Draw(t, "fixed") {
			in.Fixed = append(in.Fixed, tsp.Edge{from, order[(i+1)%n]})
		}
	}
	return in
}

func inOrder(n int) tsp.Tour { return cityset.All[int32](n) }

// Tours of an asymmetric instance and of its contraction stand for each other, and shortest ones
// are equally long.
func TestContractDirected(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawDirected(t)
		must.Do(t, in.Validate())
		want, tour := tsptest.Optimum(in)
		if got, err := verify.Tour(in, construct.Exhaustive(in)); err != nil || got != want {
			t.Fatalf("length %d of all tours, want %d: %v", got, want, err)
		}
		c := reduce.Contract(in)
		if c == nil {
			if paths := len(reduce.FixedPaths(in)); paths >= 3 && paths < in.Dimension() {
				t.Fatal("not contracted")
			}
			return
		}
		if err := c.Instance.Validate(); err != nil || len(c.Instance.Fixed) > 0 {
			t.Fatalf("%+v, %v", c.Instance, err)
		}
		short, shortest := tsptest.Optimum(c.Instance)
		if short+c.Offset != want {
			t.Fatalf("contracted optimum %d, offset %d, want %d", short, c.Offset, want)
		}
		for _, full := range []tsp.Tour{c.Expand(shortest), c.Expand(c.Reduce(tour))} {
			if length, err := verify.Tour(in, full); err != nil || length != want {
				t.Fatalf("%v has length %d, want %d: %v", full, length, want, err)
			}
		}
	})
}

// Fixed edges of an asymmetric instance lead from the first city to the second.
func TestDirectedFixed(t *testing.T) {
	in := &tsp.Instance{Name: "directed", Kind: tsp.ATSP, Metric: tsp.Explicit,
		Weights: []int32{0, 1, 2, 3, 4, 0, 5, 6, 7, 8, 0, 9, 10, 11, 12, 0}}
	with, err := tsplib.ReadFixed(strings.NewReader("3,1\n1,4\n"), "legs.csv", in)
	if err != nil || !slices.Equal(reduce.FixedPaths(with)[1], tsp.Tour{2, 0, 3}) {
		t.Fatalf("%v, %v", with, err)
	}
	for text, want := range map[string]string{
		"1,2\n1,3\n":      "legs.csv:2: fixed edge from city 1 to city 3: another fixed edge leaves city 1 already",
		"1,2\n3,2\n":      "legs.csv:2: fixed edge from city 3 to city 2: another fixed edge enters city 2 already",
		"1,2\n2,1\n":      "legs.csv:2: fixed edge from city 2 to city 1: the edge is given twice",
		"1,2\n2,3\n3,1\n": "legs.csv:3: fixed edge from city 3 to city 1: the fixed edges close a cycle",
	} {
		if _, err := tsplib.ReadFixed(strings.NewReader(text), "legs.csv", in); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	other := *with
	other.Fixed = []tsp.Edge{{0, 2}, {0, 3}}
	if with.SHA256() == in.SHA256() || with.SHA256() == other.SHA256() {
		t.Error("the hash does not depend on the direction of fixed edges")
	}
}
