package tsplib_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

func TestReadFixedByName(t *testing.T) {
	in := tsptest.Square()
	in.Names = []string{"Bern", "New York", "Oslo, Lillestr\u00f8m", ""}
	with, err := tsplib.ReadFixed(strings.NewReader("Bern,New York\n4 , \"Oslo, Lillestr\u00f8m\"\n"), "legs.csv", in)
	if err != nil || !slices.Equal(with.Fixed, []tsp.Edge{{0, 1}, {3, 2}}) {
		t.Errorf("%v, %v", with, err)
	}
	with, err = tsplib.ReadFixed(strings.NewReader("Bern 4\n"), "legs.csv", in)
	if err != nil || !slices.Equal(with.Fixed, []tsp.Edge{{0, 3}}) {
		t.Errorf("%v, %v", with, err)
	}
	for text, want := range map[string]string{
		"Bern New York\n": "legs.csv:1: \"Bern New York\" is not an edge",
		"Bern,Rome\n":     "legs.csv:1: \"Rome\" is neither a name nor a number in 1..4",
		"Bern,\"4\n":      "legs.csv:1: ",
	} {
		if _, err := tsplib.ReadFixed(strings.NewReader(text), "legs.csv", in); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestReadFixed(t *testing.T) {
	in := tsptest.Square(tsp.Edge{0, 1})
	with, err := tsplib.ReadFixed(strings.NewReader("\n 2 3\r\n4,3\n"), "legs.csv", in)
	if err != nil || !slices.Equal(with.Fixed, []tsp.Edge{{0, 1}, {1, 2}, {3, 2}}) || len(in.Fixed) != 1 {
		t.Errorf("%v, %v", with, err)
	}
	for text, want := range map[string]string{
		"2 3\n2\n":      "legs.csv:2: \"2\" is not an edge: a line has two places",
		"from,to\n":     "legs.csv:1: \"from\" is not a city number in 1..4",
		"2 3\n\n4 5\n":  "legs.csv:3: \"5\" is not a city number in 1..4",
		"3 4\n2 1\n":    "legs.csv:2: fixed edge from city 2 to city 1: the edge is given twice",
		"2 3\n4 2\n":    "legs.csv:2: fixed edge from city 4 to city 2: city 2 has two fixed edges already",
		"2, 3\n 3 ,1\n": "legs.csv:2: fixed edge from city 3 to city 1: the fixed edges close a cycle",
	} {
		_, err := tsplib.ReadFixed(strings.NewReader(text), "legs.csv", in)
		if syntax := new(tsp.SyntaxError); !errors.As(err, &syntax) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := tsplib.ReadFixed(strings.NewReader(""), "legs.csv",
		&tsp.Instance{Kind: tsp.ATSP, Metric: tsp.EUC2D}); err == nil {
		t.Error("an asymmetric instance with coordinates has fixed edges")
	}
}
