package tsp

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// Edge is an edge between two cities, counted from 0. In an asymmetric instance it leads from the
// first to the second; else its direction does not matter.
type Edge [2]int32

// WithFixed returns the instance with more fixed edges. It shares coordinates and weights with the
// original. If no tour has all fixed edges, the error is an [*Error].
func (in *Instance) WithFixed(edges ...Edge) (*Instance, error) {
	with := *in
	with.Fixed = slices.Concat(in.Fixed, edges)
	if reason := with.invalidFixed(with.Dimension()); reason != "" {
		return nil, &Error{"instance " + parse.Quote(in.Name), reason}
	}
	return &with, nil
}

// SortedFixed returns the fixed edges in ascending order, each with its smaller city first unless
// its direction matters.
func (in *Instance) SortedFixed() []Edge {
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
	if i, reason := fragments.AddAll(fragments.NewFixed(n, in.FirstNumber, !in.Symmetric()), in.Fixed); reason != "" {
		from, to := int(in.Fixed[i][0])+in.FirstNumber, int(in.Fixed[i][1])+in.FirstNumber
		return fmt.Sprintf("fixed edge from city %d to city %d: %s", from, to, reason)
	}
	return ""
}
