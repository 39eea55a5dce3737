package reduce

import (
	"errors"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
)

// NodePairs returns a symmetric instance whose tours stand for the tours of a valid asymmetric
// matrix with n cities (Jonker and Volgenant, Operations Research Letters 2, 1983). A city c is a
// pair of nodes: the tour enters it at node 2c+1 and leaves it from node 2c. A fixed edge of
// length 0 joins them. The distance between the node that leaves a city and the node that enters
// another one is the distance from the first city to the other. Two nodes of the same kind have a
// distance longer than any three edges; tours that have all fixed edges and no such edge stand for
// directed ones of the same length.
//
// The result has metric [tsp.Pairs] and shares the weights of the matrix. The error is an
// [*tsp.Error]: the instance is not an asymmetric matrix, it has fixed edges, or it has weights
// above 2²⁸.
func NodePairs(in *tsp.Instance) (*tsp.Instance, error) {
	if in.Symmetric() || in.Metric != tsp.Explicit {
		return nil,
			tsp.Errorf("node pairs", "they stand for the cities of an asymmetric matrix, not of kind %s with metric %s",
				in.Kind, in.Metric)
	}
	if len(in.Fixed) > 0 {
		return nil, tsp.Errorf("node pairs", "fixed edges are to be contracted first")
	}
	pairs := &tsp.Instance{Name: in.Name, Comment: in.Comment, Kind: tsp.TSP, Metric: tsp.Pairs,
		Weights: in.Weights, Unit: in.Unit}
	for city := range int32(in.Dimension()) {
		pairs.Fixed = append(pairs.Fixed, tsp.Edge{2 * city, 2*city + 1})
	}
	if err := pairs.Validate(); err != nil {
		return nil, tsp.Errorf("node pairs", "%s", reasonOf(err))
	}
	return pairs, nil
}

// ToNodes returns the tour of node pairs for a directed tour.
func ToNodes(t tsp.Tour) tsp.Tour {
	nodes := make(tsp.Tour, 0, 2*len(t))
	for _, city := range t {
		nodes = append(nodes, 2*city+1, 2*city)
	}
	return nodes
}

// FromNodes returns the directed tour, from city 0 on, for a tour of node pairs in either
// direction. Each edge of the tour but the fixed ones leads from a node of one kind to a node of
// the other.
func FromNodes(nodes tsp.Tour) tsp.Tour {
	n := len(nodes)
	at, step := slices.Index(nodes, 1), 2
	if nodes[(at+1)%n] != 0 { // backwards
		step = n - 2
	}
	t := make(tsp.Tour, 0, n/2)
	for range n / 2 {
		t = append(t, nodes[at]/2)
		at = (at + step) % n
	}
	return t
}

// reasonOf returns the reason of an error of this package.
func reasonOf(err error) string {
	if e := new(tsp.Error); errors.As(err, &e) {
		return e.Reason
	}
	return err.Error()
}
