package tsp

import (
	"math"
	"slices"
)

const (
	// forbidden is the distance of two nodes of the same kind. No exchange of up to three edges gains if it adds one: the edges that it removes
	// are not as long together.
	forbidden = 1 << 30
	// maxPairWeight bounds the weights of node pairs.
	maxPairWeight = forbidden / 4
)

// NodePairs returns a symmetric instance whose tours stand for those of a valid asymmetric matrix with n cities (Jonker and Volgenant, Operations
// Research Letters 2, 1983). A city c is a pair of nodes: the tour enters it at node 2c+1 and leaves it from node 2c. A fixed edge of length 0 joins
// them. The distance between the nodes at which the tour leaves a city and enters another one is that from the one to the other. Two nodes of
// the same kind have a distance longer than any three edges; tours that have all fixed edges and no such edge stand for directed ones of the same length.
//
// The result has metric [Pairs] and shares the weights of the matrix. The error is an [*Error]: the instance is not an asymmetric matrix, it has fixed edges,
// or it has weights above 2²⁸.
func NodePairs(in *Instance) (*Instance, error) {
	if in.Symmetric() || in.Metric != Explicit {
		return nil, refuse("node pairs", "they stand for the cities of an asymmetric matrix, not of kind %s with metric %s", in.Kind, in.Metric)
	}
	if len(in.Fixed) > 0 {
		return nil, refuse("node pairs", "fixed edges are to be contracted first")
	}
	pairs := &Instance{Name: in.Name, Comment: in.Comment, Kind: TSP, Metric: Pairs, Weights: in.Weights, Unit: in.Unit}
	for city := range int32(in.Dimension()) {
		pairs.Fixed = append(pairs.Fixed, Edge{2 * city, 2*city + 1})
	}
	if reason := pairs.invalid(); reason != "" {
		return nil, refuse("node pairs", "%s", reason)
	}
	return pairs, nil
}

// ToNodes returns the tour of node pairs for a directed tour.
func ToNodes(t Tour) Tour {
	nodes := make(Tour, 0, 2*len(t))
	for _, city := range t {
		nodes = append(nodes, 2*city+1, 2*city)
	}
	return nodes
}

// FromNodes returns the directed tour, from city 0 on, for a tour of node pairs in either direction. Each edge of the tour but the fixed ones leads
// from a node of one kind to a node of the other.
func FromNodes(nodes Tour) Tour {
	n := len(nodes)
	at, step := slices.Index(nodes, 1), 2
	if nodes[(at+1)%n] != 0 { // backwards
		step = n - 2
	}
	t := make(Tour, 0, n/2)
	for range n / 2 {
		t = append(t, nodes[at]/2)
		at = (at + step) % n
	}
	return t
}

// rows returns the number of rows of the matrix.
func (in *Instance) rows() int {
	// Exact: the root of a square below 2⁵³ is not rounded.
	return int(math.Sqrt(float64(len(in.Weights))))
}

// others returns the number of cities to which a city can have an edge that is not fixed by the metric.
func (in *Instance) others() int {
	if in.Metric == Pairs {
		return in.rows() - 1
	}
	return in.Dimension() - 1
}

// pairDistance returns the distance of two different nodes.
func (in *Instance) pairDistance(rows, i, j int) int64 {
	switch {
	case (i^j)&1 == 0:
		return forbidden
	case i^j == 1:
		return 0
	case i&1 == 1:
		i, j = j, i
	}
	return int64(in.Weights[i/2*rows+j/2])
}

// invalidPairs returns why the fields are not those of node pairs, or "".
func (in *Instance) invalidPairs() string {
	rows := in.rows()
	switch {
	case in.Kind != TSP || rows*rows != len(in.Weights) || len(in.Fixed) != rows || in.X != nil || in.Y != nil || in.Z != nil:
		return "it is not a symmetric instance with a square matrix and a fixed edge for each of its rows"
	case rows > maxMatrixCities:
		return "the matrix is too large"
	}
	for city, e := range in.Fixed {
		if e != (Edge{int32(2 * city), int32(2*city + 1)}) {
			return "the fixed edges do not join the nodes of each pair"
		}
	}
	if least, longest := in.pairWeights(); least < 0 || longest > maxPairWeight {
		return "a weight is outside 0..2²⁸"
	}
	return ""
}

// pairWeights returns the least and the largest weight, without those of a city to itself.
func (in *Instance) pairWeights() (least, largest int32) {
	least = math.MaxInt32
	rows := in.rows()
	for city := range rows {
		row := in.Weights[city*rows:][:rows]
		for _, weights := range [2][]int32{row[:city], row[city+1:]} {
			for _, w := range weights {
				least, largest = min(least, w), max(largest, w)
			}
		}
	}
	return least, largest
}

// scanPairs offers the nodes of the other kind, except for the other node of the pair.
func (s *search) scanPairs(from, partner uint32) {
	rows := s.in.rows()
	first, step := int(from/2)*rows, 1 // of a node at which the tour leaves a city: its row
	if from&1 == 1 {
		first, step = int(from/2), rows // its column
	}
	for _, to := range s.cities {
		if (from^to)&1 == 1 && from^to != 1 && to != partner {
			s.nearest.offer(nearKey(int64(s.in.Weights[first+int(to/2)*step]), to))
		}
	}
}

// alternate orders as many nodes of each kind so that the kinds alternate.
func alternate(nodes []uint32) {
	var kinds [2][]uint32
	for _, node := range nodes {
		kinds[node&1] = append(kinds[node&1], node)
	}
	for i := range nodes {
		nodes[i] = kinds[i&1][i/2]
	}
}
