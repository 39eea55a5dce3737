package format_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

const five = "x,y\n0,0\n4,0\n4,3\n0,3\n-2,1\n"

// Files as other programs write them are the same tour.
func TestToursOfOtherPrograms(t *testing.T) {
	of := read(t, five, format.Options{}).Instance
	want := tsp.Tour{0, 3, 1, 4, 2}
	for name, text := range map[string]string{
		"list":                    "1 4 2 5 3\n",
		"list, closed":            "1 4 2 5 3 1\n",
		"list with -1":            "1\n4\n2\n5\n3\n-1\n",
		"list with Ctrl-Z":        "1\r\n4\r\n2\r\n5\r\n3\r\n\x1a",
		"list with commas":        "1, 4, 2, 5, 3\n",
		"list with tabs":          "1\t4\t2\t5\t3\n",
		"list from 0 (.cyc)":      "0\n3\n1\n4\n2\n",
		"Concorde (.sol)":         "5\n0 3 1 4 2 \n",
		"Concorde, closed":        "5\n0 3 1 4 2 0\n",
		"count and list from 1":   "5\n1 4 2 5 3\n",
		"linkern":                 "5 5\n0 3 3\n3 1 5\n1 4 6\n4 2 6\n2 0 5\n",
		"linkern, any order":      "5 5\n0 3 3\n2 0 5\n1 4 6\n4 2 6\n3 1 5\n",
		"linkern, any directions": "5 5\n0 3 3\n1 3 5\n1 4 6\n2 4 6.0\n0 2 5\n",
		"JSON list":               "[1,4,2,5,3]",
		"JSON list from 0":        " [0, 3,\n1, 4, 2, 0]\n",
		"JSON object":             `{"tour":[1,4,2,5,3]}`,
		"JSON object from 0":      `{"cost":3.5,"tour":[0,3,1,4,2]}`,
		"JSON object with stops":  `{"tour":[1,4,2,5,3],"stops":[{"id":7},{"id":9}]}`,
		"LKH": "NAME : five.25.tour\nCOMMENT : Length = 25\nCOMMENT : Found by LKH-3 [Keld Helsgaun] Sat May  2 10:11:12 2020\n" +
			"TYPE : TOUR\nDIMENSION : 5\nTOUR_SECTION\n1\n4\n2\n5\n3\n-1\nEOF\n",
		"text after EOF": "TOUR_SECTION\n1 4 2 5 3 -1\nEOF\nlength 25\n",
		"a column row":   "row\n1\n4\n2\n5\n3\n",
		"places":         "x,y\n0,0\n0,3\n4,0\n-2,1\n4,3\n",
		"places, closed": "x;y\n0;0\n-0;3,0\n4;0\n-2;1\n4;3\n0;0\n",
	} {
		for _, text := range []string{text, zipped(t, text)} {
			if got, err := format.ReadTour(t.Context(), strings.NewReader(text), "f", of); err != nil ||
				!slices.Equal(got.Tour, want) {
				t.Errorf("%s: %v, %v, want %v", name, got, err, want)
			}
		}
	}
	// A list from 1 that ends where it began is no list after its count.
	if got, err := format.ReadTour(t.Context(), strings.NewReader("5 4 2 1 3 5\n"), "f", of); err != nil ||
		!slices.Equal(got.Tour, tsp.Tour{4, 3, 1, 0, 2}) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestReadTourRefuses(t *testing.T) {
	of := read(t, five, format.Options{}).Instance
	for text, want := range map[string]string{
		"0 1 2 3 5\n":                              "f:1: city 0 is outside 1..5, the cities counted from 1",
		"1 2 3\n4 6\n":                             "f:2: city 6 is outside 1..5",
		"0 1 2\n3 -2\n":                            "f:2: city -2 is outside 0..4, the cities counted from 0",
		"1.5 2 3 4 5\n":                            `f:1: "1.5" is not the number of a city`,
		"5 5\n0 3 3\n3 1 5\n1 4 6\n4 2 6\n":        "f:5: 4 edges are not a tour of 5 cities",
		"5 5\n0 1 3\n1 2 5\n2 0 6\n3 4 6\n4 3 6\n": "the edges are several cycles, one of 3 cities",
		"5 5\n0 1 3\n0 2 5\n0 3 6\n3 4 6\n4 1 6\n": "f:4: city 0, counted from 0, has a third edge",
		"5 5\n1 2 3\n2 3 5\n3 4 6\n4 5 6\n5 1 6\n": `f:5: "5" is not a city in 0..4; edges count cities from 0`,
		"5 5\n0 1 3\n1 2\n":                        "f:3: an edge has two cities and its length",
		"1 2 3\n2 4\n":                             "f:2: city 2, counted from 1, is listed twice",
		"[0,1,1,3,4]":                              "f: city 1, counted from 0, is listed twice",
		"[1,null,2,4,3]":                           "f:1: null where a number is expected, in 2",
		"[1,2,3,4,6]":                              "f: city 6 is outside 1..5",
		"[1,2.5,3,4,5]":                            "f:1: 2.5 is not the number of a city, in 2",
		"[1,2,3,\n4,\"5\"]":                        `f:2: the text "5" where a number is expected, in 5`,
		"[1,2,3,4,5] 6":                            "f:1: there is more text after the end of the JSON value",
		`{"tour":[1,null,2,3,4]}`:                  "f:1: null where a number is expected, in tour 2",
		`{"tour":[1,2,3,4,5],"tour":[5,4,3,2,1]}`:  `f:1: "tour" is given twice in an object`,
		`{"tour":` + strings.Repeat("[", 200):      "f:1: values are nested more than 100 deep",
		// ten times as large: the same steps in another unit
		"x,y\n0,0\n40,0\n40,30\n0,30\n-20,10\n": "its places are not",
		"x,y\n0,0\n4,0\n4,3\n0,3\n":             "its places are not", // one is missing
		"lat,lon\n0,0\n0,4\n3,4\n3,0\n1,-2\n":   "its places are not",
	} {
		if got, err := format.ReadTour(t.Context(), strings.NewReader(text), "f", of); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %q", text, got, err, want)
		}
	}
}

// Places are compared by the numbers of the files where an instance has them: a shifted or scaled
// copy is another instance.
func TestPlacesAreComparedByTheirNumbers(t *testing.T) {
	for name, c := range map[string]struct{ instance, same, shifted string }{
		"TSPLIB": {
			"TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 100 -50\n2 110.5 -50\n3 100 -40\n",
			"x,y\n110.5,-50\n100,-40\n100,-50\n", "x,y\n10.5,0\n0,10\n0,0\n",
		},
		"GEO": {
			"TYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n1 48.30 11\n2 49 12\n3 50 11.15\n",
			"lat,lon\n49,12\n50,11.25\n48.5,11\n", "lat,lon\n49,12\n50,11.15\n48.30,11\n",
		},
		"scaled": {
			"x,y\n.5,0\n1,7\n-3,2\n", "x,y\n1,7\n-3,2\n.5,0\n", "x,y\n2,7\n-2,2\n1.5,0\n",
		},
		"degrees": {
			"lat,lon\n48.5,11\n49,12\n50,11.25\n", "lat,lon\n49,12\n50,11.25\n48.5,11\n",
			"lat,lon\n49,13\n50,12.25\n48.5,12\n",
		},
	} {
		of := read(t, c.instance, format.Options{}).Instance
		if got, err := format.ReadTour(t.Context(), strings.NewReader(c.same), "f", of); err != nil ||
			!slices.Equal(got.Tour, tsp.Tour{1, 2, 0}) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if got, err := format.ReadTour(t.Context(), strings.NewReader(c.shifted), "f", of); err == nil {
			t.Errorf("%s: %v of a shifted copy", name, got)
		}
	}
}
