package model

import "github.com/aco-vk/aco-vk/tsp"

// HasPairs reports whether cities are nodes of pairs that stand for the cities of an asymmetric
// matrix.
func (m *Model) HasPairs() bool { return m.Instance.Metric == tsp.Pairs }

// MatrixRows returns the number of rows of the distance matrix, if distances are read from one.
func (m *Model) MatrixRows() int { return matrixRows(m.Instance) }

func matrixRows(instance *tsp.Instance) int {
	if instance.Metric == tsp.Pairs {
		return instance.Dimension() / 2
	}
	return instance.Dimension()
}

// mostCandidates returns the number of cities that can be candidates of a city. The nodes of a
// pair are joined already.
func mostCandidates(instance *tsp.Instance) int { return matrixRows(instance) - 1 }
