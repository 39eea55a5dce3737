// Package tsptest makes instances for tests.
package tsptest

import (
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// Generate returns an instance of generate.Instance.
func Generate(t testing.TB, kind string, cities int, seed int64) *tsp.Instance {
	t.Helper()
	instance, err := generate.Instance(kind, cities, seed)
	if err != nil {
		t.Fatal(err)
	}
	return instance
}

// Matrix returns an instance with distances from draw, symmetric if kind is TSP.
func Matrix(kind tsp.Kind, cities int, draw func() int32) *tsp.Instance {
	instance := &tsp.Instance{Name: "matrix", Kind: kind, Metric: tsp.Explicit, Weights: make([]int32, cities*cities)}
	for i := range cities {
		for j := range cities {
			switch {
			case kind == tsp.TSP && j < i:
				instance.Weights[i*cities+j] = instance.Weights[j*cities+i]
			case j != i:
				instance.Weights[i*cities+j] = draw()
			}
		}
	}
	return instance
}
