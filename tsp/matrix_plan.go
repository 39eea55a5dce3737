package tsp

import (
	"fmt"

	"github.com/aco-vk/aco-vk/internal/memory"
)

// memoryLack is a variable for tests.
var memoryLack = memory.Lack

// matrixLack returns why a matrix of n cities is too large for this package or for the memory of the machine, or "".
func matrixLack(n int) string {
	if n > maxMatrixCities {
		return fmt.Sprintf("%d cities are more than the %d of the largest matrix", n, maxMatrixCities)
	}
	const weightBytes = 4
	if lack := memoryLack(uint64(n) * uint64(n) * weightBytes); lack != "" {
		return fmt.Sprintf("a matrix of %d cities is too large: %s", n, lack)
	}
	return ""
}

// planMatrix returns an error if a file has more cities than a matrix may have by the limits and by memory.
func (h *header) planMatrix() error {
	n := int64(h.dimension)
	if n > maxMatrixCities {
		return h.lines.errorf("DIMENSION %d is more than the %d cities of the largest explicit matrix", n, maxMatrixCities)
	}
	if most := h.limits.Cells; most > 0 && n*n > most {
		return &LimitError{Err: h.lines.errorf("a matrix of DIMENSION %d has %d distances, more than the limit of %d; raise the limit", n, n*n, most)}
	}
	if lack := matrixLack(h.dimension); lack != "" {
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
