package tsptest

import (
	"github.com/aco-vk/aco-vk/tsp"
)

func Square(fixed ...tsp.Edge) *tsp.Instance {
	return &tsp.Instance{Name: "square", Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 30, 30, 0}, Y: []float64{0, 0, 40, 40}, Fixed: fixed}
}
