package construct

import (
	"cmp"
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
	"github.com/aco-vk/aco-vk/tsp/internal/places"
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

// Ranges of any size, and all processors, make the fragments of one edge after the other, for any edges
// and any fragments that they join: each city has the same neighbours in the same order.
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
			must.Do(t, (joiner{got}).joinInOrder(context.Background(), list))
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
