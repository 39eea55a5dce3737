package construct

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
	"github.com/aco-vk/aco-vk/tsp/internal/places"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// edge is an edge from a smaller to a larger city.
type edge struct {
	length int64
	a, b   uint32
}

// joinPlainly joins fragments by edges, one after the other in their order.
func joinPlainly(f *fragments.Set, edges []edge) {
	slices.SortFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.length, b.length), cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b))
	})
	for _, e := range edges {
		f.Join(e.a, e.b)
	}
}

// plainGreedy returns the same tour as GreedyBy. It joins one edge after the other.
func plainGreedy(t testing.TB, in *tsp.Instance, lists []uint32, by func(a, b uint32, length int64) int64) tsp.Tour {
	n := in.Dimension()
	width := len(lists) / n
	f := fragments.New(n)
	for _, e := range in.Fixed {
		f.Join(uint32(e[0]), uint32(e[1]))
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
	isEnd := func(city uint32) bool { return f.Other[city] != fragments.Interior }
	curve, err := places.Order(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	ends := slices.DeleteFunc(curve, func(city uint32) bool { return !isEnd(city) })
	for far := false; f.Count > 1; {
		if in.Metric == tsp.Pairs {
			alternate(ends)
		}
		pairs, err := (joiner{f}).endEdges(t.Context(), places.NewTree(in, ends), far)
		if err != nil {
			t.Fatal(err)
		}
		var edges []edge
		before := f.Count
		for i, key := range pairs.Keys {
			edges = append(edges, edge{int64(key >> 32), uint32(key), pairs.Values[i]})
		}
		joinPlainly(f, edges)
		far = f.Count > before/2
		ends = slices.DeleteFunc(ends, func(city uint32) bool { return !isEnd(city) })
	}
	return closeTour(f)
}

// requirePlainGreedy fails if the tour depends on the number of processors or on the ranges.
func requirePlainGreedy(t testing.TB, in *tsp.Instance, lists []uint32, by func(a, b uint32, length int64) int64,
	sizes []rangeSizes) {
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
				t.Fatalf("%d processors, ranges of %+v: another tour than that of one edge after the other",
					processors, sizes)
			}
		}
	}
}

// Ranges of all sizes, and all processors, make the tour of one edge after the other.
func TestGreedyIsPlain(t *testing.T) {
	testkind.ComparesRuns(t)
	for name, in := range tsptest.Structured(t) {
		t.Run(name, func(t *testing.T) {
			lists, err := neighbour.Candidates(t.Context(), in, 4, 1)
			if err != nil {
				t.Fatal(err)
			}
			n := in.Dimension()
			sizes := []rangeSizes{usualSizes}
			for _, size := range []int{2, 7, 64, 500, 1 << 12} {
				sizes = append(sizes, rangeSizes{size, size, size}, rangeSizes{size, size, math.MaxInt},
					rangeSizes{n, n, size})
			}
			for _, every := range []int{0, 50, 3} {
				with := *in
				for city := 0; every > 0 && city+2 < n/2; city += every {
					with.Fixed = append(with.Fixed, tsp.Edge{int32(city), int32(city + 1)},
						tsp.Edge{int32(city), int32(city + n/2)})
				}
				if err := with.Validate(); err != nil {
					t.Fatal(err)
				}
				requirePlainGreedy(t, &with, lists, nil, sizes)
			}
			few := func(a, b uint32, length int64) int64 { return int64((a*31 + b*17) % 5) } // many equal lengths
			requirePlainGreedy(t, in, lists, few, sizes)
		})
	}
}

// The same holds for any edges and for any fragments that they join: each city has the same
// neighbours in the same order.
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
		edges, before := some(rapid.IntRange(0, 5*n).Draw(t, "edges")), some(rapid.IntRange(0, n/4).Draw(t,
			"edges before"))
		want := fragments.New(n)
		joinPlainly(want, before)
		joinPlainly(want, slices.Clone(edges))
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		for _, processors := range []int{1, 2, 3, 8} {
			runtime.GOMAXPROCS(processors)
			got := fragments.New(n)
			joinPlainly(got, before)
			list := pairsOf(edges)
			for range rapid.IntRange(0, 3).Draw(t, "passes") {
				var err error
				size := rapid.IntRange(1, n).Draw(t, "size")
				if list, err = (joiner{got}).joinRanges(context.Background(), size, list,
					func(int, int, *parallel.Pairs) {}); err != nil {
					t.Fatal(err)
				}
			}
			if err := (joiner{got}).joinInOrder(context.Background(), list); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Other, want.Other) || !slices.Equal(got.Links, want.Links) ||
				got.Count != want.Count {
				t.Fatalf("%d processors: other fragments than with one edge after the other", processors)
			}
		}
	})
}

func pairsOf(edges []edge) (pairs parallel.Pairs) {
	for _, e := range edges {
		pairs.Append(places.Key(e.length, e.a), e.b)
	}
	return pairs
}
