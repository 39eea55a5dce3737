package format_test

import (
	"math"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp/format"
)

const (
	latFirst = "48.86,2.35\n48.80,2.5\n48.95,2.40\n48.90,2.1\n48.75,2.30\n"
	lonFirst = "2.35,48.86\n2.5,48.80\n2.40,48.95\n2.1,48.90\n2.30,48.75\n"
)

// Coordinates in the plane that may be degrees are said, with what to give for degrees. Others are not.
func TestDegreesInThePlane(t *testing.T) {
	const said = "x and y may be degrees, since all are within ±180 and ±90, and are taken as coordinates in the plane: " +
		"distances are straight lines in their unit; for latitudes and longitudes "
	for name, c := range map[string]struct {
		text    string
		options format.Options
		want    string // after said; "": nothing is said
	}{
		"x and y":        {"X,Y\n" + lonFirst, format.Options{}, "use metric haversine"},
		"y and x":        {"Y,X\n" + latFirst, format.Options{}, "use metric haversine"},
		"swapped names":  {"X,Y\n48.5,100.1\n48.6,120.3\n47.1,99.9\n", format.Options{}, "give columns lat=1,lon=2"},
		"no header":      {latFirst, format.Options{}, "give columns lat=1,lon=2 or columns lat=2,lon=1"},
		"longitudes":     {"148.86,2.35\n148.80,2.5\n148.95,2.40\n", format.Options{}, "give columns lat=2,lon=1"},
		"latitudes":      {"1,2.35,148.86\n2,2.5,148.80\n3,2.40,148.95\n", format.Options{}, "give columns lat=2,lon=3"},
		"a workbook":     {bytesOf(t, workbook(t, map[string][][]any{"S": {{"x", "y"}, {2.35, 48.86}, {2.5, 48.8}, {2.4, 48.95}}}, "S")), format.Options{}, "use metric haversine"},
		"a given metric": {"X,Y\n" + lonFirst, format.Options{Metric: format.Euclidean}, ""},
		"degrees":        {"lat,lon\n" + latFirst, format.Options{}, ""},
		"a system":       {"x,y\n" + lonFirst, format.Options{CRS: "EPSG:4326"}, ""},
		"whole numbers":  {"x,y\n0,0\n30,0\n30,40\n", format.Options{}, ""},
		"a unit square":  {"x,y\n0.25,0.5\n0.75,0.125\n1,0\n", format.Options{}, ""},
		"a larger plane": {"x,y\n0.25,0.5\n0.75,0.125\n500,0\n", format.Options{}, ""},
		"a matrix":       {"0,1.5,2\n1.5,0,2.5\n2,2.5,0\n", format.Options{}, ""},
	} {
		got := ""
		for _, warning := range read(t, c.text, c.options).Warnings {
			if after, found := strings.CutPrefix(warning, said); found {
				got = after
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Without a header latitudes and longitudes are not exchanged: they are known by their range or by the
// options, else the file is refused.
func TestDegreesWithoutAHeader(t *testing.T) {
	want := haversine(48.86, 2.35, 48.80, 2.5)
	onGlobe := format.Options{Metric: format.Haversine}
	for name, c := range map[string]struct {
		text    string
		options format.Options
		want    float64 // 0: refused
	}{
		"refused": {latFirst, onGlobe, 0}, "refused, too": {lonFirst, format.Options{CRS: "EPSG:4326"}, 0},
		"latitudes first":  {latFirst, format.Options{Columns: format.Columns{format.Latitude: "1", format.Longitude: "2"}}, want},
		"longitudes first": {lonFirst, format.Options{Columns: format.Columns{format.Latitude: "2", format.Longitude: "1"}}, want},
		"by the range":     {"1.5,100\n1.5,101\n1.6,102\n", onGlobe, haversine(1.5, 100, 1.5, 101)},
		"by it, too":       {"100,1.5\n101,1.5\n102,1.6\n", onGlobe, haversine(1.5, 100, 1.5, 101)},
		"with a header":    {"x,y\n" + lonFirst, onGlobe, want},
	} {
		input, err := format.Read(t.Context(), strings.NewReader(c.text), "f", c.options)
		switch {
		case c.want == 0 && (err == nil || !strings.Contains(err.Error(), "give columns lat=1,lon=2 or columns lat=2,lon=1")):
			t.Errorf("%s: %v", name, err)
		case c.want > 0 && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want > 0 && math.Abs(input.Instance.UnitDistance(0, 1)/c.want-1) > 1e-9:
			t.Errorf("%s: %v instead of %v", name, input.Instance.UnitDistance(0, 1), c.want)
		}
	}
}

// Metres of Web Mercator that are taken as a plane are said to be stretched.
func TestStretchedMetres(t *testing.T) {
	text := `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"features":[` +
		strings.TrimSuffix(strings.Repeat(`{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[261600,6251139]}},`, 3), ",") + "]}"
	const want = "the metres of EPSG:3857 are stretched, more with the distance from the equator; for lengths on the ground use metric haversine"
	for metric, said := range map[format.Metric]bool{"": false, format.Haversine: false, format.Euclidean: true, format.Manhattan: true} {
		if got := strings.Contains(strings.Join(read(t, text, format.Options{Metric: metric}).Warnings, "\n"), want); got != said {
			t.Errorf("metric %q: %v", metric, got)
		}
	}
}
