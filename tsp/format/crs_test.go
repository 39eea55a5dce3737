package format_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

const utm32 = "Ort;Rechtswert;Hochwert\nA;500000;5316000\nB;500000;5326000,5\nC;510000;5316000\n"

// Coordinates of maps become latitudes and longitudes, and distances great circles.
func TestCoordinateReferenceSystems(t *testing.T) {
	geo := func(crs, points string) string {
		return `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"` + crs + `"}},"features":[{"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[` +
			points + `]}}]}`
	}
	for name, c := range map[string]struct {
		text      string
		crs       string
		longitude float64 // of the first place
		metres    float64 // from the first to the second place, on an ellipsoid
	}{
		"CSV of UTM":             {utm32, "EPSG:25832", 9, 10000.5 / 0.9996},
		"CSV of WGS 84":          {"x,y\n9,48\n9,48.1\n9.1,48\n", "EPSG:4326", 9, 11119.5},
		"GeoJSON of UTM":         {geo("urn:ogc:def:crs:EPSG::25833", "[500000,5316000],[500000,5326000],[510000,5316000]"), "", 15, 10000 / 0.9996},
		"GeoJSON, given":         {`{"type":"MultiPoint","coordinates":[[3500000,5316000],[3500000,5326000],[3510000,5316000]]}`, "31467", 9, 10000},
		"small Web Mercator":     {geo("EPSG:3857", "[10,10],[10,40],[20,10]"), "", 10 / 6378137.0 * 180 / math.Pi, 30},
		"the same as the file's": {geo("EPSG:3857", "[10,10],[10,40],[20,10]"), "EPSG:3857", 10 / 6378137.0 * 180 / math.Pi, 30},
	} {
		input := read(t, c.text, format.Options{CRS: c.crs})
		latitude, longitude := input.Instance.Degrees(0)
		latitude2, longitude2 := input.Instance.Degrees(1)
		const shift = 0.0015 // degrees between Gauss-Krüger coordinates and WGS 84
		if math.Abs(longitude-c.longitude) > 2e-9 && (c.crs != "31467" || math.Abs(longitude-c.longitude) > shift) {
			t.Errorf("%s: longitude %v, want %v", name, longitude, c.longitude)
		}
		leg := haversine(latitude, longitude, latitude2, longitude2)
		if got := input.Instance.UnitDistance(0, 1); math.Abs(got-leg) > 0.01 || math.Abs(got/c.metres-1) > 0.004 {
			t.Errorf("%s: distance %f, want %f, about %f", name, got, leg, c.metres)
		}
		var b bytes.Buffer
		if err := format.NewRoute(input, tsp.Tour{0, 1, 2}, false, 0).Write(&b, format.OutputGPX); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A route of CSV has the columns of the input, and is read with the system again.
	input := read(t, utm32, format.Options{CRS: "EPSG:25832"})
	b := routeText(t, format.NewRoute(input, tsp.Tour{0, 1, 2}, false, 0), format.OutputCSV)
	if again := read(t, b, format.Options{CRS: "EPSG:25832"}); !sameSet(again.Instance, input.Instance) {
		t.Errorf("%s", b)
	}
}

func TestCoordinateReferenceSystemsRefused(t *testing.T) {
	for _, c := range []struct {
		text string
		o    format.Options
		want string
	}{
		{utm32, format.Options{CRS: "EPSG:2056"}, `the coordinate reference system "EPSG:2056" is not known`},
		{utm32, format.Options{CRS: "EPSG:31467"}, "500000, 5316000, the coordinates of A (row 2), are outside EPSG:31467"},
		{utm32, format.Options{CRS: "EPSG:25832", Metric: format.Euclidean}, "metric euclidean is of the plane"},
		{"lat,lon\n48,9\n48.1,9\n48,9.1\n", format.Options{CRS: "EPSG:25832"}, "columns of latitude and longitude are degrees"},
		{"0,1,2\n1,0,2\n2,2,0\n", format.Options{CRS: "EPSG:25832"}, "matrix files have no coordinate reference system"},
		{"<gpx><wpt lat='1' lon='2'/><wpt lat='1' lon='3'/><wpt lat='1' lon='4'/></gpx>", format.Options{CRS: "EPSG:25832"},
			"gpx files have no coordinate reference system"},
		{"TYPE: TSP\n", format.Options{CRS: "EPSG:25832"}, "tsplib files have no coordinate reference system"},
		{"TYPE: TSP\n", format.Options{Sheet: "A"}, "only workbooks (xlsx) have sheets"},
		{`{"type":"MultiPoint","crs":{"properties":{"name":"EPSG:3857"}},"coordinates":[[1,2],[2,3],[3,3]]}`,
			format.Options{CRS: "EPSG:25832"}, `the file names the coordinate reference system "EPSG:3857", and EPSG:25832 is given`},
		{`{"type":"MultiPoint","crs":{"type":"link","properties":{"href":"x"}},"coordinates":[[1,2],[2,3],[3,3]]}`,
			format.Options{}, `the coordinate reference system "without a name" is not known`},
	} {
		requireRefused(t, c.text, c.o, c.want)
	}
}
