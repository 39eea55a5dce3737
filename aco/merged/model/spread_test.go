package model

import (
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
)

// Where all cities are equally far apart, their distance is the spread.
func TestSpreadOfEqualDistances(t *testing.T) {
	const cities, distance = 9, 5
	instance := &tsp.Instance{Name: "equal", Kind: tsp.TSP, Metric: tsp.Explicit, Weights: make([]int32, cities*cities)}
	for i := range instance.Weights {
		if i%(cities+1) != 0 {
			instance.Weights[i] = distance
		}
	}
	m := must.Get(New(t.Context(), instance, Recommended(cities)))(t)
	if m.Spread != distance {
		t.Errorf("the spread is %v, want %d", m.Spread, distance)
	}
}
