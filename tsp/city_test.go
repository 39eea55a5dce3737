package tsp_test

import (
	"errors"
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
