package tsp

import (
	"math"

	"github.com/aco-vk/aco-vk/tsp/internal/matrix"
)

const (
	// forbidden is the distance of two nodes of the same kind. No exchange of up to three edges gains if it adds one: the edges that it removes
	// are not as long together.
	forbidden = 1 << 30
	// maxPairWeight bounds the weights of node pairs.
	maxPairWeight = forbidden / 4
)

// MaxNeighbours returns the number of cities to which a city can have an edge that is not fixed by the metric.
func (in *Instance) MaxNeighbours() int {
	if in.Metric == Pairs {
		return in.rows() - 1
	}
	return in.Dimension() - 1
}

// pairsDistance returns the distance of two different nodes.
func pairsDistance(in *Instance, i, j int) int64 { return in.pairDistance(in.rows(), i, j) }

func pairsDistances(in *Instance) func(i, j uint32) int64 {
	rows := in.rows()
	return func(i, j uint32) int64 {
		if i == j {
			return 0
		}
		return in.pairDistance(rows, int(i), int(j))
	}
}

func pairsAtMost(in *Instance) int64 {
	_, largest := in.pairWeights()
	return int64(largest)
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
	case rows > matrix.MaxCities:
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
