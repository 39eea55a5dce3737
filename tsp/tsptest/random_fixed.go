package tsptest

import (
	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/tsp"
)

// DrawWithFixed draws a small symmetric instance with fixed edges.
func DrawWithFixed(t *rapid.T) *tsp.Instance {
	in := DrawInstance(t)
	if in.Kind == tsp.ATSP {
		in.Kind = tsp.TSP
		if n := in.Dimension(); in.Metric == tsp.Explicit {
			in.Weights = DrawWeights(t, n, true)
		}
	}
	in.Fixed = DrawFixed(t, in.Dimension())
	return in
}
