package tourgraph

import (
	"math/rand/v2"
	"testing"
)

// triesAll reports whether a tour begins with a path. It tries all tours.
func (g Graph) triesAll(path []int, visited uint64) bool {
	at := path[len(path)-1]
	if len(path) == g.Nodes {
		return g.Edge(at, 0)
	}
	for next := range g.Nodes {
		if visited&(1<<next) == 0 && g.Edge(at, next) && g.triesAll(append(path, next), visited|1<<next) {
			return true
		}
	}
	return false
}

// Small graphs have a tour if a search of all tours finds one. A graph with a tour passes all
// other checks.
func TestMayHaveTour(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	found := map[bool]int{}
	for range 2000 {
		nodes, share := 2+random.IntN(6), 0.2+0.6*random.Float64()
		var edges [8][8]bool
		for from := range edges {
			for to := range edges {
				edges[from][to] = from != to && random.Float64() < share
			}
		}
		g := Graph{nodes, func(from, to int) bool { return edges[from][to] }}
		want := g.triesAll([]int{0}, 1)
		found[want]++
		if got := g.MayHaveTour(t.Context()); got != want {
			t.Fatalf("%d nodes, %v: a tour: %v, want %v", nodes, edges, got, want)
		}
		if !want {
			continue
		}
		if g.Unreached(t.Context(), 0, true) >= 0 || g.Unreached(t.Context(), 0, false) >= 0 {
			t.Errorf("%d nodes, %v: a node is not reached", nodes, edges)
		}
		for node := range nodes {
			if !g.CanVisit(node) {
				t.Errorf("%d nodes, %v: node %d cannot be visited", nodes, edges, node)
			}
		}
	}
	one := Graph{1, func(int, int) bool { return false }}
	if !one.MayHaveTour(t.Context()) || !one.CanVisit(0) {
		t.Error("one node has no tour")
	}
	if min(found[true], found[false]) < 100 {
		t.Errorf("graphs with and without a tour: %v", found)
	}
}

// Large graphs are refused where a node has no way in, no way out, or one neighbour.
func TestMayHaveTourOfManyNodes(t *testing.T) {
	const nodes = 40
	ring := func(from, to int) bool { return to == (from+1)%nodes }
	for name, c := range map[string]struct {
		edge func(from, to int) bool
		want bool
	}{
		"ring":        {ring, true},
		"broken ring": {func(from, to int) bool { return ring(from, to) && from != 7 }, false},
		"one neighbour": {func(from, to int) bool {
			return ring(from, to) && from != 7 && from != 8 || to == 8 && from == 7 || to == 7 && from == 8 ||
				to == 9 && from == 7
		}, false},
		"all":       {func(from, to int) bool { return from != to }, true},
		"two parts": {func(from, to int) bool { return from != to && from/20 == to/20 }, false},
	} {
		if got := (Graph{nodes, c.edge}).MayHaveTour(t.Context()); got != c.want {
			t.Errorf("%s: a tour: %v, want %v", name, got, c.want)
		}
	}
}
