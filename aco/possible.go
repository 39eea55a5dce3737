package aco

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/internal/tourgraph"
	"github.com/aco-vk/aco-vk/tsp"
)

// allowedGraph has the edges of an instance that are not forbidden, as directed ones. For an open
// path with a free end it has one more node, which stands between the end and the start.
type allowedGraph struct {
	in    *tsp.Instance
	ends  *tsp.Ends // nil: tours are closed
	nodes int
	// next and previous have the nodes that fixed edges leave open, of an asymmetric instance one.
	next, previous [][]int32
}

// checkPossible returns a *tsp.Error if forbidden edges clearly leave no tour: where a city has
// too few edges, or where no way leads from one city to another.
func (r *request) checkPossible(ctx context.Context) error {
	in := r.original
	if in.Forbidden == 0 {
		return nil
	}
	for _, e := range in.Fixed {
		if in.Weights[int(e[0])*in.Dimension()+int(e[1])] >= in.Forbidden {
			return impossible(in, "the fixed edge from %s to %s is forbidden", in.CityText(e[0]), in.CityText(e[1]))
		}
	}
	allowed := newAllowedGraph(in, r.options.Path)
	g := tourgraph.Graph{Nodes: allowed.nodes, Edge: allowed.has}
	for city := range in.Dimension() {
		if ctx.Err() != nil {
			return nil // the run ends early, with the tour that it has
		}
		if !g.CanVisit(city) {
			return impossible(in, "too few edges of %s are allowed to visit it", in.CityText(int32(city)))
		}
	}
	for _, forwards := range []bool{true, false} {
		root := allowed.root(forwards)
		city := g.Unreached(ctx, root, forwards)
		from, to := int32(root), int32(city)
		if !forwards {
			from, to = to, from
		}
		if city >= 0 && city < in.Dimension() {
			return impossible(in, "no way of allowed edges leads from %s to %s", in.CityText(from), in.CityText(to))
		}
	}
	return nil
}

func impossible(in *tsp.Instance, format string, arguments ...any) error {
	reason := "there is no tour without forbidden edges: " + fmt.Sprintf(format, arguments...) + "; allow more edges or leave out places"
	return &tsp.Error{Subject: cmp.Or(in.Name, "instance"), Reason: reason}
}

func newAllowedGraph(in *tsp.Instance, ends *tsp.Ends) *allowedGraph {
	n := in.Dimension()
	g := &allowedGraph{in: in, ends: ends, nodes: n, next: make([][]int32, n), previous: make([][]int32, n)}
	fixed := in.Fixed
	switch {
	case ends == nil:
	case slices.Contains(ends[:], tsp.FreeEnd):
		g.nodes++
	default:
		fixed = append(slices.Clone(fixed), tsp.Edge{ends[1], ends[0]})
	}
	for _, e := range fixed {
		g.next[e[0]], g.previous[e[1]] = append(g.next[e[0]], e[1]), append(g.previous[e[1]], e[0])
		if in.Symmetric() {
			g.next[e[1]], g.previous[e[0]] = append(g.next[e[1]], e[0]), append(g.previous[e[0]], e[1])
		}
	}
	return g
}

// has reports whether a tour may go from one node to another one.
func (g *allowedGraph) has(from, to int) bool {
	n, full := g.in.Dimension(), 1 // fixed edges that exclude others
	if g.in.Symmetric() {
		full = 2
	}
	switch {
	case from == to, from == n && !g.mayBe(0, to), to == n && !g.mayBe(1, from):
		return false
	case from < n && to < n && slices.Contains(g.next[from], int32(to)):
		return true
	case from < n && len(g.next[from]) == full, to < n && len(g.previous[to]) == full:
		return false
	}
	return from == n || to == n || g.in.Weights[from*n+to] < g.in.Forbidden
}

// root returns a city that all others must be reached from or, backwards, must reach: the end of the path
// if it is given.
func (g *allowedGraph) root(forwards bool) int {
	end := 0
	if !forwards {
		end = 1
	}
	if g.ends == nil || g.ends[end] == tsp.FreeEnd {
		return 0
	}
	return int(g.ends[end])
}

// mayBe reports whether a city can be an end of the path: 0 stands for the first city, 1 for the
// last.
func (g *allowedGraph) mayBe(end, city int) bool {
	return g.ends[end] == tsp.FreeEnd || int(g.ends[end]) == city
}
