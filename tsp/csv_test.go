package tsp_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/tsp"
)

func TestReadCSV(t *testing.T) {
	plane := &tsp.Instance{Name: "places", Kind: tsp.TSP, Metric: tsp.EUC2D,
		X: []float64{400_000, 550_000, 0}, Y: []float64{0, 1_000_000, 2_000_000}, Unit: tsp.Unit{Decimals: 5}}
	globe := &tsp.Instance{Name: "places", Kind: tsp.TSP, Metric: tsp.Haversine,
		X: []float64{48.5, -0.5, 0}, Y: []float64{11.25, 0, -179.5}, Unit: tsp.Unit{Name: "m"}}
	for text, want := range map[string]*tsp.Instance{
		"1,10\n2.5,20\n-3,3e1\n":                                             plane,
		"\ufeffX , Y\r\n 1, 10\r\n\r\n2.5 ,20\r\n-3,3e1":                     plane,
		"y,name,x\n10, \"A, the first\",1\n20,\"the \"\"B\"\"\",2.5\n30,,-3": plane,
		"lat,lon\n48.5,11.25\n-0.5,0\n0,-179.5\n":                            globe,
		"Longitude,id,Latitude\n11.25,a,48.5\n0,b,-0.5\n-179.5,c,0\n":        globe,
		"lng,lat\n11.25,48.5\n0,-0.5\n-179.5,0\n":                            globe,
	} {
		got, err := tsp.Read(strings.NewReader(text), "some/places.csv")
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestReadCSVRefuses(t *testing.T) {
	for _, c := range badCSV {
		_, err := tsp.Read(strings.NewReader(c.text), "f.csv")
		requireSyntaxError(t, c.text, err, c.want)
	}
}

var badCSV = []struct{ text, want string }{
	{"", "f.csv:1: the file is empty"},
	{"x,y\n1,2\n3,4\n", "f.csv:3: number of cities: 2; the smallest instance has 3"},
	{"1,2,3\n", "f.csv:1: 3 columns without a header"},
	{"7\n", "f.csv:1: 1 columns without a header"},
	{"name,a,b\n", `f.csv:1: the header "name,a,b" does not name columns x and y, or lat and lon, separated by commas`},
	{"x;y\n1;2\n", `f.csv:1: the header "x;y" does not name columns`},
	{"x,lon\n1,2\n", `f.csv:1: the header "x,lon" does not name columns`},
	{"x,y,lat,lon\n1,2,3,4\n", "f.csv:1: the header names x and y as well as lat and lon"},
	{"x,y,X\n", "f.csv:1: columns 1 and 3"},
	{"lon,lat,lng\n", "f.csv:1: columns 1 and 3"},
	{"x,y\n1,2\n\n3\n", "f.csv:4: number of columns: 1; the first line has 2"},
	{"x,y\n1,2\n3,four\n", `f.csv:3: "four" is not a number`},
	{"x,y\n1,2\n3,\n", `f.csv:3: "" is not a number`},
	{"x,y\n1,NaN\n", "f.csv:2: coordinate NaN is not finite"},
	{"1,2\n1,1e300\n", "f.csv:2: coordinate 1e+300 is outside"},
	{"lat,lon\n90.5,0\n", "f.csv:2: latitude 90.5 is outside"},
	{"lat,lon\n0,360.5\n", "f.csv:2: longitude 360.5 is outside"},
	{"name,x,y\n\"a\nb\",1,2\n", "f.csv:2: a quote is not closed on its line"},
	{"name,x,y\na\"b\",1,2\n", "f.csv:2: bare"},
}

// Without a file extension, as on standard input, the first line decides whether the text is CSV.
func TestReadDetectsCSV(t *testing.T) {
	for text, csv := range map[string]bool{
		"1,2\n3,4\n5,6\n":           true,
		"name, x, y\na,1,2\n":       true,
		"NAME: a, b\n":              false,
		"COMMENT : 1,2\n":           false,
		"TYPE: TSP\nCOMMENT: a,b\n": false,
	} {
		in, err := tsp.Read(strings.NewReader(text), "-")
		tsplib := err != nil && strings.Contains(err.Error(), "the file ends without")
		if tsplib == csv {
			t.Errorf("%q: %v, %v", text, in, err)
		}
	}
}
