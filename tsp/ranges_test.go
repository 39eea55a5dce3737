package tsp

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// edge is an edge from a smaller to a larger city.
type edge struct {
	length int64
	a, b   uint32
}

// joinPlainly joins fragments by edges, one after the other in their order.
func joinPlainly(f *fragments, edges []edge) {
	slices.SortFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.length, b.length), cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b))
	})
	for _, e := range edges {
		f.join(e.a, e.b)
	}
}

// plainGreedy returns the same tour as GreedyBy. It joins one edge after the other.
func plainGreedy(t testing.TB, in *Instance, lists []uint32, by func(a, b uint32, length int64) int64) Tour {
	n := in.Dimension()
	width := len(lists) / n
	f := newFragments(n)
	for _, e := range in.Fixed {
		f.join(uint32(e[0]), uint32(e[1]))
	}
	reach := func(city int) int64 { return in.Distance(city, int(lists[(city+1)*width-1])) }
	var edges []edge
	for i, other := range lists {
		city := i / width
		length := in.Distance(city, int(other))
		if length > reach(city) || length > reach(int(other)) {
			continue
		}
		a, b := min(uint32(city), other), max(uint32(city), other)
		if by != nil {
			length = by(a, b, length)
		}
		edges = append(edges, edge{length, a, b})
	}
	joinPlainly(f, edges)
	isEnd := func(city uint32) bool { return f.other[city] != interior }
	ends := slices.DeleteFunc(curveOf(t, in), func(city uint32) bool { return !isEnd(city) })
	for far := false; f.count > 1; {
		if in.Metric == Pairs {
			alternate(ends)
		}
		pairs, err := f.endEdges(t.Context(), newRTree(in, ends), far)
		if err != nil {
			t.Fatal(err)
		}
		var edges []edge
		before := f.count
		for i, key := range pairs.Keys {
			edges = append(edges, edge{int64(key >> 32), uint32(key), pairs.Values[i]})
		}
		joinPlainly(f, edges)
		far = f.count > before/2
		ends = slices.DeleteFunc(ends, func(city uint32) bool { return !isEnd(city) })
	}
	return f.tour()
}

// requirePlainGreedy fails if the tour depends on the number of processors or on the ranges.
func requirePlainGreedy(t testing.TB, in *Instance, lists []uint32, by func(a, b uint32, length int64) int64, sizes []rangeSizes) {
	t.Helper()
	want := plainGreedy(t, in, lists, by)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, processors := range []int{1, 2, 3, 8} {
		runtime.GOMAXPROCS(processors)
		for _, sizes := range sizes {
			got, err := greedy(t.Context(), in, lists, by, sizes)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%d processors, ranges of %+v: another tour than that of one edge after the other", processors, sizes)
			}
		}
	}
}

// Ranges of all sizes, and all processors, make the tour of one edge after the other.
func TestGreedyIsPlain(t *testing.T) {
	for name, in := range structured(t) {
		t.Run(name, func(t *testing.T) {
			lists, err := Candidates(t.Context(), in, 4, 1)
			if err != nil {
				t.Fatal(err)
			}
			n := in.Dimension()
			sizes := []rangeSizes{usualSizes}
			for _, size := range []int{2, 7, 64, 500, 1 << 12} {
				sizes = append(sizes, rangeSizes{size, size, size}, rangeSizes{size, size, math.MaxInt}, rangeSizes{n, n, size})
			}
			for _, every := range []int{0, 50, 3} {
				with := *in
				for city := 0; every > 0 && city+2 < n/2; city += every {
					with.Fixed = append(with.Fixed, Edge{int32(city), int32(city + 1)}, Edge{int32(city), int32(city + n/2)})
				}
				if reason := with.invalidFixed(n); reason != "" {
					t.Fatal(reason)
				}
				requirePlainGreedy(t, &with, lists, nil, sizes)
			}
			few := func(a, b uint32, length int64) int64 { return int64((a*31 + b*17) % 5) } // many equal lengths
			requirePlainGreedy(t, in, lists, few, sizes)
		})
	}
}

// structured returns instances along the curve, and one that is not.
func structured(t *testing.T) map[string]*Instance {
	instances := map[string]*Instance{}
	for _, kind := range []string{"uniform", "clustered", "grid"} {
		for _, n := range []int{3, 10, 1000, 6000} {
			if testing.Short() && n > 1000 {
				continue
			}
			in, err := Generate(kind, n, int64(n))
			if err != nil {
				t.Fatal(err)
			}
			if n > 10 {
				if kind == "uniform" {
					instances[fmt.Sprint("not along the curve ", n)] = in
				}
				in = along(t, in)
			} else {
				in.X, in.Y = append(in.X, 1, 2, 3), append(in.Y, 1, 2, 3) // lists have 8 cities
				in.X, in.Y = slices.Repeat(in.X, 2), slices.Repeat(in.Y, 2)
			}
			instances[fmt.Sprint(kind, " ", n)] = in
		}
	}
	places := *instances["clustered 1000"]
	places.X, places.Y = slices.Clone(places.X), slices.Clone(places.Y)
	for i := range places.X {
		places.X[i], places.Y[i] = math.Round(places.X[i]/2e5), math.Round(places.Y[i]/2e5)
	}
	instances["few places"] = along(t, &places)
	return instances
}

// along returns an instance with its cities in the order of the curve.
func along(t testing.TB, in *Instance) *Instance {
	t.Helper()
	tour, err := SpaceFilling(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return in.Part(tour)
}

// The same holds for any edges and for any fragments that they join: each city has the same neighbours in the same order.
func TestRangesArePlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "cities")
		near := rapid.IntRange(1, n).Draw(t, "farthest")
		lengths := rapid.Int64Range(1, 40).Draw(t, "lengths")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		some := func(count int) (edges []edge) {
			for range count {
				a := random.IntN(n)
				b := max(0, min(n-1, a+random.IntN(2*near+1)-near))
				edges = append(edges, edge{random.Int64N(lengths), uint32(min(a, b)), uint32(max(a, b))})
			}
			return edges
		}
		edges, before := some(rapid.IntRange(0, 5*n).Draw(t, "edges")), some(rapid.IntRange(0, n/4).Draw(t, "edges before"))
		want := newFragments(n)
		joinPlainly(want, before)
		joinPlainly(want, slices.Clone(edges))
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		for _, processors := range []int{1, 2, 3, 8} {
			runtime.GOMAXPROCS(processors)
			got := newFragments(n)
			joinPlainly(got, before)
			list := pairsOf(edges)
			for range rapid.IntRange(0, 3).Draw(t, "passes") {
				var err error
				size := rapid.IntRange(1, n).Draw(t, "size")
				if list, err = got.joinRanges(context.Background(), size, list, func(int, int, *parallel.Pairs) {}); err != nil {
					t.Fatal(err)
				}
			}
			if err := got.joinInOrder(context.Background(), list); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.other, want.other) || !slices.Equal(got.links, want.links) || got.count != want.count {
				t.Fatalf("%d processors: other fragments than with one edge after the other", processors)
			}
		}
	})
}

func pairsOf(edges []edge) (pairs parallel.Pairs) {
	for _, e := range edges {
		pairs.Append(nearKey(e.length, e.a), e.b)
	}
	return pairs
}
