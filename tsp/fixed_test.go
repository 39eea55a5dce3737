package tsp_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
)

func square(fixed ...tsp.Edge) *tsp.Instance {
	return &tsp.Instance{Name: "square", Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 30, 30, 0}, Y: []float64{0, 0, 40, 40}, Fixed: fixed}
}

func TestWithFixed(t *testing.T) {
	in := square(tsp.Edge{0, 1})
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
		{[]tsp.Edge{{1, 0}}, "fixed edge from city 2 to city 1: the edge is given twice"},
		{[]tsp.Edge{{1, 2}, {3, 1}}, "city 2 has two fixed edges already"},
		{[]tsp.Edge{{1, 2}, {0, 2}}, "the fixed edges close a cycle that does not visit all cities"},
		{[]tsp.Edge{{3, 3}}, "not city 4 and itself"},
		{[]tsp.Edge{{3, 4}}, "city 5 is outside 1..4"},
		{[]tsp.Edge{{-1, 3}}, "city 0 is outside 1..4"},
	} {
		_, err := in.WithFixed(c.edges...)
		if refused := new(tsp.Error); !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.edges, err, c.want)
		}
	}
	asymmetric := *in
	asymmetric.Kind = tsp.ATSP
	if err := asymmetric.Validate(); err == nil || !strings.Contains(err.Error(), "kind ATSP with coordinates has no fixed edges") {
		t.Errorf("asymmetric: %v", err)
	}
}

func TestReadFixed(t *testing.T) {
	in := square(tsp.Edge{0, 1})
	with, err := in.ReadFixed(strings.NewReader("\n 2 3\r\n4,3\n"), "legs.csv")
	if err != nil || !slices.Equal(with.Fixed, []tsp.Edge{{0, 1}, {1, 2}, {3, 2}}) || len(in.Fixed) != 1 {
		t.Errorf("%v, %v", with, err)
	}
	for text, want := range map[string]string{
		"2 3\n2\n":      "legs.csv:2: \"2\" is not an edge: a line has two cities",
		"from,to\n":     "legs.csv:1: \"from\" is not a city number in 1..4",
		"2 3\n\n4 5\n":  "legs.csv:3: \"5\" is not a city number in 1..4",
		"3 4\n2 1\n":    "legs.csv:2: fixed edge from city 2 to city 1: the edge is given twice",
		"2 3\n4 2\n":    "legs.csv:2: fixed edge from city 4 to city 2: city 2 has two fixed edges already",
		"2, 3\n 3 ,1\n": "legs.csv:2: fixed edge from city 3 to city 1: the fixed edges close a cycle",
	} {
		_, err := in.ReadFixed(strings.NewReader(text), "legs.csv")
		if syntax := new(tsp.SyntaxError); !errors.As(err, &syntax) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := (&tsp.Instance{Kind: tsp.ATSP, Metric: tsp.EUC2D}).ReadFixed(strings.NewReader(""), "legs.csv"); err == nil {
		t.Error("an asymmetric instance with coordinates has fixed edges")
	}
}

// Fixed edges of an asymmetric instance lead from the first city to the second.
func TestDirectedFixed(t *testing.T) {
	in := &tsp.Instance{Name: "directed", Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{0, 1, 2, 3, 4, 0, 5, 6, 7, 8, 0, 9, 10, 11, 12, 0}}
	with, err := in.ReadFixed(strings.NewReader("3,1\n1,4\n"), "legs.csv")
	if err != nil || !slices.Equal(with.FixedPaths()[1], tsp.Tour{2, 0, 3}) {
		t.Fatalf("%v, %v", with, err)
	}
	for text, want := range map[string]string{
		"1,2\n1,3\n":      "legs.csv:2: fixed edge from city 1 to city 3: another fixed edge leaves city 1 already",
		"1,2\n3,2\n":      "legs.csv:2: fixed edge from city 3 to city 2: another fixed edge enters city 2 already",
		"1,2\n2,1\n":      "legs.csv:2: fixed edge from city 2 to city 1: the edge is given twice",
		"1,2\n2,3\n3,1\n": "legs.csv:3: fixed edge from city 3 to city 1: the fixed edges close a cycle",
	} {
		if _, err := in.ReadFixed(strings.NewReader(text), "legs.csv"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	other := *with
	other.Fixed = []tsp.Edge{{0, 2}, {0, 3}}
	if with.SHA256() == in.SHA256() || with.SHA256() == other.SHA256() {
		t.Error("the hash does not depend on the direction of fixed edges")
	}
}
