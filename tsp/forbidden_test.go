package tsp_test

import (
	"math"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
)

// Forbidden edges are longer than all others, which keep their decimals.
func TestFromDecimalsWithForbiddenEdges(t *testing.T) {
	none := math.Inf(1)
	in, err := tsp.FromDecimals(t.Context(), [][]float64{{none, 0.25, none}, {0.25, 0, 1e6}, {2, 1e6, -1}}, "s")
	if err != nil {
		t.Fatal(err)
	}
	if in.Kind != tsp.ATSP || in.Forbidden < 64*int32(in.Distance(1, 2)) || in.Distance(0, 2) != int64(in.Forbidden) || in.Unit.Value(in.Distance(1, 2)) != 1e6 {
		t.Errorf("%+v", in)
	}
	if in, err = tsp.FromDecimals(t.Context(), [][]float64{{0, none, none}, {none, 0, none}, {none, none, 0}}, ""); err != nil || in.Forbidden == 0 || in.Unit.Decimals != 0 {
		t.Errorf("%+v, %v", in, err)
	}
	if _, err = tsp.FromDecimals(t.Context(), [][]float64{{0, math.NaN(), 1}, {1, 0, 1}, {1, 1, 0}}, ""); err == nil {
		t.Error("NaN is a distance")
	}
	for _, wrong := range []*tsp.Instance{
		{Kind: tsp.TSP, Metric: tsp.EUC2D, X: make([]float64, 3), Y: make([]float64, 3), Forbidden: 1},
		{Kind: tsp.TSP, Metric: tsp.Explicit, Weights: []int32{0, 1, 3, 1, 0, 2, 3, 2, 0}, Forbidden: 2},
	} {
		if err := wrong.Validate(); err == nil || !strings.Contains(err.Error(), "forbidden") {
			t.Error(err)
		}
	}
}
