package onetree

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A tree does not depend on its blocks, also where edges have equal weights,
// are fixed, or leave cities unconnected.
func TestTreeInBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 60).Draw(t, "places")
		g := &Graph{Cities: make([]uint32, n), Nodes: make([]int64, n), unit: 1}
		lengths := rapid.Int64Range(0, rapid.SampledFrom([]int64{0, 2, 1000}).Draw(t, "longest"))
		g.distance = func(_, _ uint32) int64 { return lengths.Draw(t, "length") }
		for place := range n {
			g.Nodes[place] = rapid.Int64Range(-2, 2).Draw(t, "weight")
			for range rapid.IntRange(0, 4).Draw(t, "edges") {
				if other := rapid.IntRange(0, n-1).Draw(t, "other"); other != place {
					g.Add(uint32(place), uint32(other))
				}
			}
		}
		if rapid.Bool().Draw(t, "fixed") {
			g.Fix([][2]uint32{{0, uint32(n - 1)}})
		}
		whole, parts := newBuilder(g, n), newBuilder(g, rapid.IntRange(1, n).Draw(t, "places of a block"))
		for range 2 { // also with the memory of the first tree
			want, got := whole.oneTree(), parts.oneTree()
			slices.Sort(want.Tree)
			slices.Sort(got.Tree)
			if !slices.Equal(got.Tree, want.Tree) || !slices.Equal(got.Degree, want.Degree) ||
				!slices.Equal(parts.second, whole.second) ||
				got.Special != want.Special || got.Second != want.Second || got.Weight != want.Weight {
				t.Fatalf("in %d blocks %+v, second edges %v; in one %+v, %v", len(parts.blocks), got, parts.second,
					want, whole.second)
			}
			g.Nodes[0] += 3
		}
	})
}
