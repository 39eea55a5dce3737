package tsp_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
)

// A name comes before a number, and one that several cities have is refused.
func TestCity(t *testing.T) {
	in := square()
	if city, err := in.City("4"); err != nil || city != 3 {
		t.Errorf("city %d, %v", city, err)
	}
	in.Names = []string{"Bern", "New York", "1", "Bern"}
	for text, want := range map[string]int32{"New York": 1, "1": 2, "2": 1, "4": 3} {
		if city, err := in.City(text); err != nil || city != want {
			t.Errorf("%q: city %d, want %d: %v", text, city, want, err)
		}
	}
	for text, want := range map[string]string{
		"Bern": "is the name of several cities, such as 1 and 4; give a number",
		"Oslo": "is not a city number in 1..4, and no city has this name",
		"5":    "is not a city number in 1..4",
		"0":    "is not a city number in 1..4",
		"":     "is not a city number in 1..4",
	} {
		_, err := in.City(text)
		if refused := new(tsp.Error); !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestReadFixedByName(t *testing.T) {
	in := square()
	in.Names = []string{"Bern", "New York", "Oslo, Lillestr\u00f8m", ""}
	with, err := in.ReadFixed(strings.NewReader("Bern,New York\n4 , \"Oslo, Lillestr\u00f8m\"\n"), "legs.csv")
	if err != nil || !slices.Equal(with.Fixed, []tsp.Edge{{0, 1}, {3, 2}}) {
		t.Errorf("%v, %v", with, err)
	}
	with, err = in.ReadFixed(strings.NewReader("Bern 4\n"), "legs.csv")
	if err != nil || !slices.Equal(with.Fixed, []tsp.Edge{{0, 3}}) {
		t.Errorf("%v, %v", with, err)
	}
	for text, want := range map[string]string{
		"Bern New York\n": "legs.csv:1: \"Bern New York\" is not an edge",
		"Bern,Rome\n":     "legs.csv:1: \"Rome\" is not a city number in 1..4, and no city has this name",
		"Bern,\"4\n":      "legs.csv:1: ",
	} {
		if _, err := in.ReadFixed(strings.NewReader(text), "legs.csv"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
