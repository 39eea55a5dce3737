package tsp

import (
	"cmp"
	"fmt"
	"slices"
)

// Edge is an edge between two cities, counted from 0. In an asymmetric instance it leads from the first to the second; else its direction does not matter.
type Edge [2]int32

// WithFixed returns the instance with more fixed edges. It shares coordinates and weights with the original. If no tour has all fixed edges, the
// error is an [*Error].
func (in *Instance) WithFixed(edges ...Edge) (*Instance, error) {
	with := *in
	with.Fixed = slices.Concat(in.Fixed, edges)
	if reason := with.invalidFixed(with.Dimension()); reason != "" {
		return nil, &Error{"instance " + quote(in.Name), reason}
	}
	return &with, nil
}

// sortedFixed returns the fixed edges in ascending order, each with its smaller city first unless its direction matters.
func (in *Instance) sortedFixed() []Edge {
	edges := slices.Clone(in.Fixed)
	for i, e := range edges {
		if !in.Symmetric() {
			break
		}
		edges[i] = Edge{min(e[0], e[1]), max(e[0], e[1])}
	}
	slices.SortFunc(edges, func(a, b Edge) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return edges
}

// invalidFixed returns why no tour of n cities has all fixed edges, or "".
func (in *Instance) invalidFixed(n int) string {
	if len(in.Fixed) == 0 {
		return ""
	}
	if !in.Symmetric() && in.Metric != Explicit {
		return "kind ATSP with coordinates has no fixed edges; use kind TSP"
	}
	if i, reason := in.newFixedEdges(n).addAll(in.Fixed); reason != "" {
		e := in.Fixed[i]
		return fmt.Sprintf("fixed edge from city %d to city %d: %s", e[0]+1, e[1]+1, reason)
	}
	return ""
}

// fixedEdges are the paths of fixed edges, to which more are added.
type fixedEdges struct {
	*fragments
	directed      bool
	left, entered map[int32]bool // with directed: the cities that a fixed edge leaves, and those that it enters
}

func (in *Instance) newFixedEdges(n int) *fixedEdges {
	return &fixedEdges{newFragments(n), !in.Symmetric(), map[int32]bool{}, map[int32]bool{}}
}

// add adds an edge. It returns why no tour has this edge and those before it, or "". The reason
// counts cities from 1.
func (f *fixedEdges) add(e Edge) string {
	if reason := f.fix(e); reason != "" || !f.directed {
		return reason
	}
	switch {
	case f.left[e[0]]:
		return fmt.Sprintf("another fixed edge leaves city %d already", e[0]+1)
	case f.entered[e[1]]:
		return fmt.Sprintf("another fixed edge enters city %d already", e[1]+1)
	}
	f.left[e[0]], f.entered[e[1]] = true, true
	return ""
}

// addAll adds edges. If no tour has an edge and those before it, addAll returns the number of the edge and the reason, as add does.
func (f *fixedEdges) addAll(edges []Edge) (i int, reason string) {
	for i, e := range edges {
		if reason := f.add(e); reason != "" {
			return i, reason
		}
	}
	return 0, ""
}

// fixedFragments returns the paths of the fixed edges of a valid instance, or nil if there are none.
func (in *Instance) fixedFragments() *fragments {
	if len(in.Fixed) == 0 {
		return nil
	}
	f := in.newFixedEdges(in.Dimension())
	f.addAll(in.Fixed)
	return f.fragments
}

// fix joins fragments by a fixed edge. It returns why no tour has this edge and those before it, or "". The reason
// counts cities from 1.
func (f *fragments) fix(e Edge) string {
	for _, city := range e {
		if city < 0 || int(city) >= len(f.other) {
			return fmt.Sprintf("city %d is outside 1..%d", int(city)+1, len(f.other))
		}
	}
	a, b := uint32(e[0]), uint32(e[1])
	switch {
	case a == b:
		return fmt.Sprintf("an edge joins two different cities, not city %d and itself", e[0]+1)
	case f.linked(a, b):
		return "the edge is given twice"
	case f.other[a] == interior:
		return fmt.Sprintf("city %d has two fixed edges already; a tour has two edges at each city", e[0]+1)
	case f.other[b] == interior:
		return fmt.Sprintf("city %d has two fixed edges already; a tour has two edges at each city", e[1]+1)
	case f.other[a] != b:
		f.join(a, b)
	case f.count > 1:
		return "the fixed edges close a cycle that does not visit all cities"
	default: // the whole tour is fixed
		f.links[a][1], f.links[b][1] = b, a
		f.other[a], f.other[b] = interior, interior
	}
	return ""
}

// linked reports whether an edge joins two cities.
func (f *fragments) linked(a, b uint32) bool {
	return f.other[a] != a && f.links[a][0] == b || f.other[a] == interior && f.links[a][1] == b
}
