package tsp_test

import (
	"errors"
	"fmt"
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
	wantCities(t, in, nil, map[string]string{"5": `city: "5" is not a city number in 1..4`, "x": "is not a city number in 1..4"})
	in.Names = []string{"Bern", "New York", "1", "Bern"}
	wantCities(t, in, map[string]int32{"New York": 1, "1": 2, "2": 1, "4": 3}, map[string]string{
		"Bern":     `place: "Bern" is the name of several: place 1 and place 4; give a number`,
		"Oslo":     `"Oslo" is neither a name nor a number in 1..4`,
		"5":        "is neither a name nor a number in 1..4",
		"0":        "is neither a name nor a number in 1..4",
		"":         "is neither a name nor a number in 1..4",
		"new york": `; similar: "New York"`,
		"ern":      `; similar: "Bern"`,
	})
	in.IDs = []string{"K1", "K2", "Bern", "K4"}
	wantCities(t, in, map[string]int32{"New York": 1, "1": 2, "K1": 0, "K4": 3, "4": 3}, map[string]string{
		"Bern": "is the name of several: place 1 (id K1), place 4 (id K4) and 1 (place 3); give an id or a number",
		"K3":   "is neither a name, an id nor a number",
	})
	in.IDs[2], in.Rows = "K3", []int32{2, 3, 5, 9}
	wantCities(t, in, map[string]int32{"New York": 1, "1": 2, "2": 0, "3": 1, "9": 3, "5": 2}, map[string]string{
		"Bern": "is the name of several: row 2 (id K1) and row 9 (id K4); give an id or a row",
		"4":    "is neither a name, an id nor a row in 2..9",
		"99":   "is neither a name, an id nor a row in 2..9",
	})
}

func wantCities(t *testing.T, in *tsp.Instance, cities map[string]int32, refused map[string]string) {
	t.Helper()
	for text, want := range cities {
		if city, err := in.City(text); err != nil || city != want {
			t.Errorf("%q: city %d, want %d: %v", text, city, want, err)
		}
	}
	for text, want := range refused {
		_, err := in.City(text)
		if refused := new(tsp.Error); !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// The cities of a name are listed, but not all of many.
func TestCityOfManyIsListed(t *testing.T) {
	in := &tsp.Instance{Name: "many", Kind: tsp.TSP, Metric: tsp.EUC2D, X: make([]float64, 20), Y: make([]float64, 20),
		Names: slices.Repeat([]string{"Depot"}, 20)}
	_, err := in.City("Depot")
	tsptest.RequireError(t, "Depot", err, ", place 7, place 8 and 12 more;")
}

// People see the row of their spreadsheet, else a number that counts as their source does.
func TestCityText(t *testing.T) {
	for want, in := range map[string]*tsp.Instance{
		"city 1":               {},
		"city 2":               {FirstNumber: 1},
		"Kiosk (place 2)":      {FirstNumber: 1, Names: []string{"", "Kiosk"}},
		"place 1":              {Names: []string{"Kiosk", ""}},
		"row 7":                {Rows: []int32{3, 7}},
		"Kiosk (row 7)":        {Names: []string{"", "Kiosk"}, Rows: []int32{3, 7}},
		"Kiosk (row 7, id K2)": {Names: []string{"", "Kiosk"}, IDs: []string{"K1", "K2"}, Rows: []int32{3, 7}},
		"row 7 (id K2)":        {Names: []string{"", ""}, IDs: []string{"K1", "K2"}, Rows: []int32{3, 7}},
	} {
		if got := in.CityText(1); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// People see what the lengths are of.
func TestDistancesText(t *testing.T) {
	at := &tsp.Instance{Metric: tsp.Haversine}
	for want, in := range map[string]*tsp.Instance{
		"great-circle distances": at,
		"road distances":         {Metric: tsp.Explicit, Display: at, Unit: tsp.Unit{Name: "m"}},
		"travel times by road":   {Metric: tsp.Explicit, Display: at, Unit: tsp.Unit{Name: "s"}},
		"distances of a matrix":  {Metric: tsp.Explicit, Unit: tsp.Unit{Name: "m"}},
	} {
		if got := in.DistancesText(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Rows ascend, one for each city.
func TestRowsAreChecked(t *testing.T) {
	for want, rows := range map[string][]int32{
		"3 rows for 4 cities": {1, 2, 3}, "row 2 follows row 2": {1, 2, 2, 3}, "row 0 follows row 0": {0, 1, 2, 3},
	} {
		in := tsptest.Square()
		in.Rows = rows
		tsptest.RequireError(t, fmt.Sprint(rows), in.Validate(), want)
	}
}
