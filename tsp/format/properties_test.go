package format_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// propertiesOf writes the tour 1, 2, 3 as GeoJSON, and returns the properties of the line and of the
// places, as their texts in JSON.
func propertiesOf(t *testing.T, input *format.Input) (list []map[string]string, text []byte) {
	t.Helper()
	b := routeText(t, format.NewRoute(input, tsp.Tour{0, 1, 2}, false, 0), format.OutputGeoJSON)
	var file struct {
		Features []struct{ Properties map[string]json.RawMessage }
	}
	must.Do(t, json.Unmarshal([]byte(b), &file))
	for _, f := range file.Features {
		texts := map[string]string{}
		for name, v := range f.Properties {
			texts[name] = string(v)
		}
		list = append(list, texts)
	}
	return list, []byte(b)
}

const ownProperties = `{"type":"FeatureCollection","features":[
{"type":"Feature","id":7,"properties":{"length":12.50,"leg":"left","row":"R1","stop":true,"name":"A","big":9007199254740993,"list":[1,"x"],"none":null},"geometry":{"type":"Point","coordinates":[7,48]}},
{"type":"Feature","id":"8","properties":{"length":3,"leg":"right","row":"R2","stop":false,"name":"B","big":1e400,"list":{"a":null}},"geometry":{"type":"Point","coordinates":[7,48.1]}},
{"type":"Feature","properties":{"length":null,"leg":"","row":"R3","name":"C","big":"12"},"geometry":{"type":"Point","coordinates":[7.1,48]}}]}`

// The properties of places keep their names, values and types. The route's own have a prefix where
// the places have one of the name.
func TestGeoJSONProperties(t *testing.T) {
	input := read(t, ownProperties, format.Options{})
	got, text := propertiesOf(t, input)
	want := []map[string]string{
		{"length": "12.50", "leg": `"left"`, "row": `"R1"`, "stop": "true", "name": `"A"`, "big": "9007199254740993",
			"list": `[1,"x"]`, "id": "7", "lat": "48", "lon": "7", "route_stop": "1", "route_row": "1"},
		{"length": "3", "leg": `"right"`, "row": `"R2"`, "stop": "false", "name": `"B"`, "big": "1e400",
			"list": `{"a":null}`, "id": `"8"`, "lat": "48.1", "lon": "7", "route_stop": "2", "route_row": "2"},
		{"length": "null", "leg": `""`, "row": `"R3"`, "stop": "null", "name": `"C"`, "big": `"12"`, "list": "null",
			"id": "null", "lat": "48", "lon": "7.1", "route_stop": "3", "route_row": "3"},
	}
	for i, place := range got[1:] {
		if place["route_leg"] == "" || place["route_length"] == "" {
			t.Errorf("place %d has no leg or length: %v", i+1, place)
		}
		delete(place, "route_leg")
		delete(place, "route_length")
		if !maps.Equal(place, want[i]) {
			t.Errorf("place %d: %v, want %v", i+1, place, want[i])
		}
	}
	if got[0]["route_length"] == "" || got[0]["length"] != "" {
		t.Errorf("the line: %v", got[0])
	}
	again := must.Get(format.Read(t.Context(), bytes.NewReader(text), "f", format.Options{}))(t)
	if !slices.Equal(again.Table.Header, input.Table.Header) {
		t.Errorf("read again: %q, want %q", again.Table.Header, input.Table.Header)
	}
	second, _ := propertiesOf(t, again)
	for i, place := range second[1:] {
		delete(place, "route_leg")
		delete(place, "route_length")
		delete(place, "route_row") // another file
		want := maps.Clone(want[i])
		delete(want, "route_row")
		if !maps.Equal(place, want) {
			t.Errorf("place %d of the second route: %v, want %v", i+1, place, want)
		}
	}
	tour, err := format.ReadTour(t.Context(), bytes.NewReader(text), "f", input.Instance)
	if err != nil || !slices.Equal(tour.Tour, tsp.Tour{0, 1, 2}) || tour.Shape != format.ShapeClosed {
		t.Errorf("the tour is %v, %v", tour, err)
	}
}

// Columns of equal names and without names are all kept, in CSV as texts, in workbooks as numbers, true
// and false.
func TestGeoJSONColumns(t *testing.T) {
	input := read(t, "name,lat,lon,a,a,,a_2,length\nA,48,7,1,2,3,4,5\nB,48.1,7,01,,x,4,5\nC,48,7.1,1,2,3,4,5\n", format.Options{})
	got, _ := propertiesOf(t, input)
	place := got[2]
	for name, want := range map[string]string{"a": `"01"`, "a_3": `""`, "column6": `"x"`, "a_2": `"4"`, "length": `"5"`,
		"stop": "2", "row": "3"} {
		if place[name] != want {
			t.Errorf("%s is %s, want %s: %v", name, place[name], want, place)
		}
	}
	book := bytesOf(t, workbook(t, map[string][][]any{"S": {{"name", "lat", "lon", "count", "open", "note", "code"},
		{"A", 48, 7, 1.5, true, "TRUE", "007"}, {"B", 48.1, 7, nil, false, "no", 8}, {"C", 48, 7.1, 3, nil, "", 9}}}, "S"))
	got, _ = propertiesOf(t, read(t, string(book), format.Options{}))
	for name, want := range map[string]string{"count": "1.5", "open": "true", "note": `"TRUE"`, "code": `"007"`} {
		if got[1][name] != want {
			t.Errorf("%s is %s, want %s: %v", name, got[1][name], want, got[1])
		}
	}
	if got[2]["count"] != "null" || got[3]["open"] != "null" || got[2]["open"] != "false" {
		t.Errorf("empty cells: %v, %v", got[2], got[3])
	}
}

// Every format of routes with columns keeps those of the places, also where the route has columns of
// the same names, and is read again as the same tour and the same places.
func TestRoutesKeepColumns(t *testing.T) {
	input := read(t, "name,lat,lon,stop,row,leg_m,length_m,length,route_stop\n"+
		"A,48,7,s1,3,l1,m1,n1,r1\nB,48.1,7,s2,2,l2,m2,n2,r2\nC,48,7.1,s3,1,l3,m3,n3,r3\n", format.Options{})
	for _, o := range []format.Output{format.OutputCSV, format.OutputTSV, format.OutputXLSX, format.OutputGeoJSON,
		format.OutputKML, format.OutputKMZ} {
		b := routeText(t, format.NewRoute(input, tsp.Tour{0, 2, 1}, false, 0), o)
		tour, err := format.ReadTour(t.Context(), strings.NewReader(b), "f", input.Instance)
		if err != nil || !slices.Equal(tour.Tour, tsp.Tour{0, 2, 1}) {
			t.Errorf("%s: %v, %v", o, tour, err)
		}
		again := read(t, b, format.Options{})
		table := again.Table
		for i, suffix := range []string{"1", "3", "2"} {
			for column, begin := range map[string]string{"stop": "s", "leg_m": "l", "length_m": "m", "length": "n", "route_stop": "r"} {
				at := slices.Index(table.Header, column)
				if at < 0 || table.Rows[i][at] != begin+suffix {
					t.Errorf("%s: column %s of place %d is not %s%s: %q, %q", o, column, i+1, begin, suffix, table.Header, table.Rows[i])
				}
			}
		}
		if notes := strings.Join(again.Notes, "\n"); !strings.Contains(notes, "a route that this program has written") {
			t.Errorf("%s: notes %s", o, notes)
		}
	}
}
