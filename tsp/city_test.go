package tsp_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A name comes before a number, and one that several cities have is refused.
func TestCity(t *testing.T) {
	in := tsptest.Square()
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
		"Bern": "is the name of several cities: 1 and 4; give a number",
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
	in.IDs = []string{"K1", "K2", "Bern", "K4"}
	for text, want := range map[string]int32{"New York": 1, "1": 2, "K1": 0, "K4": 3, "4": 3} {
		if city, err := in.City(text); err != nil || city != want {
			t.Errorf("%q: city %d, want %d: %v", text, city, want, err)
		}
	}
	for text, want := range map[string]string{
		"Bern": "is the name of several cities: 1 (id K1), 4 (id K4) and 3 (1); give an id or a number",
		"K3":   "and no city has this name or id",
	} {
		if _, err := in.City(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// The cities of a name are listed, but not all of many.
func TestCityOfManyIsListed(t *testing.T) {
	in := &tsp.Instance{Name: "many", Kind: tsp.TSP, Metric: tsp.EUC2D, X: make([]float64, 20), Y: make([]float64, 20),
		Names: slices.Repeat([]string{"Depot"}, 20)}
	if _, err := in.City("Depot"); err == nil || !strings.Contains(err.Error(), ": 1, 2, 3, 4, 5, 6, 7, 8 and 12 more;") {
		t.Error(err)
	}
	if text := in.CityText(4); text != "5 (Depot)" {
		t.Error(text)
	}
}
