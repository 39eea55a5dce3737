package tsp_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// graph begins a Hamiltonian cycle problem.
const graph = "TYPE: HCP\nDIMENSION: 4\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n"

// Edges of a graph have weight 1, all others are forbidden.
func TestReadHCP(t *testing.T) {
	want := []int32{2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2}
	for _, text := range []string{
		graph + "1 2\n 3 2\n3 4\n4 1\n1 4\n-1\nEOF\n",
		"NAME: g\nTYPE: HCP\nDIMENSION: 4\nEDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n1 2 4 -1\n3 2 4 -1\n2 -1\n-1\nEOF\n",
	} {
		in, err := read(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := in.Validate(); err != nil || in.Kind != tsp.TSP || in.Forbidden != 2 || !slices.Equal(in.Weights, want) {
			t.Errorf("%+v, %v", in, err)
		}
		if err := verify.Allowed(in, tsp.Tour{0, 1, 2, 3}, false); err != nil {
			t.Error(err)
		}
		if err := verify.Allowed(in, tsp.Tour{3, 2, 0, 1}, false); err == nil || !strings.Contains(err.Error(), "from city 3 to city 1 is forbidden") {
			t.Error(err)
		}
		if err := in.Write(new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "forbidden") {
			t.Error(err)
		}
	}
}

// The edge from the last to the first city of a path may be forbidden.
func TestAllowedPath(t *testing.T) {
	in, err := read(graph + "1 2\n2 3\n3 4\n-1\n")
	if err != nil {
		t.Fatal(err)
	}
	path := tsp.Tour{0, 1, 2, 3}
	if err := verify.Allowed(in, path, true); err != nil {
		t.Error(err)
	}
	if err := verify.Allowed(in, path, false); err == nil {
		t.Error("a tour has a forbidden edge")
	}
}

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
