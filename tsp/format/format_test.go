package format_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

func read(t *testing.T, text string, o format.Options) *format.Input {
	t.Helper()
	input, err := format.Read(context.Background(), strings.NewReader(text), "some/places.csv", o)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if err := input.Instance.Validate(); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return input
}

// requireRefused tests that reading a text is an error with a part, and returns it.
func requireRefused(t *testing.T, text string, o format.Options, part string) error {
	t.Helper()
	_, err := format.Read(t.Context(), strings.NewReader(text), "f", o)
	tsptest.RequireError(t, fmt.Sprintf("%.100q, %+v", text, o), err, part)
	return err
}

// routeText returns a route in a format.
func routeText(t *testing.T, route *format.Route, o format.Output) string {
	t.Helper()
	var b strings.Builder
	must.Do(t, route.Write(&b, o))
	return b.String()
}

// All of these files have the same three places, with names or without.
func TestPlaces(t *testing.T) {
	want := read(t, "lat,lon,name\n48.5,11.25,Aich\n-0.5,0,Böl\n0,-179.5,Cuz\n", format.Options{})
	utf16 := func(order unicode.Endianness, text string) string {
		return must.Get(unicode.UTF16(order, unicode.UseBOM).NewEncoder().String(text))(t)
	}
	latin := must.Get(charmap.Windows1252.NewEncoder().String("name;lat;lon\nAich;48.5;11.25\nBöl;-0.5;0\nCuz;0;-179.5\n"))(t)
	const semicolons = "name;lat;lon\nAich;48,5;11,25\nBöl;-0,5;0\nCuz;0;-179,5\n"
	for name, text := range map[string]string{
		"comma":             "name,lat,lon\nAich,48.5,11.25\nBöl,-0.5,0\nCuz,0,-179.5\n",
		"decimal comma":     semicolons,
		"tab":               "name\tlat\tlon\nAich\t48.5\t11.25\nBöl\t-0.5\t0\nCuz\t0\t-179.5\n",
		"tab and comma":     "name\tlat\tlon\nAich\t48,5\t11,25\nBöl\t-0,5\t0\nCuz\t0\t-179,5\n",
		"bar":               "name|lat|lon\nAich|48.5|11.25\nBöl|-0.5|0\nCuz|0|-179.5\n",
		"other names":       "\"Stop Name\",GPS_Longitude,Geo-Latitude\n\"Aich\",11.25,48.5\nBöl,0,-0.5\nCuz,-179.5,0\n",
		"German":            "Ort;Breitengrad;Längengrad\nAich;48,5;11,25\nBöl;-0,5;0\nCuz;0;-179,5\n",
		"units":             "Latitude (deg),Lon [°],city\n48.5,11.25,Aich\n-0.5,0,Böl\n0,-179.5,Cuz\n",
		"mark":              "\ufefflat,lon,name\r\n48.5,11.25,Aich\r\n-0.5,0,Böl\r\n0,-179.5,Cuz\r\n",
		"UTF-16LE":          utf16(unicode.LittleEndian, semicolons),
		"UTF-16BE":          utf16(unicode.BigEndian, semicolons),
		"Windows-1252":      latin,
		"blank rows":        "\nlat,lon,name\n\n48.5,11.25,Aich\n,,\n-0.5,0,Böl\n0,-179.5,Cuz\n,,\n",
		"blanks":            "lat , lon , name\n 48.5 , 11.25 , Aich\n -0.5 , 0 , Böl\n 0 , -179.5 , Cuz\n",
		"empty columns":     "lat,lon,name\n48.5,11.25,Aich,\n-0.5,0,Böl,,\n0,-179.5,Cuz\n",
		"typographic minus": "lat,lon,name\n48.5,11.25,Aich\n\u22120.5,0,Böl\n0,\u2212179.5,Cuz\n",
		"exponent":          "lat,lon,name\n4.85e1,1125E-2,Aich\n-5e-1,0,Böl\n0,-179.5,Cuz\n",
		"GeoJSON": `{"type":"FeatureCollection","features":[
			{"type":"Feature","properties":{"name":"Aich","floor":3},"geometry":{"type":"Point","coordinates":[11.25,48.5]}},
			{"type":"Feature","properties":{"name":"Böl"},"geometry":{"type":"Point","coordinates":[0,-0.5]}},
			{"type":"Feature","properties":{"name":"Cuz"},"geometry":{"type":"Point","coordinates":[-179.5,0]}}]}`,
		"GPX": `<?xml version="1.0" encoding="UTF-8"?><gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
			<wpt lat="48.5" lon="11.25"><ele>440</ele><name>Aich</name></wpt><wpt lat="-0.5" lon="0"><name>Böl</name></wpt><wpt lat="0" lon="-179.5"><name>Cuz</name></wpt></gpx>`,
		"GPX route": `<gpx version="1.1"><rte><rtept lat="48.5" lon="11.25"><name>Aich</name></rtept><rtept lat="-0.5" lon="0"><name>Böl</name></rtept>
			<rtept lat="0" lon="-179.5"><name>Cuz</name></rtept></rte></gpx>`,
		"VROOM": `{"vehicles":[{"id":1,"start":[11.25,48.5],"end":[11.25,48.5]}],"jobs":[{"id":1,"description":"Böl","location":[0,-0.5]},
			{"id":2,"description":"Cuz","location":[-179.5,0]}]}`,
	} {
		for _, compressed := range []bool{false, true} {
			text := text
			if compressed {
				text = zipped(t, text)
			}
			got := read(t, text, format.Options{})
			names := want.Instance.Names
			if name == "VROOM" {
				names = []string{"start", "Böl", "Cuz"}
			}
			if !slices.Equal(got.Instance.X, want.Instance.X) || !slices.Equal(got.Instance.Y, want.Instance.Y) ||
				got.Instance.Metric != tsp.Haversine ||
				got.Instance.Unit != want.Instance.Unit || !slices.Equal(got.Instance.Names, names) ||
				got.Instance.Name != "places" {
				t.Errorf("%s: %+v", name, got.Instance)
			}
			if got.Table == nil || len(got.Table.Rows) != 3 || len(got.Table.Rows[2]) != len(got.Table.Header) {
				t.Errorf("%s: table %+v", name, got.Table)
			}
		}
	}
}

func zipped(t *testing.T, text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	must.Do(t, w.Close())
	return b.String()
}

// Without a header, and with given columns, the same plane follows.
func TestPlane(t *testing.T) {
	want := read(t, "x,y\n1,10\n2.5,20\n-3,30\n", format.Options{}).Instance
	for text, columns := range map[string]string{
		"1,10\n2.5,20\n-3,3e1\n":                                             "",
		"1;10\n2,5;20\n-3;30\n":                                              "",
		"1,1,10\n2,2.5,20\n3,-3,30\n":                                        "",
		"Aich,1,10\nBöl,2.5,20\nCuz,-3,30\n":                                 "",
		"a,1,10,7\nb,2.5,20,7\nc,-3,30,7\n":                                  "x=2,y=3",
		"7,10,1\n8,20,2.5\n9,30,-3\n":                                        "3,2",
		"p,q\n1,10\n2.5,20\n-3,30\n":                                         "x=p,y=q",
		"y,name,x\n10, \"A, the first\",1\n20,\"the \"\"B\"\"\",2.5\n30,,-3": "",
		"Easting,Northing\n1,10\n2.5,20\n-3,30\n":                            "",
		"x,y,z\n1,10,5\n2.5,20,5\n-3,30,6\n":                                 "",
		"x,y,2026\n1,10,5\n2.5,20,5\n-3,30,6\n":                              "",
		"name,x,y\n\"a\nb\",1,10\n\"c\",2.5,20\nd,-3,30\n":                   "",
	} {
		given := must.Get(format.ParseColumns(columns))(t)
		got := read(t, text, format.Options{Columns: given}).Instance
		if !slices.Equal(got.X, want.X) || !slices.Equal(got.Y, want.Y) || got.Metric != tsp.EUC2D ||
			got.Unit != (tsp.Unit{Decimals: 5}) {
			t.Errorf("%q: %+v", text, got)
		}
	}
	both := "x,y,lat,lon\n1,10,48.5,11.25\n2.5,20,-0.5,0\n-3,30,0,-179.5\n"
	if got := read(t, both, format.Options{Metric: format.Manhattan}).Instance; got.Metric != tsp.MAN2D ||
		got.Unit.Value(got.Distance(0, 1)) != 11.5 {
		t.Errorf("%+v", got)
	}
	if got := read(t, both, format.Options{Metric: format.Haversine}).Instance; got.Metric != tsp.Haversine ||
		got.X[0] != 48.5 {
		t.Errorf("%+v", got)
	}
	degrees := "lat,lon\n48.5,11.25\n-0.5,0\n0,-179.5\n"
	if got := read(t, degrees, format.Options{Metric: format.Euclidean}).Instance; got.Unit.Value(got.Distance(1,
		2)) != math.Round(1e4*math.Hypot(179.5, 0.5))/1e4 {
		t.Errorf("%+v", got)
	}
}

func TestMatrices(t *testing.T) {
	for text, unit := range map[string]tsp.Unit{
		"0,1.5,2\n1.5,0,3\n2,3,0\n":                         {Decimals: 1},
		"0;1,5;2\n1,5;0;3\n2;3;0\n":                         {Decimals: 1},
		",a,b,c\na,0,1.5,2\nb,1.5,0,3\nc,2,3,0\n":           {Decimals: 1},
		"a,b,c\n0,1.5,2\n1.5,0,3\n2,3,0\n":                  {Decimals: 1},
		"a,0,1.5,2\nb,1.5,0,3\nc,2,3,0\n":                   {Decimals: 1},
		"[[0,1.5,2],[1.5,0,3],[2,3,0]]":                     {Decimals: 1},
		`{"distance_matrix":[[0,1.5,2],[1.5,0,3],[2,3,0]]}`: {Decimals: 1},
		`{"code":"Ok","durations":[[0,1.5,2],[1.5,0,3],[2,3,null]],"sources":[{"name":"a"},{"name":"b"},{"name":"c"}]}`: {Name: "s", Decimals: 1},
		`{"code":"Ok","distances":[[0,1.5,2],[1.5,0,3],[2,3,0]]}`:                                                       {Name: "m", Decimals: 1},
		`{"vehicles":[{"id":1,"start_index":0,"end_index":0}],"jobs":[{"id":5,"location_index":1},{"id":6,"location_index":2}],
			"matrices":{"car":{"durations":[[0,1.5,2],[1.5,0,3],[2,3,0]]}}}`: {Name: "s", Decimals: 1},
	} {
		got := read(t, text, format.Options{}).Instance
		if !slices.Equal(got.Weights, []int32{0, 15, 20, 15, 0, 30, 20, 30, 0}) || got.Unit != unit ||
			got.Kind != tsp.TSP {
			t.Errorf("%q: %+v", text, got)
		}
		if strings.Contains(text, "a") && strings.Contains(text, "c") && !strings.Contains(text, "matri") &&
			!strings.Contains(text, "distances") &&
			!slices.Equal(got.Names, []string{"a", "b", "c"}) {
			t.Errorf("%q: names %q", text, got.Names)
		}
	}
	if got := read(t, "0,1,2\n3,0,4\n5,6,0\n", format.Options{}).Instance; got.Kind != tsp.ATSP {
		t.Errorf("%+v", got)
	}
	if got := read(t, ",7,8,9\n7,0,1,2\n8,3,0,4\n9,5,6,0\n", format.Options{}).Instance; got.Dimension() != 3 ||
		!slices.Equal(got.Names, []string{"7", "8", "9"}) {
		t.Errorf("%+v", got)
	}
	_, err := format.Read(context.Background(), strings.NewReader("0,5,9,1\n5,0,2,4\n\n9,7,0,3\n"), "f.csv",
		format.Options{Format: format.Matrix})
	if err == nil || err.Error() != "f.csv:1: 4 distances in a matrix of 3 rows" {
		t.Error(err)
	}
	// Three places in space are no matrix.
	if _, err := format.Read(context.Background(), strings.NewReader("1,2,3\n4,5,6\n7,8,9\n"), "f.csv",
		format.Options{}); err == nil || !strings.Contains(err.Error(), "3 columns of numbers without a header") {
		t.Error(err)
	}
}

// Nothing, null and -1 stand for no leg.
func TestMissingLegs(t *testing.T) {
	for _, text := range []string{
		"0,,2.5\n,0,3\n2.5,3,0\n", ",-1,2.5\n-1,,3\n2.5,3,\n", ",a,b,c\na,,-1,2.5\nb,,,3\nc,2.5,3,\n",
		"a,b,c\n,,2.5\n-1,-1,3\n2.5,3,-1\n",
		"[[0,null,2.5],[-1,0,3],[2.5,3,null]]",
	} {
		got := read(t, text, format.Options{})
		in := got.Instance
		if in.Forbidden == 0 || in.Weights[1] != in.Forbidden || in.Weights[3] != in.Forbidden ||
			in.Unit.Value(in.Distance(0, 2)) != 2.5 || in.Kind != tsp.TSP {
			t.Errorf("%q: %+v", text, in)
		}
		if !slices.Contains(got.Warnings, "2 of 6 legs of the matrix are empty or -1: no tour uses them") {
			t.Errorf("%q: warnings %q", text, got.Warnings)
		}
	}
}

func TestVROOMEnds(t *testing.T) {
	const jobs = `"jobs":[{"id":1,"location":[0,1]},{"id":2,"location":[0,2]},{"id":3,"location":[0,3],"time_windows":[[0,1]]}]`
	for vehicle, want := range map[string]struct {
		ends   *tsp.Ends
		cities int
	}{
		`"start":[1,1],"end":[1,1]`: {nil, 4},
		`"start":[1,1],"end":[2,1]`: {&tsp.Ends{0, 1}, 5},
		`"start":[1,1]`:             {&tsp.Ends{0, tsp.FreeEnd}, 4},
		`"end":[1,1]`:               {&tsp.Ends{tsp.FreeEnd, 0}, 4},
		`"profile":"bike"`:          {&tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}, 3},
	} {
		got := read(t, `{"vehicles":[{"id":1,`+vehicle+`}],`+jobs+`}`, format.Options{})
		if (got.Ends == nil) != (want.ends == nil) || got.Ends != nil && *got.Ends != *want.ends ||
			got.Instance.Dimension() != want.cities {
			t.Errorf("%s: %v, %d cities", vehicle, got.Ends, got.Instance.Dimension())
		}
		want := []string{"there is no matrix: lengths follow from the locations, not from travel times",
			"field time_windows is not used: places are visited at any time"}
		if !slices.Equal(got.Warnings, want) {
			t.Errorf("%s: warnings %q", vehicle, got.Warnings)
		}
	}
}

func TestWarnings(t *testing.T) {
	for text, want := range map[string]string{
		"lat,lon\n48,11\n48.1,11.1\n0,0\n48.2,11\n":                                     "row 4 is at latitude 0, longitude 0",
		"name,lat,lon\nA,48,11\nB,48.1,11.1\nNull,0,0\nC,48.2,11\n":                     "Null (row 4) is at latitude 0",
		"x,y\n0,0\n1,1\n0,0\n3,3\n":                                                     "1 of 4 places has the same coordinates as another one: row 2 and row 4",
		"x,y\n0,0\n1,1\n0,0\n0,0\n":                                                     "50.0% of all distances are 0",
		"lat,lon\n48,11\n48.1,11\n48,11.1\n48.1,11.1\n48,11.2\n-33,151\n":               "row 7 is 16",
		"x,y,z\n0,0,1\n1,1,2\n3,4,5\n":                                                  "column z is not used",
		"0,0,2,3\n0,0,1,1\n2,1,0,1\n1,1,1,0\n":                                          "16.7% of all distances are 0",
		`{"type":"MultiPoint","coordinates":[[1,2,3],[3,4,5],[4,5,6]]}`:                 "the third coordinate of points is not used",
		`{"durations":[[0,1,2],[1,0,2],[1,2,0]],"distances":[[0,1,2],[1,0,2],[1,2,0]]}`: "durations are used",
		`{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[]},{"type":"MultiPoint","coordinates":[[1,2],[3,4],[4,5]]}]}`: "number of geometries that are not points: 1",
	} {
		got := read(t, text, format.Options{})
		if !slices.ContainsFunc(got.Warnings, func(w string) bool { return strings.Contains(w, want) }) {
			t.Errorf("%q: warnings %q, want %q", text, got.Warnings, want)
		}
	}
	if got := read(t, "lat,lon\n48,11\n48.1,11.1\n48.2,11\n48.3,11.3\n48.2,11.4\n",
		format.Options{}); got.Warnings != nil {
		t.Errorf("warnings %q", got.Warnings)
	}
}

var badFiles = []struct{ text, want string }{
	{",,\n", "f.csv:1: the file is empty"},
	{"x,y\n", "f.csv:1: there are no places"},
	{"1,A,B\n", "f.csv:1: 1 column of numbers without a header"},
	{"1,2,4\n", "f.csv:1: 3 columns of numbers without a header"},
	{"name,a,b\n", `f.csv:1: the header "name,a,b" does not name columns x and y, or lat and lon`},
	{"Kunde;PLZ;Ort\nA;79098;B\n", "or say which columns to use; addresses are not looked up: add their coordinates"},
	{"Ort;Nord;Ost\nA;50,1;11,5\n", "these are lat=Nord,lon=Ost if they have degrees, and x=Ost,y=Nord if they have metres"},
	{"Ort;Koordinaten\nA;50.1, 11.5\n", `column "Koordinaten" has two numbers in each cell: split it into two columns`},
	{"x,lon\n1,2\n", `f.csv:1: the header "x,lon" does not name columns`},
	{"x,y,lat,lon\n1,2,3,4\n", "f.csv:1: the header names x and y as well as lat and lon"},
	{"x,y,X\n", "f.csv:1: columns 1 and 3"},
	{"lon,lat,lng\n", "f.csv:1: columns 1 and 3"},
	{"x,y\n1,2\n\n3\n", "f.csv:4: number of columns: 1; the first line has 2"},
	{"x,y\n1,2\n3,four\n", `f.csv:3: "four" is not a number`},
	{"lat,lon\n1,2\n3,\n", "f.csv:3: there is no lon; fill it in or remove the row"},
	{"x,y\n1,NaN\n", `f.csv:2: "NaN" is not a number`},
	{"x,y\n1,2\n3,4\n1,1e300\n", "f.csv:4: coordinate Y 1e+300 is outside"},
	{"lat,lon\n95,100\n1,2\n3,4\n", "latitude 95 of row 2 is outside -90..90; for coordinates in the plane give their coordinate reference system"},
	{"lat,lon\n121.5,35\n120,36\n119,34\n", "latitude and longitude seem to be swapped"},
	{"lat,lon\n0,360.5\n1,2\n3,4\n", "longitude 360.5 of row 2 is outside"},
	{"name,x,y\na\"b\",1,2\n", "f.csv:2: bare"},
	{"a,b,c\n0,1,2\n1,0,x\n2,3,0\n", `f.csv:3: the distance from row 3 to row 4: "x" is not a number`},
	{"{\n\"durations\": [[0,1],\n}", "f.csv:2: invalid character ','"},
	{"{\"durations\": [[0,\"1\"]]}", `f.csv:1: the text "1", the distance from place 1 to place 2, is not a number`},
	{`{"durations":[[0,1,-3],[1,0,1],[1,1,0]]}`,
		"-3, the distance from place 1 to place 3, is negative; null or -1 stands for no leg"},
	{"0,1,2\n1,0,-2\n1,-2,0\n",
		"f.csv:2: -2, the distance from row 2 to row 3, is negative; nothing or -1 stands for no leg"},
	{`{"durations":[[0,1,2],[1,0],[1,1,0]]}`, "row 2 of the matrix has 2 distances"},
	{`{"code":"Ok"}`, "the JSON has neither a matrix"},
	{`{"vehicles":[{"id":1},{"id":2}],"jobs":[]}`, "there is more than one vehicle"},
	{`{"vehicles":[{"id":1}],"jobs":[{"id":7}]}`, `"7" has no location`},
	{`{"type":"Point","coordinates":[1]}`, "a position has 1 coordinate"},
	{`{"type":"LineString","coordinates":[]}`, "the GeoJSON has no points"},
	{"<gpx><trk></trk></gpx>", "no waypoints, routes or tracks"},
	{"<gpx>\n<wpt lat=\"1\"", "f.csv:2: "},
	{"<html></html>", "a web page (HTML)"},
	{"Kundenliste\n", `the first line, "Kundenliste", begins neither a table of places nor any other file`},
	{"\nhello world\nname\n", `the first line, "hello world", begins neither`},
	{"name lat lon\nA B 48.1 7.8\nC 48 7\nD 47 8\n", "f.csv:2: number of columns: 4; the first line has 3; write names with blanks in quotes"},
	{"<osm></osm>", "the XML is neither GPX nor KML: its element is \"osm\""},
	{"\x1f\x8b\x00", "the gzip file is damaged"},
}

func TestReadRefuses(t *testing.T) {
	for _, c := range badFiles {
		_, err := format.Read(context.Background(), strings.NewReader(c.text), "f.csv", format.Options{})
		tsptest.RequireError(t, c.text, err, c.want)
	}
	for want, o := range map[string]format.Options{
		`format "xls" is not known`: {Format: "xls"},
		"there is no column \"p\"":  {Columns: format.Columns{format.X: "p", format.Y: "y"}},
		"the given columns are not": {Columns: format.Columns{format.X: "1", format.Latitude: "2"}},
		"not x and y alone, or lat and lon": {Columns: format.Columns{format.X: "1", format.Y: "2",
			format.Latitude: "2"}},
		"column 2 is given as x and as y":   {Columns: format.Columns{format.X: "2", format.Y: "2"}},
		`metric "taxi" is not known`:        {Metric: "taxi"},
		"2 distances in a matrix of 3 rows": {Format: format.Matrix},
	} {
		_, err := format.Read(context.Background(), strings.NewReader("1,2\n3,4\n5,6\n"), "f.csv", o)
		tsptest.RequireError(t, fmt.Sprintf("%+v", o), err, want)
	}
	for _, text := range []string{"x", "x=", "q=1,y=2", "1,2,3"} {
		if _, err := format.ParseColumns(text); err == nil && text != "x" {
			t.Errorf("columns %q", text)
		}
	}
}

// Without an extension the first line decides.
func TestTSPLIB(t *testing.T) {
	const tsplib = "NAME: a, b\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0 1\n3 1 0\nEOF\n"
	for _, text := range []string{tsplib, zipped(t, tsplib)} {
		got := read(t, text, format.Options{})
		if got.Format != format.TSPLIB || got.Instance.Unit != (tsp.Unit{}) || got.Instance.Distance(1, 2) != 1 {
			t.Errorf("%+v", got)
		}
	}
	if !format.IsTSPLIB([]byte(tsplib)) || format.IsTSPLIB([]byte(zipped(t, tsplib))) ||
		format.IsTSPLIB([]byte("x,y\n1,2\n")) {
		t.Error("IsTSPLIB")
	}
	if _, err := format.Read(context.Background(), strings.NewReader(tsplib), "f.tsp",
		format.Options{Metric: format.Manhattan}); err == nil {
		t.Error("a metric for TSPLIB")
	}
}

// requirePlaces compares the coordinates of an instance of CSV with numbers of its table, which
// this test parses itself. Steps from the smallest coordinate are compared by their differences.
func requirePlaces(t *testing.T, input *format.Input) {
	t.Helper()
	in := input.Instance
	for _, values := range [][]float64{in.X, in.Y} {
		found := slices.ContainsFunc(columnsOf(input.Table), func(column []float64) bool {
			for city, v := range values {
				want := column[city]
				if in.Metric.Geometry() != tsp.Globe {
					want = math.Round((want - slices.Min(column)) * math.Pow10(in.Unit.Decimals))
				}
				if !(math.Abs(v-want) <= 1) { // a step, because a power of ten is not exact
					return false
				}
			}
			return true
		})
		if !found {
			t.Fatalf("coordinates %v are in no column of %q", values, input.Table.Rows)
		}
	}
}

// columnsOf returns the columns of numbers of a table.
func columnsOf(table *format.Table) (columns [][]float64) {
	for at := range table.Rows[0] {
		var column []float64
		for _, row := range table.Rows {
			v, err := strconv.ParseFloat(strings.NewReplacer(",", ".", "\u2212", "-").Replace(row[at]), 64)
			if err != nil {
				break
			}
			column = append(column, v)
		}
		if len(column) == len(table.Rows) {
			columns = append(columns, column)
		}
	}
	return columns
}

// Any bytes give a valid instance or an error of package tsp.
func FuzzRead(f *testing.F) {
	for _, c := range slices.Concat(badFiles, refusedJSON, refusedGPX) {
		f.Add([]byte(c.text))
	}
	for _, c := range fieldCases {
		f.Add([]byte(c.text))
	}
	for _, text := range []string{"x;y\n1,5;2\n3;4,25\n-1e3;\u22127\n", "lat\tlon\n48,137\t11\n48,2\t12\n48\t13\n",
		"lat,lon\n1,2\n3,4\n5,6\n", "0,1,2\n1,0,2\n1,2,0\n", kmlPoints,
		"<kml><Placemark><LineString><coordinates>1,2 3,4 5,6</coordinates></LineString></Placemark></kml>",
		"<gpx><trk><trkseg><trkpt lat='1' lon='2'/><trkpt lat='1' lon='3'/><trkpt lat='1' lon='4'/></trkseg></trk></gpx>"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		input := requireValid(t, data)
		if input == nil {
			return
		}
		if input.Format == format.CSV {
			requirePlaces(t, input)
		}
		if input.Table != nil && len(input.Table.Rows) != input.Instance.Dimension() {
			t.Fatalf("%d rows for %d cities", len(input.Table.Rows), input.Instance.Dimension())
		}
	})
}
