package reduce_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// Fixed edges of an asymmetric instance lead from the first city to the second.
func TestDirectedFixed(t *testing.T) {
	in := &tsp.Instance{Name: "directed", Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{0, 1, 2, 3, 4, 0, 5, 6, 7, 8, 0, 9, 10, 11, 12, 0}}
	with, err := tsplib.ReadFixed(strings.NewReader("3,1\n1,4\n"), "legs.csv", in)
	if err != nil || !slices.Equal(reduce.FixedPaths(with)[1], tsp.Tour{2, 0, 3}) {
		t.Fatalf("%v, %v", with, err)
	}
	for text, want := range map[string]string{
		"1,2\n1,3\n":      "legs.csv:2: fixed edge from city 1 to city 3: another fixed edge leaves city 1 already",
		"1,2\n3,2\n":      "legs.csv:2: fixed edge from city 3 to city 2: another fixed edge enters city 2 already",
		"1,2\n2,1\n":      "legs.csv:2: fixed edge from city 2 to city 1: the edge is given twice",
		"1,2\n2,3\n3,1\n": "legs.csv:3: fixed edge from city 3 to city 1: the fixed edges close a cycle",
	} {
		if _, err := tsplib.ReadFixed(strings.NewReader(text), "legs.csv", in); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	other := *with
	other.Fixed = []tsp.Edge{{0, 2}, {0, 3}}
	if with.SHA256() == in.SHA256() || with.SHA256() == other.SHA256() {
		t.Error("the hash does not depend on the direction of fixed edges")
	}
}
