package format_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp/format"
)

// Every reader says how many rows are wrong, and names the first five with their place in the file.
func TestAllBadRowsAreTold(t *testing.T) {
	const names = "ABCDEFGHI"
	var text [7]strings.Builder // by format
	rows := [][]any{{"name", "lat", "lon"}}
	for i, name := range names {
		lat := fmt.Sprintf("48.%d", i)
		if i%4 != 0 {
			lat = "bad"
		}
		rows = append(rows, []any{string(name), lat, 7.5})
		fmt.Fprintf(&text[0], "%c,%s,7.5\n", name, lat)
		fmt.Fprintf(&text[1], "%c,%s\n", name, strings.Replace("48,7.5", "48", strings.Repeat("48,", i%4)+"48", 1))
		fmt.Fprintf(&text[2], "<wpt lat=\"%s\" lon=\"7.5\"><name>%c</name></wpt>\n", lat, name)
		fmt.Fprintf(&text[3], "<Placemark><name>%c</name><Point><coordinates>7.5,%s</coordinates></Point></Placemark>\n", name, lat)
		fmt.Fprintf(&text[4], `{"type":"Feature","geometry":{"type":"Point","coordinates":[7.5,%s]},"properties":{"name":"%c"}},`,
			strings.Replace(lat, "bad", "null", 1), name)
		fmt.Fprintf(&text[5], "%c,%d,7.5\n", name, 48+100*(i%4))
		fmt.Fprintf(&text[6], `{"id":%d,"description":"%c"%s},`, i+1, name, []string{`,"location":[7.5,48]`, "", "", ""}[i%4])
	}
	matrix := "0,1,x,y\n1,0,-5,1\n?,1,0,!\n1,z,1,0\n"
	const six = "6 such faults: "
	for _, c := range map[string]struct{ text, want string }{
		"csv":      {"name,lat,lon\n" + text[0].String(), `f:3: "bad" is not a number; ` + six + "B (row 3), C (row 4), D (row 5), F (row 7), G (row 8) and 1 more"},
		"columns":  {"name,lat,lon\n" + text[1].String(), "f:3: number of columns: 4; the first line has 3 (the columns are separated by ','); " + six + "B (row 3), C (row 4)"},
		"workbook": {bytesOf(t, workbook(t, map[string][][]any{"A": rows}, "A")), `f:3: "bad" is not a number; ` + six + "B (row 3), C (row 4), D (row 5), F (row 7), G (row 8) and 1 more"},
		"gpx":      {"<gpx>" + text[2].String() + "</gpx>", `f:2: lat "bad", lon "7.5" of point 2 are not numbers; ` + six + "B (point 2), C (point 3)"},
		"kml":      {"<kml>" + text[3].String() + "</kml>", `f:2: placemark "B": longitude and latitude in "7.5,bad" are not numbers; ` + six + "B (line 2), C (line 3)"},
		"geojson": {`{"type":"FeatureCollection","features":[` + strings.TrimSuffix(text[4].String(), ",") + "]}",
			`null where a number is expected, in features 2, geometry, coordinates 2; ` + six + "B (feature 2), C (feature 3)"},
		"degrees": {"name,lat,lon\n" + text[5].String(), "latitude 148 of B (row 3) is outside -90..90"},
		"vroom": {`{"vehicles":[{"id":1,"start":[7.5,48]}],"jobs":[` + strings.TrimSuffix(text[6].String(), ",") + "]}",
			`job "2" has no location of longitude and latitude, and there is no matrix, in jobs 2; ` + six + `B (job "2"), C (job "3")`},
		"matrix": {matrix, `f:1: the distance from row 1 to row 3: "x" is not a number; ` + six +
			"row 1 to row 3, row 1 to row 4, row 2 to row 3, row 3 to row 1, row 3 to row 4 and 1 more"},
		"json": {`[[0,1,"x",-2],[1,0,-5,1],["?",1,0,true],[1,"z",1,0]]`, `f:1: the text "x", the distance from place 1 to place 3, is not a number; ` +
			`null or -1 stands for no leg; ` + `6 such faults: place 1 to place 3, place 1 to place 4`},
	} {
		requireRefused(t, c.text, format.Options{}, c.want)
	}
}

// Of a matrix for some of the places, the message says how many lack and the first five.
func TestMatrixOfSomePlaces(t *testing.T) {
	text, names := strings.Builder{}, []string(nil)
	text.WriteString("name,x,y\n")
	for i := range 300 {
		fmt.Fprintf(&text, "c%03d,%d,%d\n", i, i, i*i%17)
		if i%3 == 0 {
			names = append(names, fmt.Sprintf("c%03d", i))
		}
	}
	_, err := read(t, text.String(), format.Options{}).WithRoads(t.Context(),
		&format.Roads{Name: "m", Legs: legsOf(100), Names: names})
	const want = "m: 200 of the 300 places of places are not in the matrix, which has other names; give the matrix of these places: " +
		"c001 (row 3), c002 (row 4), c004 (row 6), c005 (row 7), c007 (row 9) and 195 more"
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}
