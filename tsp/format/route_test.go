package format_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// Every format of routes that names places is read back as the same tour, also for places with
// equal names or without names.
func TestRoutesAreReadBack(t *testing.T) {
	for _, text := range []string{
		"name,lat,lon\nA,48,11\nB,48.1,11\nC,48.1,11.1\n\"D, the last\",48,179.9\nE,47,-179.9\n",
		"name,lat,lon\nA,48,11\nA,48.1,11\nA,48.1,11\nA,48,179.9\nA,47,-179.9\n",
		"lat,lon\n48,11\n48.1,11\n48.1,11.1\n48,179.9\n47,-179.9\n",
	} {
		input := read(t, text, format.Options{})
		for _, open := range []bool{false, true} {
			route := format.NewRoute(input, tsp.Tour{3, 1, 0, 2, 4}, open, 0)
			want := tsp.Tour{0, 2, 4, 3, 1}
			if open {
				want = tsp.Tour{3, 1, 0, 2, 4}
			}
			if !slices.Equal(route.Tour, want) {
				t.Fatalf("the route is %v, want %v", route.Tour, want)
			}
			for _, o := range format.Outputs {
				var b bytes.Buffer
				if err := route.Write(&b, o); err != nil {
					t.Fatalf("%s: %v", o, err)
				}
				if o == format.OutputGPX && strings.Count(text, "A,") > 1 {
					continue // names and coordinates do not tell the places apart
				}
				got, err := format.ReadTour(t.Context(), bytes.NewReader(b.Bytes()), "f", input.Instance)
				if err != nil || !slices.Equal(got.Tour, want) {
					t.Errorf("%s of %q: %v, %v, want %v\n%s", o, text, got, err, want, b.String())
					continue
				}
				shape := format.ShapeClosed
				switch {
				case open:
					shape = format.ShapeOpen
				case o == format.OutputTour:
					shape = format.ShapeUnknown // all tours of TSPLIB are closed
				}
				if got.Shape != shape {
					t.Errorf("%s of %q, open %t: shape %d, want %d\n%s", o, text, open, got.Shape, shape, b.String())
				}
			}
		}
	}
}

func TestRouteCSV(t *testing.T) {
	input := read(t, "0;0,5;red\n3;4,5;green\n3;0,5;blue\n", format.Options{})
	var b bytes.Buffer
	if err := format.NewRoute(input, tsp.Tour{1, 0, 2}, false, 0).Write(&b, format.OutputCSV); err != nil {
		t.Fatal(err)
	}
	const want = `stop;row;column1;column2;column3;leg;length
1;1;0;0,5;red;0;0
2;3;3;0,5;blue;3;3
3;2;3;4,5;green;4;7
4;1;0;0,5;red;5;12
`
	if b.String() != want {
		t.Errorf("%s, want\n%s", b.String(), want)
	}
}

func TestRouteRefuses(t *testing.T) {
	plane := read(t, "x,y\n1,2\n3,4\n5,7\n", format.Options{})
	for _, o := range []format.Output{format.OutputGPX, format.OutputGeoJSON} {
		if err := format.NewRoute(plane, tsp.Tour{0, 1, 2}, false, 0).Write(&bytes.Buffer{}, o); err == nil ||
			!strings.Contains(err.Error(), "latitudes and longitudes") {
			t.Errorf("%s: %v", o, err)
		}
	}
	if _, err := format.OutputOf("route.xls"); err == nil {
		t.Error("a suffix that is not known")
	}
	for text, want := range map[string]string{
		"1 2 three\n":                "f:1: \"three\" is not the number of a city",
		"x,y\n1,2\n3,4\n6,7\n":       "its places are not those of places",
		"name,x,y\na,1,2\nb,3,4\n":   "its places are not those of places",
		`{"tour":[1,2,"3"]}`:         `f:1: the text "3" where a number is expected, in tour 3`,
		"TYPE: TOUR\nTOUR_SECTION\n": "the tour ends",
	} {
		if _, err := format.ReadTour(t.Context(), strings.NewReader(text), "f", plane.Instance); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	got, err := format.ReadTour(t.Context(), strings.NewReader("3 1\n2\n"), "f", plane.Instance)
	if err != nil || !slices.Equal(got.Tour, tsp.Tour{2, 0, 1}) || got.Shape != format.ShapeUnknown {
		t.Errorf("%v, %v", got, err)
	}
}

// A route without an input is refused, and has no stops.
func TestZeroRoute(t *testing.T) {
	var r format.Route
	var refused *tsp.Error
	for _, err := range []error{r.Write(io.Discard, format.OutputCSV), r.WriteList(io.Discard)} {
		if !errors.As(err, &refused) {
			t.Error(err)
		}
	}
	for range r.Stops {
		t.Error("the route has a stop")
	}
}
