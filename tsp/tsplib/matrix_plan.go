package tsplib

import (
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/matrix"
)

// planMatrix returns an error if a file has more cities than a matrix may have by the limits and by memory.
func (h *header) planMatrix() error {
	n := int64(h.dimension)
	if n > matrix.MaxCities {
		return h.lines.errorf("DIMENSION %d is more than the %d cities of the largest explicit matrix", n, matrix.MaxCities)
	}
	if most := h.limits.Cells; most > 0 && n*n > most {
		return &tsp.LimitError{Err: h.lines.errorf("a matrix of DIMENSION %d has %d distances, more than the limit of %d; raise the limit", n, n*n, most)}
	}
	if lack := matrix.Lack(h.dimension); lack != "" {
		return h.lines.errorf("%s", lack)
	}
	return nil
}

// newMatrix returns a matrix with one weight everywhere. It stops when the context ends.
func (l *lines) newMatrix(n int, weight int32) ([]int32, error) {
	weights := make([]int32, n*n)
	for i := range n {
		if err := l.ended(); err != nil {
			return nil, err
		}
		row := weights[i*n:][:n]
		for j := range row {
			row[j] = weight
		}
	}
	return weights, nil
}
