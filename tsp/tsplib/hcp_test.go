package tsplib_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Edges of a graph have weight 1, all others are forbidden.
func TestReadHCP(t *testing.T) {
	want := []int32{2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2}
	for _, text := range []string{
		graph + "1 2\n 3 2\n3 4\n4 1\n1 4\n-1\nEOF\n",
		"NAME: g\nTYPE: HCP\nDIMENSION: 4\nEDGE_DATA_FORMAT: ADJ_LIST\nEDGE_DATA_SECTION\n1 2 4 -1\n3 2 4 -1\n2 -1\n-1\nEOF\n",
	} {
		in := must.Get(read(text))(t)
		if err := in.Validate(); err != nil || in.Kind != tsp.TSP || in.Forbidden != 2 ||
			!slices.Equal(in.Weights, want) {
			t.Errorf("%+v, %v", in, err)
		}
		if err := verify.Allowed(in, tsp.Tour{0, 1, 2, 3}, false); err != nil {
			t.Error(err)
		}
		if err := verify.Allowed(in, tsp.Tour{3, 2, 0, 1}, false); err == nil ||
			!strings.Contains(err.Error(), "from city 3 to city 1 is forbidden") {
			t.Error(err)
		}
		tsptest.RequireError(t, "write", tsplib.Write(io.Discard, in), "forbidden")
	}
}

// graph begins a Hamiltonian cycle problem.
const graph = "TYPE: HCP\nDIMENSION: 4\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n"

// The edge from the last to the first city of a path may be forbidden.
func TestAllowedPath(t *testing.T) {
	in := must.Get(read(graph + "1 2\n2 3\n3 4\n-1\n"))(t)
	path := tsp.Tour{0, 1, 2, 3}
	if err := verify.Allowed(in, path, true); err != nil {
		t.Error(err)
	}
	if err := verify.Allowed(in, path, false); err == nil {
		t.Error("a tour has a forbidden edge")
	}
}
