package tsp_test

import (
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// Coordinates for pictures belong to a matrix of as many cities.
func TestDisplay(t *testing.T) {
	matrix := func() *tsp.Instance {
		return must.Get(tsp.FromMatrix([][]int{{0, 1, 2}, {1, 0, 3}, {2, 3, 0}}))(t)
	}
	at := func(n int) *tsp.Instance {
		return must.Get(tsp.FromXY(tsp.EUC2D, []float64{0, 1, 2, 3}[:n], []float64{0, 5, 2, 1}[:n]))(t)
	}
	in := matrix()
	if in.Located() != in {
		t.Error("an instance without a display is located elsewhere")
	}
	in.Display = at(3)
	if err := in.Validate(); err != nil || in.Located() != in.Display {
		t.Error(err)
	}
	for want, display := range map[string]*tsp.Instance{"4 cities to display for 3 cities": at(4), "the instance to display has no coordinates": matrix()} {
		in.Display = display
		tsptest.RequireError(t, "points", in.Validate(), want)
	}
	plane := at(3)
	plane.Display = at(3)
	tsptest.RequireError(t, "plane", plane.Validate(), "no others to display")
}
