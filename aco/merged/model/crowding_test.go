package model

import (
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// Clusters with empty space between them are crowded, however large they are and wherever they lie.
// Uniform cities, grids and lines are not.
func TestIsCrowded(t *testing.T) {
	for _, c := range []struct {
		kind string
		want bool
	}{{"uniform", false}, {"grid", false}, {"clustered", true}} {
		in := tsptest.Generate(t, c.kind, 5000, 3)
		for range 2 {
			if got := IsCrowded(in); got != c.want {
				t.Errorf("%s: crowded %v, want %v", c.kind, got, c.want)
			}
			for city := range in.X {
				in.X[city], in.Y[city] = 3*in.Y[city]-1e5, 3*in.X[city]
			}
		}
		clear(in.Y)
		if IsCrowded(in) {
			t.Errorf("%s: cities on a line are crowded", c.kind)
		}
	}
}

// A whole grid has as many cities in each cell, and a half of them in one cell are crowded.
func TestCellCounts(t *testing.T) {
	const side = 40
	in := &tsp.Instance{Name: "grid", Kind: tsp.TSP, Metric: tsp.EUC2D}
	for i := range side * side {
		in.X, in.Y = append(in.X, float64(i%side)), append(in.Y, float64(i/side))
	}
	sum := uint64(0)
	for _, count := range cellCounts(in) {
		if sum += count; count > 2*cellCities {
			t.Errorf("a cell of a grid has %d cities", count)
		}
	}
	if sum != side*side {
		t.Errorf("the cells have %d cities, want %d", sum, side*side)
	}
	tiny := &tsp.Instance{Name: "tiny", Kind: tsp.TSP, Metric: tsp.EUC2D}
	for i := range in.X {
		tiny.X, tiny.Y = append(tiny.X, 1e-200*in.X[i]), append(tiny.Y, 1e-200*in.Y[i])
	}
	if counts := cellCounts(tiny); counts != nil {
		t.Errorf("an instance whose area is too small for a float has %d cells", len(counts))
	}
	for i := range side * side / 2 {
		in.X[i], in.Y[i] = 1, 1
	}
	if !IsCrowded(in) {
		t.Error("half of the cities at one place are not crowded")
	}
	in.Metric = tsp.EUC3D
	if IsCrowded(in) {
		t.Error("cities in space are crowded")
	}
}
