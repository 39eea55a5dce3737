package tsp_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

func TestWithFixed(t *testing.T) {
	in := tsptest.Square(tsp.Edge{0, 1})
	with, err := in.WithFixed(tsp.Edge{2, 1}, tsp.Edge{3, 2}, tsp.Edge{0, 3})
	if err != nil || !slices.Equal(with.Fixed, []tsp.Edge{{0, 1}, {2, 1}, {3, 2}, {0, 3}}) || len(in.Fixed) != 1 {
		t.Errorf("the whole tour: %v, %v", with, err)
	}
	if err := with.Validate(); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		edges []tsp.Edge
		want  string
	}{
		{[]tsp.Edge{{1, 0}}, "fixed edge from city 1 to city 0: the edge is given twice"},
		{[]tsp.Edge{{1, 2}, {3, 1}}, "city 1 has two fixed edges already"},
		{[]tsp.Edge{{1, 2}, {0, 2}}, "the fixed edges close a cycle that does not visit all cities"},
		{[]tsp.Edge{{3, 3}}, "an edge has two different ends"},
		{[]tsp.Edge{{3, 4}}, "city 4 is outside 0..3"},
		{[]tsp.Edge{{-1, 3}}, "city -1 is outside 0..3"},
	} {
		_, err := in.WithFixed(c.edges...)
		if refused := new(tsp.Error); !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.edges, err, c.want)
		}
	}
	asymmetric := *in
	asymmetric.Kind = tsp.ATSP
	if err := asymmetric.Validate(); err == nil ||
		!strings.Contains(err.Error(), "kind ATSP with coordinates has no fixed edges") {
		t.Errorf("asymmetric: %v", err)
	}
}
