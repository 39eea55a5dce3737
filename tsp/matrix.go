package tsp

import (
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/internal/matrix"
)

// rows returns the number of rows of the matrix.
func (in *Instance) rows() int {
	// Exact: the root of a square below 2⁵³ is not rounded.
	return int(math.Sqrt(float64(len(in.Weights))))
}

func matrixDistances(in *Instance) func(i, j uint32) int64 {
	n, weights := in.rows(), in.Weights
	return func(i, j uint32) int64 {
		if i == j {
			return 0
		}
		return int64(weights[int(i)*n+int(j)])
	}
}

func matrixAtMost(in *Instance) int64 { return int64(slices.Max(in.Weights)) }

func (in *Instance) invalidWeights(n int) string {
	if n > matrix.MaxCities {
		return fmt.Sprintf("%d cities are more than the %d of the largest matrix; use coordinates", n,
			matrix.MaxCities)
	}
	if n*n != len(in.Weights) {
		return fmt.Sprintf("%d weights are not a square matrix", len(in.Weights))
	}
	if in.X != nil || in.Y != nil || in.Z != nil {
		return "metric EXPLICIT has weights, and no coordinates"
	}
	row := parallel.First(n, func(from, to int) int { return in.firstInvalidRow(n, from, to) })
	if row < 0 {
		return ""
	}
	column := 0
	for in.validWeight(n, row, column) {
		column++
	}
	return in.invalidWeight(n, row, column)
}

// firstInvalidRow returns the first of the rows from..to-1 with a weight that is not valid, or -1.
// It looks at one square of the matrix at a time, so that its mirror image is in the cache too.
func (in *Instance) firstInvalidRow(n, from, to int) int {
	const side = 64 // of a square: 16 KiB
	for top := from; top < to; top += side {
		first := to
		for left := 0; left < n; left += side {
			for i := top; i < min(top+side, first); i++ {
				if !in.validPart(n, i, left, min(left+side, n)) {
					first = i
				}
			}
		}
		if first < to {
			return first
		}
	}
	return -1
}

// validPart reports whether the weights from city i to the cities from..to-1 are valid.
func (in *Instance) validPart(n, i, from, to int) bool {
	most, symmetric := int32(math.MaxInt32), in.Symmetric()
	if in.Forbidden != 0 {
		most = in.Forbidden
	}
	row := in.Weights[i*n:][:n]
	for j := from; j < to; j++ {
		if w := row[j]; (w < 0 || w > most) && i != j || symmetric && j < i && w != in.Weights[j*n+i] {
			return false
		}
	}
	return true
}

// validWeight reports whether the weight from city i to city j is valid.
func (in *Instance) validWeight(n, i, j int) bool { return in.validPart(n, i, j, j+1) }

// invalidWeight returns why the weight from city i to city j is not valid.
func (in *Instance) invalidWeight(n, i, j int) string {
	w, back := in.Weights[i*n+j], in.Weights[j*n+i]
	i, j = i+in.FirstNumber, j+in.FirstNumber
	switch {
	case w < 0:
		return fmt.Sprintf(
			"the weight %d from city %d to city %d is negative; add a constant to all weights", w, i, j)
	case in.Forbidden != 0 && w > in.Forbidden:
		return fmt.Sprintf(
			"the weight %d from city %d to city %d is above that of forbidden edges, %d", w, i, j,
			in.Forbidden)
	}
	return fmt.Sprintf(
		"kind TSP is symmetric, but the weight from city %d to city %d is %d, and back it is %d; use kind ATSP",
		i, j, w, back)
}

const (
	// forbidden is the distance of two nodes of the same kind. No exchange of up to three edges
	// gains if it adds one: the edges that it removes are not as long together.
	forbidden = 1 << 30
	// maxPairWeight bounds the weights of node pairs.
	maxPairWeight = forbidden / 4
)

// MaxNeighbours returns the largest length of a city's candidate list: the number of cities to
// which it can have an edge that is not fixed by the metric.
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

// invalidPairs returns why the instance is not one of node pairs, or "".
func (in *Instance) invalidPairs() string {
	rows := in.rows()
	switch {
	case in.Kind != TSP || rows*rows != len(in.Weights) || len(in.Fixed) != rows || in.X != nil || in.Y != nil ||
		in.Z != nil:
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

// pairWeights returns the least and the largest weight between different cities.
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
