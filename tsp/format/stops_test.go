package format_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// The stops of GPX and KML have their numbers before their names. A reader takes the names alone,
// also those that begin with a number, and the tour.
func TestStopsHaveNumbers(t *testing.T) {
	const text = "id,name,lat,lon\n7,Depot,48,11\n8,2 Brothers,48.1,11.1\n9,,48.2,11\n4,Kiosk,48.1,10.9\n"
	input := read(t, text, format.Options{})
	for _, open := range []bool{false, true} {
		for output, want := range map[format.Output][]string{
			format.OutputGPX: {"<name>1 Kiosk</name>", "<name>2 Depot</name>", "<name>3 2 Brothers</name>", "<name>4</name>"},
			format.OutputKML: {"<name>1 Kiosk</name>", "<name>2 Depot</name>", "<name>3 2 Brothers</name>", "<name>4</name>"},
		} {
			b := routeText(t, format.NewRoute(input, tsp.Tour{3, 0, 1, 2}, open, 3), output)
			for _, name := range want {
				if !strings.Contains(b, name) {
					t.Errorf("%s does not have %s", output, name)
				}
			}
			again := read(t, b, format.Options{})
			if names := []string{"Kiosk", "Depot", "2 Brothers", ""}; !slices.Equal(again.Instance.Names, names) {
				t.Errorf("%s: names %q, want %q", output, again.Instance.Names, names)
			}
			tour, err := format.ReadTour(t.Context(), strings.NewReader(b), "f", input.Instance)
			if err != nil || !slices.Equal(tour.Tour, tsp.Tour{3, 0, 1, 2}) || (tour.Shape == format.ShapeOpen) != open {
				t.Errorf("%s: %+v, %v", output, tour, err)
			}
		}
	}
}

// Rows are those of the file: with a title, comments, empty lines and the header.
func TestRowsOfTheFile(t *testing.T) {
	for text, want := range map[string][]int32{
		"x,y\n1,2\n3,4\n5,7\n":                       {2, 3, 4},
		"1,2\n3,4\n5,7\n":                            {1, 2, 3},
		"Kunden\n\n# note\nx;y\n1;2\n\n3;4\n\n5;7\n": {5, 7, 9},
		"name,x,y\n\"a\nb\",1,2\nc,3,4\nd,5,7\n":     {2, 4, 5},
		",a,b,c\na,0,1,2\nb,1,0,3\nc,2,3,0\n":        {2, 3, 4},
		"# x y\n1 2\n3 4\n5 7\n":                     {2, 3, 4},
		"stop,row,x,y,leg,length\n1,9,1,2,0,0\n2,2,3,4,1,1\n3,3,5,7,1,2\n4,9,1,2,1,3\n": {2, 3, 4},
	} {
		if got := read(t, text, format.Options{}).Instance.Rows; !slices.Equal(got, want) {
			t.Errorf("%q: rows %v, want %v", text, got, want)
		}
	}
}

// A column of rows is that of the file. One that counts places, as version 0.9 wrote it, is told by
// its numbers, or by the names beside it.
func TestRowColumn(t *testing.T) {
	of := read(t, "name,x,y\nA,0,0\nB,4,0\nC,4,3\nD,0,3\n", format.Options{}).Instance
	for text, want := range map[string]tsp.Tour{
		"row\n3\n2\n5\n4\n": {1, 0, 3, 2},
		"row\n3\n2\n1\n4\n": {2, 1, 0, 3},
		"stop,row,name,x,y,leg,length\n1,3,B,4,0,0,0\n2,2,A,0,0,4,4\n3,4,C,4,3,5,9\n4,5,D,0,3,4,13\n": {1, 0, 2, 3},
		"stop,row,name,x,y,leg,length\n1,2,B,4,0,0,0\n2,3,C,4,3,3,3\n3,4,D,0,3,4,7\n4,1,A,0,0,3,10\n": {1, 2, 3, 0},
	} {
		tour, err := format.ReadTour(t.Context(), strings.NewReader(text), "f", of)
		if err != nil || !slices.Equal(tour.Tour, want) {
			t.Errorf("%q: %v, %v, want %v", text, tour, err, want)
		}
	}
}

// Messages about a matrix of a table have its rows and names.
func TestRowsOfAMatrix(t *testing.T) {
	for text, want := range map[string]string{
		",a,b,c\na,0,1,2\nb,,0,\nc,2,3,0\n":     "no leg leaves b (row 3): only an open path that ends there visits it",
		"0,1,2\n,0,\n2,3,0\n":                   "no leg leaves row 2: only an open path that ends there visits it",
		"a;b;c\n0;1;99999999\n1,5;0;3\n2;3;0\n": "far above the others, the first from a (row 2) to c (row 4)",
	} {
		if got := strings.Join(read(t, text, format.Options{}).Warnings, "\n"); !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
