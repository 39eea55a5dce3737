package tsplib_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// A matrix has the coordinates of a section for pictures, wherever it stands, else the coordinates of its nodes.
func TestDisplayData(t *testing.T) {
	const (
		matrix  = "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n1 2 3\n"
		display = "DISPLAY_DATA_SECTION\n3 5 6\n1 1 2\n2 3.5 4\n"
		nodes   = "NODE_COORD_SECTION\n1 10 20\n2 30 40\n3 50 60\n"
	)
	for name, c := range map[string]struct {
		text string
		x, y []float64
	}{
		"after the matrix":  {matrix + display, []float64{1, 3.5, 5}, []float64{2, 4, 6}},
		"before the matrix": {display + matrix, []float64{1, 3.5, 5}, []float64{2, 4, 6}},
		"nodes":             {matrix + nodes, []float64{10, 30, 50}, []float64{20, 40, 60}},
		"both":              {matrix + display + nodes, []float64{1, 3.5, 5}, []float64{2, 4, 6}},
		"both, nodes first": {matrix + nodes + display, []float64{1, 3.5, 5}, []float64{2, 4, 6}},
		"none":              {matrix, nil, nil},
		"out of range":      {matrix + "DISPLAY_DATA_SECTION\n1 1e300 0\n2 0 0\n3 0 1\n", nil, nil},
	} {
		in, err := tsplib.Read(strings.NewReader("TYPE: TSP\nDIMENSION: 3\n"+c.text+"EOF\n"), "f")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := in.Validate(); err != nil || in.Metric != tsp.Explicit || in.X != nil {
			t.Errorf("%s: %+v, %v", name, in, err)
		}
		if at := in.Located(); (c.x == nil) != (in.Display == nil) || !slices.Equal(at.X, c.x) || !slices.Equal(at.Y, c.y) {
			t.Errorf("%s: %v, %v", name, at.X, at.Y)
		}
	}
	in, err := tsplib.Read(strings.NewReader("TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\n"+nodes+display), "f")
	if err != nil || in.Display != nil || in.X[0] != 10 {
		t.Errorf("%+v, %v", in, err)
	}
}
