package format_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

const (
	noMatrix = "there is no matrix: lengths follow from the locations, not from travel times"
	square   = `[[0,1,2],[3,0,4],[5,6,0]]`
	jobs     = `"jobs":[{"id":1,"location":[1,1]},{"id":2,"location":[2,1]},{"id":3,"location":[2,2]}]`
	indices  = `"jobs":[{"id":1,"location_index":1},{"id":2,"location_index":2}]`
	three    = `[1,1],[2,1],[2,2]`
	waypts   = `<wpt lat="1" lon="1"/><wpt lat="2" lon="1"/><wpt lat="2" lon="2"/>`
)

// fieldCases are accepted texts, with all warnings.
var fieldCases = []struct {
	text     string
	warnings []string
}{
	{`{"type":"FeatureCollection","name":"layer","bbox":[1,1,2,2],"features":[
		{"type":"Feature","geometry":null,"properties":{"name":"a"}},
		{"type":"Feature","properties":{},"geometry":{"type":"MultiPoint","coordinates":[` + three + `]}},
		{"type":"Feature","properties":{}},
		{"type":"Feature","properties":{},"geometry":{"type":"MultiPoint","coordinates":[]}}]}`,
		[]string{"number of features without a place: 3: a (feature 1), feature 3, feature 4; they are not visited"}},
	{`{"coordinates":[` + three + `],"bbox":null,"when":1,"type":"MultiPoint","title":{"a":[]}}`,
		[]string{"fields when, title are not used"}},
	{`{"type":"FeatureCollection","features":[{"geometry":{"coordinates":[` + three +
		`],"type":"MultiPoint"},"id":7,"type":"Feature","properties":{"id":8,"lat":5}}]}`,
		[]string{"field id is not used: the property id is used",
			"field properties.lat is not used: the table has the coordinates"}},
	{`{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[[[1,2],[3,4]]]},{"type":"MultiPoint","coordinates":[` + three + `]}]}`,
		[]string{"number of geometries that are not points: 1; they are not used"}},
	{`{"type":"FeatureCollection","id":1,"properties":{"a":1},"features":[{"type":"Feature","geometry":{"type":"MultiPoint","id":"x","coordinates":[` + three + `]}}]}`,
		[]string{"fields MultiPoint.id, FeatureCollection.id, FeatureCollection.properties are not used"}},
	{`[[0,79997997777171,2],[1,0,3.25],[1,2,1]]`, []string{
		"1 of 6 distances is far above the others, the first in row 1, column 2 (79997997777171): tours avoid it, and are not told apart by it"}},
	{`{"type":7,"matrix":` + square + `}`, []string{"field type is not used"}},
	{`<gpx><wpt lat="1" lon="1" name="a" o:z="1"/><wpt lat="2" lon="1"/><wpt xmlns="" lat="2" lon="2"/></gpx>`,
		[]string{"fields name, z are not used"}},
	{`{"type":"MultiPoint","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"coordinates":[` + three + `]}`, nil},
	{`{"vehicles":[{"id":1,"description":"van","start":[0,0.5],"capacity":[4],"skills":[1],"time_window":[0,9],"breaks":[],"speed_factor":1.5,"max_tasks":4,
		"max_travel_time":9,"max_distance":9,"steps":[],"type":"van","costs":{"fixed":1,"per_task_hour":2,"odd":1},"colour":"red"}],` + jobs + `,"options":{}}`,
		[]string{noMatrix, "fields options, costs.odd, vehicles.colour are not used",
			"field capacity is not used: loads are not limited",
			"fields skills, max_tasks, max_travel_time, max_distance are not used: all places are visited by the one vehicle",
			"field time_window is not used: places are visited at any time",
			"field breaks is not used: the vehicle makes no breaks",
			"field speed_factor is not used: travel times are not scaled",
			"field steps is not used: the search begins with its own tour",
			"field type is not used: times at places are not part of the length",
			"fields costs.fixed, costs.per_task_hour are not used: these costs are the same for every order"}},
	{`{"vehicles":[{}],"jobs":[{"id":1,"location":[1,1],"service":5,"setup":1,"delivery":[1],"pickup":[2],"amount":[1],"skills":[1],"priority":9,"time_windows":[[0,1]],
		"setup_per_type":{},"service_per_type":{},"note":"x"},{"id":2,"location":[2,1]},{"id":3,"location":[2,2]}],"shipments":[]}`,
		[]string{noMatrix,
			"fields service, setup, setup_per_type, service_per_type are not used: times at places are not part of the length",
			"fields delivery, pickup, amount are not used: loads are not limited",
			"fields skills, priority are not used: all places are visited by the one vehicle",
			"field time_windows is not used: places are visited at any time",
			"field jobs.note is not used"}},
	{`{"vehicles":[{"profile":"bike","start_index":0,"end_index":0}],` + indices +
		`,"matrices":{"car":{"durations":[[0]]},"bike":{"distances":` + square + `}}}`,
		[]string{"field matrices of other profiles is not used: the vehicle has profile bike",
			"field costs.per_hour is not used: the profile has no durations, and distances are minimized"}},
	{`{"code":"Ok","data_version":"1","durations":` + square + `,"distances":` + square + `,"fallback_speed_cells":[[0,1]],"extra":1,
		"sources":[{"name":"a","location":[1,1],"hint":"","distance":3},{"name":"b","location":[2,1]},{"name":"c","location":[2,2]}],
		"destinations":[{"location":[1,1]},{"location":[2,1]},{"location":[2,2]}]}`,
		[]string{"field fallback_speed_cells is not used: distances that the service has estimated count as all others",
			"field extra is not used",
			"field distances is not used: durations are used"}},
	{`{"distance_matrix":` + square + `,"num_vehicles":1,"depot":2,"demands":[1,1,1],"vehicle_capacities":[3],"time_windows":[[0,1],[0,1],[0,1]],"locations":[[1,2]],
		"pickups_deliveries":[],"penalties":[1],"service_times":[1]}`,
		[]string{"fields demands, vehicle_capacities are not used: loads are not limited",
			"field time_windows is not used: places are visited at any time",
			"field locations is not used: distances are those of the matrix",
			"field penalties is not used: all places are visited by the one vehicle",
			"field service_times is not used: times at places are not part of the length"}},
	{`{"time_matrix":` + square + `,"num_vehicles":1,"depot":0,"starts":[1],"ends":[2]}`,
		[]string{"field depot is not used: starts and ends are used"}},
	{`[[0,1,2],[-1,0,4],[5,6,9]]`, []string{"1 of 6 legs of the matrix is empty or -1: no tour uses it"}},
	{`[[0,1,null],[-1,0,4],[5,6,9]]`, []string{"2 of 6 legs of the matrix are empty or -1: no tour uses them"}},
	{`[[0,1,2],[null,0,null],[5,6,9]]`, []string{"2 of 6 legs of the matrix are empty or -1: no tour uses them",
		"no leg leaves place 2: only an open path that ends there visits it"}},
	{`[[0,null,2],[1,0,3],[5,null,9]]`, []string{"2 of 6 legs of the matrix are empty or -1: no tour uses them",
		"no leg leads to place 2: only an open path that begins there visits it"}},
	{`<gpx><metadata><x/></metadata><wpt lat="1" lon="1"><name>a</name><sym>b</sym><time/></wpt><wpt lat="2" lon="1"><ele>3</ele></wpt><wpt lat=" 2 " lon="2"/>
		<rte><name>r</name><rtept lat="8" lon="9"/></rte><trk><trkseg><trkpt lat="1" lon="3"/></trkseg></trk><extensions/></gpx>`,
		[]string{"number of routes that are not used: 1; the waypoints are the places",
			"number of tracks that are not used: 1; the waypoints are the places",
			"fields sym, time, extensions are not used", "field ele is not used: distances have two dimensions"}},
	{`<gpx><rte><rtept lat="1" lon="1"/><rtept lat="1" lon="2"/></rte><rte><rtept lat="2" lon="2"/></rte></gpx>`,
		[]string{"the points of 2 routes are read as places of one tour"}},
	{`<gpx xmlns="g" xmlns:o="o"><o:wpt lat="5" lon="5"/>` + waypts + `</gpx>`, []string{"field o:wpt is not used"}},
}

// Every field is used, or said once, or has no effect.
func TestFieldsSaid(t *testing.T) {
	for _, c := range fieldCases {
		got := read(t, c.text, format.Options{})
		if !slices.Equal(got.Warnings, c.warnings) {
			t.Errorf("%s:\nwarnings %q\nwant     %q", c.text, got.Warnings, c.warnings)
		}
	}
}

var refusedJSON = []struct{ text, want string }{
	{`{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[36.82,null]}}]}`,
		"f:1: null where a number is expected, in features 1, geometry, coordinates 2"},
	{"{\"type\":\"FeatureCollection\",\"features\":[\n{\"type\":\"Feature\",\"geometry\":null},\n{}]}",
		"f:3: an object without a type is not GeoJSON, in features 2"},
	{`{"type":"MultiPoint","coordinates":[[1,2],[3,"4"]]}`,
		`f:1: the text "4" where a number is expected, in coordinates 2, 2`},
	{`{"type":"MultiPoint","coordinates":[[1,2],3]}`, "f:1: a number among positions, in coordinates 2"},
	{`{"type":"MultiPoint","coordinates":[[1,2],[[3,4]]]}`,
		"f:1: positions are nested differently, in coordinates 2, 1"},
	{`{"type":"MultiPoint","coordinates":[1,2]}`,
		"f:1: the coordinates of a MultiPoint are not an array of positions"},
	{`{"type":"Point","coordinates":[[1,2]]}`,
		"f:1: the coordinates of a Point are not longitude and latitude, but nested arrays"},
	{`{"type":"MultiPoint","coordinates":[[1,2],[3,1e999]]}`,
		"f:1: 1e999 is too large for a number of 64 bits, in coordinates 2, 2"},
	{`{"type":"MultiPoint","coordinates":[[1,2],[3,NaN]]}`,
		"f:1: invalid character 'N' at start of value, after coordinates 2, 1"},
	{`{"type":"MultiPoint","type":"Point"}`, `f:1: "type" is given twice in an object`},
	{`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":1,"a":2}}]}`,
		`f:1: "a" is given twice in an object, after features 1, properties, a`},
	{`{"type":"FeatureCollection"}`, "f:1: a FeatureCollection needs features"},
	{`{"type":"Point","coordinates":null}`, "f:1: a Point needs coordinates"},
	{`{"type":"Feature","features":[]}`, "f:1: a Feature cannot have features"},
	{`{"type":"FeatureCollection","features":[{"type":"Point","coordinates":[1,2]}]}`,
		"f:1: a Point cannot be in features, in features 1"},
	{`{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"point","coordinates":[1,2]}}]}`,
		`f:1: type "point" is not one of GeoJSON's: FeatureCollection,`},
	{`{"type":"FeatureCollection","features":[{"type":"Feature","id":[1],"geometry":null}]}`,
		"the id of an object is neither a text nor a number, in features 1, id"},
	{`{"type":"MultiPoint","crs":{"properties":{"name":"urn:ogc:def:crs:EPSG::2056"}},"coordinates":[` + three + `]}`,
		`the coordinate reference system "urn:ogc:def:crs:EPSG::2056" is not known; known are EPSG:4326,`},
	{`{"type":"MultiPoint","coordinates":[]}`, "the GeoJSON has no points"},
	{`{"type":"MultiPoint","coordinates":[` + three + `]} x`,
		"f:1: there is more text after the end of the JSON value"},
	{`{"vehicles":[{"start":[1,null]}],` + jobs + `}`, "f:1: null where a number is expected, in vehicles 1, start 2"},
	{`{"vehicles":[{}],"jobs":[{"id":1,"location":[1,2,3]}]}`,
		"f:1: a location has more than two numbers; give longitude and latitude, in jobs 1, location 2"},
	{`{"vehicles":[{}],"jobs":[{"id":1,"location":[1]}]}`,
		"f:1: a location has fewer than two numbers; give longitude and latitude, in jobs 1, location"},
	{`{"vehicles":[{}],"jobs":{}}`, "f:1: an object where an array is expected, in jobs"},
	{`{"vehicles":[],"jobs":[]}`, "there is no vehicle"},
	{`{"vehicles":[{}],"jobs":[],"shipments":[{}]}`,
		"shipments, which have an order of pickup and delivery, are not supported"},
	{`{"vehicles":[{"profile":"bike"}],` + jobs + `,"matrices":{"car":{"durations":` + square + `}}}`,
		`there is no matrix of the vehicle's profile "bike"; matrices has "car"`},
	{`{"vehicles":[{"start_index":3}],` + indices + `,"matrices":{"car":{"durations":` + square + `}}}`,
		"the start of the vehicle has index 3: the file counts the 3 places"},
	{`{"vehicles":[{"start_index":0.5}],` + indices + `}`,
		"f:1: 0.5 is not a whole number of 0 or more, in vehicles 1, start_index"},
	{`{"vehicles":[{}],"jobs":[{"id":4}],"matrices":{"car":{"durations":` + square + `}}}`,
		`job "4" has no index of its place in the matrix, in jobs 1`},
	{`{"vehicles":[{"costs":{"per_km":-5}}]}`,
		"f:1: -5 is not a whole number of 0 or more, in vehicles 1, costs, per_km"},
	{`{"a\nb":[{"` + strings.Repeat("x", 1000) + `":nul}]}`,
		`f:1: invalid character '}' in literal null (expecting 'l'), after "a\nb" 1, "xxx`},
	{`{"vehicles":[{"costs":{"per_km":5}}],` + indices + `,"matrices":{"car":{"durations":` + square + `}}}`,
		"costs per hour and per kilometre together are not supported"},
	{`{"vehicles":[{"costs":{"per_hour":5}}],` + indices + `,"matrices":{"car":{"costs":` + square + `}}}`,
		"a vehicle with costs per hour or kilometre cannot have a matrix of costs"},
	{`{"vehicles":[{}],` + indices + `,"matrices":{"car":{}}}`,
		`the matrix of profile "car" has neither durations, distances nor costs`},
	{`{"vehicles":[{}],` + indices + `,"matrix":` + square + `}`, "a matrix is given by profile"},
	{`{"code":"NoTable","message":"no route"}`,
		`the routing service has not computed a matrix: code "NoTable", message "no route"`},
	{`{"durations":` + square + `,"sources":[{"location":[1,1]},{},{}],"destinations":[{"location":[1,2]},{},{}]}`,
		"source 1 and destination 1 are different places"},
	{`{"durations":` + square + `,"sources":[{},{}]}`, "f:1: there are 2 sources for the 3 rows of the matrix"},
	{`{"distance_matrix":` + square + `,"num_vehicles":4,"depot":0}`,
		"f:1: only problems of one vehicle are tours, in num_vehicles"},
	{`{"distance_matrix":` + square + `,"depot":3}`,
		"f:1: 3 is not a place of the matrix: the file counts them from 0, and there are 3, in depot"},
	{`{"distance_matrix":` + square + `,"starts":[0,1],"ends":[0,1]}`, "there is more than one vehicle"},
	{`{"distance_matrix":` + square + `,"starts":[0]}`, "the file has only one of starts and ends; give both"},
	{`{"distance_matrix":` + square + `,"pickups_deliveries":[[1,2]]}`,
		"pickups before deliveries are not supported, in pickups_deliveries"},
	{"[[0,1,2],\n[1,0],\n[1,2,0]]", "f:2: row 2 of the matrix has 2 distances; row 1 has 3"},
	{"[[0,1,2],\n[1,0,3,4],\n[1,2,0]]", "f:2: row 2 of the matrix has more than 3 distances; row 1 has 3"},
	{`{"vehicles":[{"end_index":0}],"matrices":{"car":{"durations":[[]]}}}`,
		"f:1: row 1 of the matrix has 0 distances, not one for each of the 1 places"},
	{"[[0,1,2],\n[1,0,3]]", "f:2: row 1 of the matrix has 3 distances, not one for each of the 2 places"},
	{"[[0,1,2],[1,0,3],[1,2,0],\n[0,0,0]]", "f:1: the matrix has more rows than its first row has distances, 3"},
	{"[[0,1,2],\n[1,0,true],[1,2,0]]", "f:2: true, the distance from place 2 to place 3, is not a number"},
	{"[[0,1,2],\n[1,0,{}],[1,2,0]]", "f:2: an object, the distance from place 2 to place 3, is not a number"},
	{`[[0,1,2],[1,0,1e999],[1,2,0]]`, "f:1: 1e999, the distance from place 2 to place 3, is too large"},
	{`[[0,3e99,2e99],[1e99,0,3e99],[2e99,2e99,0]]`,
		"f: the distance 3e+99 in row 1, column 2 is too long: at most 3e+22; give distances in a larger unit"},
	{"[[],\n[],[]", "f:1: the matrix has more rows than its first row has distances, 0"},
	{`[[0,1,2],[1,0,Infinity],[1,2,0]]`, "f:1: invalid character 'I' at start of value"},
	{`[[0,1,2],[1,0`, "f:1: the JSON ends before it is complete"},
	{`[[0,null,2],[null,0,null],[1,null,0]]`, "f: no leg leaves place 2, and none leads to it: no route visits it"},
	{`[[0,1,2],[null,0,null],[null,null,0]]`,
		"f: no leg leaves place 2, and none leaves place 3: no route visits both"},
	{`[[0,null,null],[1,0,null],[1,null,0]]`,
		"f: no leg leads to place 2, and none leads to place 3: no route visits both"},
}

var refusedGPX = []struct{ text, want string }{
	{`<gpx>` + waypts + `<wpt lat="NaN" lon="1"/></gpx>`, `f:1: lat "NaN", lon "1" of point 4 are not numbers`},
	{`<gpx>` + waypts + "\n" + `<wpt lon="1"/></gpx>`, `f:2: lat "", lon "1" of point 4 are not numbers`},
	{`<gpx>` + waypts + `<wpt lat="" lat="2" lon="1"/></gpx>`, "f:1: point 4 has two attributes lat"},
	{`<gpx><wpt lat="1" lon="1"><name>a</name><name>b</name></wpt></gpx>`, "f:1: point 1 has two elements name"},
	{`<gpx><wpt lat="1" lon="1"><name>a<b/></name></wpt></gpx>`, `f:1: there is an element "b" in a text`},
	{`<gpx>` + waypts, "f:1: unexpected EOF"},
	{`<gpx>` + waypts + `</gpx><gpx/>`, "f:1: there is more than one element at the top"},
	{`<?xml version="1.0" encoding="Shift_JIS"?><gpx>` + waypts + `</gpx>`,
		`encoding "Shift_JIS" is not supported; convert the file to UTF-8`},
	{`<!-- gpx -->`, "the XML has no element"},
	{`<gpx><rte></rte></gpx>`, "f: the GPX file has no waypoints"},
}

func TestFieldsRefused(t *testing.T) {
	for _, c := range slices.Concat(refusedJSON, refusedGPX) {
		requireRefused(t, c.text, format.Options{}, c.want)
	}
	for text, o := range map[string]format.Options{
		"the JSON is not GeoJSON":                                {Format: format.GeoJSON},
		"the JSON is not a problem of VROOM":                     {Format: format.VROOM},
		"json files say themselves how distances are computed":   {Metric: format.Euclidean},
		"json files say themselves how distances are computed; ": {Columns: format.Columns{format.X: "1"}},
	} {
		requireRefused(t, `{"matrix":`+square+`}`, o, text)
	}
	for _, text := range []string{`{"type":"MultiPoint","coordinates":[` + three + `]}`,
		`{"vehicles":[{}],` + jobs + `}`, `<gpx>` + waypts + `</gpx>`} {
		requireRefused(t, text, format.Options{Columns: format.Columns{format.X: "1", format.Y: "2"}}, "files have no columns to choose")
	}
}

// VROOM minimizes costs if there are any, else times or distances by the costs of the vehicle.
func TestVROOMCosts(t *testing.T) {
	const costs, durations, distances = `[[0,7,2],[3,0,4],[5,6,0]]`, `[[0,1,9],[3,0,4],[5,6,0]]`, `[[0,8,2],[3,0,1],[5,6,0]]`
	for _, c := range []struct{ vehicle, matrices, unit, used string }{
		{``, `"durations":` + durations + `,"costs":` + costs, "", costs},
		{``, `"costs":` + costs, "", costs},
		{``, `"distances":` + distances + `,"durations":` + durations, "s", durations},
		{`,"costs":{"per_hour":0,"per_km":100}`, `"distances":` + distances + `,"durations":` + durations, "m",
			distances},
		{`,"costs":{"per_hour":20}`, `"distances":` + distances + `,"durations":` + durations, "s", durations},
	} {
		text := `{"vehicles":[{"start_index":0,"end_index":0` + c.vehicle + `}],` + indices +
			`,"matrices":{"car":{` + c.matrices + `}}}`
		got := read(t, text, format.Options{})
		if want := read(t, c.used, format.Options{}); !slices.Equal(got.Instance.Weights, want.Instance.Weights) ||
			got.Instance.Unit.Name != c.unit {
			t.Errorf("%s: %v %s", text, got.Instance.Weights, got.Instance.Unit.Name)
		}
	}
}

// Jobs at one place of a matrix are 0 apart if it has no distance from there to there.
func TestVROOMSamePlace(t *testing.T) {
	text := `{"vehicles":[{"start_index":0,"end_index":0}],"jobs":[{"id":1,"location_index":1},{"id":2,"location_index":1},{"id":3,"location_index":0}],
		"matrices":{"car":{"durations":[[null,5],[6,-1]]}}}`
	in := read(t, text, format.Options{}).Instance
	if want := []int32{0, 5, 5, 0, 6, 0, 0, 6, 6, 0, 0, 6, 0, 5, 5, 0}; !slices.Equal(in.Weights, want) ||
		in.Forbidden != 0 {
		t.Errorf("%v, forbidden %d", in.Weights, in.Forbidden)
	}
}

// OR-Tools' depot is the start; its starts and ends are the ends of a path.
func TestModelEnds(t *testing.T) {
	for members, want := range map[string]struct {
		start int32
		ends  *tsp.Ends
	}{
		`"depot":2`:                  {start: 2},
		`"starts":[1],"ends":[1]`:    {start: 1},
		`"starts":[1],"ends":[2]`:    {1, &tsp.Ends{1, 2}},
		`"depot":null,"starts":null`: {},
	} {
		got := read(t, `{"distance_matrix":`+square+`,`+members+`}`, format.Options{})
		if got.Start != want.start || (got.Ends == nil) != (want.ends == nil) || got.Ends != nil &&
			*got.Ends != *want.ends {
			t.Errorf("%s: start %d, ends %v", members, got.Start, got.Ends)
		}
	}
}

// Properties are kept as written: also whole numbers that float64 does not have.
func TestProperties(t *testing.T) {
	text := `{"type":"FeatureCollection","features":[{"type":"Feature","id":12345678901234567890,"geometry":{"type":"Point","coordinates":[1,2]},
		"properties":{"z":9007199254740993,"list":[ 1, {"a": "<" } ],"none":null,"yes":true,"name":"A"}},
		{"type":"Feature","properties":null,"geometry":{"type":"MultiPoint","coordinates":[[1.50,3],[2,3]]}}]}`
	got := read(t, text, format.Options{})
	if want := []string{"id", "list", "name", "yes", "z", "lat", "lon"}; !slices.Equal(got.Table.Header, want) {
		t.Errorf("header %q", got.Table.Header)
	}
	for i, want := range [][]string{
		{"12345678901234567890", `[1,{"a":"<"}]`, "A", "true", "9007199254740993", "2", "1"},
		{"", "", "", "", "", "3", "1.5"}, {"", "", "", "", "", "3", "2"},
	} {
		if !slices.Equal(got.Table.Rows[i], want) {
			t.Errorf("row %d: %q", i+1, got.Table.Rows[i])
		}
	}
}

// A reader stops where a limit is exceeded: the error has the place.
func TestJSONAndGPXLimits(t *testing.T) {
	repeat := func(part string, n int) string { return strings.TrimSuffix(strings.Repeat(part+",", n), ",") }
	feature := func(properties string) string {
		return `{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{` + properties + `}}`
	}
	const collection, vroom = `{"type":"FeatureCollection","features":[`, `{"vehicles":[{}],"jobs":[`
	for _, c := range []struct {
		text   string
		limits format.Limits
		want   string
	}{
		{collection + repeat(feature(``), 1000) + `]}`, format.Limits{Places: 9},
			"there are more than 9 places, the limit; give fewer, in features 10, geometry"},
		{`{"coordinates":[` + repeat(`[1,2]`, 1000) + `],"type":"MultiPoint"}`, format.Limits{Places: 9},
			"there are more than 9 places, the limit"},
		{vroom + repeat(`{"id":1,"location":[1,2]}`, 1000) + `]}`, format.Limits{Places: 9},
			"there are more than 9 places, the limit; give fewer, in jobs 10"},
		{`[` + repeat(`[`+repeat(`0`, 1000)+`]`, 1000) + `]`, format.Limits{Places: 9},
			"there are more than 9 places, the limit"},
		{`[` + repeat(`[`+repeat(`0`, 1000)+`]`, 1000) + `]`, format.Limits{Distances: 80},
			"the matrix has more than 80 distances, the limit"},
		{`<gpx>` + strings.Repeat(`<wpt lat="1" lon="2"/>`, 1000) + `</gpx>`, format.Limits{Places: 9},
			"there are more than 9 places, the limit"},
		{collection + feature(`"a":1,"b":2`) + `,` + feature(`"c":3`) + `,{]`, format.Limits{Columns: 2},
			"f:1: invalid character"},
		{collection + feature(`"a":1,"b":2`) + `,` + feature(`"c":3`) + `]}`, format.Limits{Columns: 2},
			"there are more than 2 different properties, the limit of columns; give fewer, in features 2"},
		{collection + feature(`"a":1,"b":2,"c":3`) + `]}`, format.Limits{Columns: 2},
			"there are more than 2 different properties, the limit of columns; give fewer, in features 1, properties, c"},
		{collection + repeat(feature(`"a":1,"b":2`), 6) + `]}`, format.Limits{Cells: 23},
			"the table of 6 places with 4 columns has more than 23 cells, the limit"},
		{strings.Repeat("[", 1000), format.Limits{}, "is not a number"},
		{`{"a":` + strings.Repeat("[", 1000), format.Limits{},
			"f:1: values are nested more than 100 deep, the limit; write them flatter"},
		{`{"type":"Polygon","coordinates":` + strings.Repeat("[", 8), format.Limits{Depth: 8},
			"values are nested more than 8 deep"},
		{`<gpx>` + strings.Repeat("<a>", 1000), format.Limits{},
			"f:1: elements are nested more than 100 deep, the limit; write them flatter"},
		{collection + feature(``) + strings.Repeat(" ", 1000) + `]}`, format.Limits{Bytes: 500},
			"the text is longer than the limit of bytes"},
	} {
		err := requireRefused(t, c.text, format.Options{Limits: c.limits}, c.want)
		var limit *tsp.LimitError
		if strings.Contains(c.want, "limit") && !errors.As(err, &limit) {
			t.Errorf("%.100s: %v is no error of a limit", c.text, err)
		}
	}
	// The limits themselves are accepted.
	if _, err := format.Read(context.Background(),
		strings.NewReader(collection+repeat(feature(`"a":1,"b":2`), 6)+`]}`), "f",
		format.Options{Limits: format.Limits{Places: 6, Columns: 2, Cells: 24, Depth: 6}}); err != nil {
		t.Error(err)
	}
	var names strings.Builder
	for i := range 100_001 {
		fmt.Fprintf(&names, `"%d":0,`, i)
	}
	for _, text := range []string{"{" + names.String(), `{"a":[{` + names.String()} {
		requireRefused(t, text, format.Options{}, "an object has more than 100000 members")
	}
	if _, err := format.Read(context.Background(), strings.NewReader(square), "f",
		format.Options{Limits: format.Limits{Places: 3, Distances: 9}}); err != nil {
		t.Error(err)
	}
	text := `{"vehicles":[{}],"jobs":[` + repeat(`{"location_index":0}`, 4) +
		`],"matrices":{"car":{"durations":[[0]]}}}`
	requireRefused(t, text, format.Options{Limits: format.Limits{Distances: 15}}, "the matrix of 4 stops has more than 15 distances")
	few := `{"vehicles":[{}],"jobs":[` + repeat(`{"location_index":0}`, 2001) +
		`],"matrices":{"car":{"durations":[[0]]}}}`
	requireRefused(t, few, format.Options{}, "2001 stops at the 1 places")
}

// cancelAtEnd ends a context when all has been read.
type cancelAtEnd struct {
	io.Reader
	cancel context.CancelCauseFunc
}

func (c cancelAtEnd) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if err != nil {
		c.cancel(errEnded)
	}
	return n, err
}

var errEnded = &tsp.Error{Subject: "test", Reason: "ended"}

// Readers end with the context, also after all text has been read.
func TestJSONAndGPXContext(t *testing.T) {
	const n = 10_000
	repeat := func(begin, part, end string) []byte {
		return []byte(begin + strings.Repeat(part+",", n) + part + end)
	}
	row := "[" + strings.Repeat("1,", n) + "1],"
	for _, text := range [][]byte{
		repeat(`{"type":"FeatureCollection","features":[`, `{"type":"Feature","geometry":null}`, `]}`),
		repeat(`{"type":"MultiPoint","coordinates":[`, `[1,2]`, `]}`),
		repeat(`{"vehicles":[{}],"jobs":[`, `{"id":1,"location":[1,2]}`, `]}`),
		repeat(`{"a":[`, `1`, `]}`),
		[]byte("[" + strings.Repeat(row, 3)),
		[]byte(`<gpx>` + strings.Repeat(`<wpt lat="1" lon="2"/>`, n) + `</gpx>`),
		[]byte(`<gpx><a>` + strings.Repeat(`<b/>`, n) + `</a></gpx>`),
	} {
		ctx, cancel := context.WithCancelCause(context.Background())
		_, err := format.Read(ctx, cancelAtEnd{bytes.NewReader(text), cancel}, "f", format.Options{})
		if err != errEnded {
			t.Errorf("%.60s: %v", text, err)
		}
	}
}
