package format_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// value is a JSON value as encoding/json decodes it, with numbers as text.
type value = any

// number returns a number of JSON. It fails the test if the value is another one.
func number(t *testing.T, v value) float64 {
	t.Helper()
	text, ok := v.(json.Number)
	if !ok {
		t.Fatalf("%v was read as a number", v)
	}
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// checkAgainstJSON compares an accepted input with an independent decoding of its text.
func checkAgainstJSON(t *testing.T, data []byte, input *format.Input) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var document value
	if err := decoder.Decode(&document); err != nil {
		t.Fatalf("accepted, but %v", err)
	}
	switch members, _ := document.(map[string]value); {
	case input.Format == format.GeoJSON:
		var points [][2]float64
		collectPoints(t, document, &points)
		comparePoints(t, input.Instance, points)
	case input.Format == format.VROOM:
		compareVROOM(t, members, input)
	case members == nil:
		compareMatrix(t, input.Instance, document.([]value), nil)
	default:
		for _, name := range []string{"durations", "distances", "distance_matrix", "duration_matrix", "time_matrix",
			"matrix"} {
			if rows, ok := members[name].([]value); ok {
				compareMatrix(t, input.Instance, rows, nil)
				return
			}
		}
		t.Fatal("accepted without a matrix")
	}
}

// collectPoints appends the points of a GeoJSON object.
func collectPoints(t *testing.T, object value, points *[][2]float64) {
	members, _ := object.(map[string]value)
	position := func(v value) [2]float64 {
		at := v.([]value)
		return [2]float64{number(t, at[0]), number(t, at[1])}
	}
	list := func(name string) []value {
		elements, _ := members[name].([]value)
		return elements
	}
	switch members["type"] {
	case "FeatureCollection":
		for _, f := range list("features") {
			collectPoints(t, f, points)
		}
	case "GeometryCollection":
		for _, g := range list("geometries") {
			collectPoints(t, g, points)
		}
	case "Feature":
		if members["geometry"] != nil {
			collectPoints(t, members["geometry"], points)
		}
	case "Point":
		if len(list("coordinates")) > 0 {
			*points = append(*points, position(members["coordinates"]))
		}
	case "MultiPoint":
		for _, at := range list("coordinates") {
			if len(at.([]value)) > 0 {
				*points = append(*points, position(at))
			}
		}
	}
}

// comparePoints compares longitudes and latitudes with the places of an instance.
func comparePoints(t *testing.T, in *tsp.Instance, points [][2]float64) {
	if len(points) != in.Dimension() {
		t.Fatalf("%d places, not %d", in.Dimension(), len(points))
	}
	for i, at := range points {
		if in.X[i] != at[1] || in.Y[i] != at[0] {
			t.Fatalf("place %d is %v, %v, not %v", i+1, in.Y[i], in.X[i], at)
		}
	}
}

// compareMatrix compares the distances of an instance with a matrix, for some places or, if nil,
// all.
func compareMatrix(t *testing.T, in *tsp.Instance, rows []value, places []int) {
	if places == nil {
		for i := range rows {
			places = append(places, i)
		}
	}
	if len(places) != in.Dimension() {
		t.Fatalf("%d places, not %d", in.Dimension(), len(places))
	}
	for i, from := range places {
		for j, to := range places {
			cell, got := rows[from].([]value)[to], in.UnitDistance(i, j)
			if in.Forbidden > 0 && in.Weights[i*in.Dimension()+j] == in.Forbidden {
				got = math.Inf(1)
			}
			want := 0.0 // from a place to itself
			switch leg := cell != nil && number(t, cell) != -1; {
			case leg:
				want = number(t, cell)
			case from != to:
				want = math.Inf(1)
			}
			if i != j && got != want {
				t.Fatalf("%d to %d: %v, not %v", i, j, got, cell)
			}
		}
	}
}

// compareVROOM compares a problem of one vehicle.
func compareVROOM(t *testing.T, members map[string]value, input *format.Input) {
	vehicles := members["vehicles"].([]value)
	vehicle := vehicles[0].(map[string]value)
	if len(vehicles) != 1 {
		t.Fatalf("%d vehicles were accepted", len(vehicles))
	}
	stops := []map[string]value{}
	for i, name := range []string{"start", "end"} {
		stop := map[string]value{"location": vehicle[name], "location_index": vehicle[name+"_index"]}
		if given := stop["location"] != nil || stop["location_index"] != nil; given && (i == 0 || input.Ends != nil) {
			stops = append(stops, stop)
		}
	}
	jobs, _ := members["jobs"].([]value)
	for _, j := range jobs {
		stops = append(stops, j.(map[string]value))
	}
	matrices, _ := members["matrices"].(map[string]value)
	profile, _ := vehicle["profile"].(string)
	if profile == "" {
		profile = "car"
	}
	if of, _ := matrices[profile].(map[string]value); of != nil {
		rows, _ := of[map[string]string{"s": "durations", "m": "distances",
			"": "costs"}[input.Instance.Unit.Name]].([]value)
		var places []int
		for _, stop := range stops {
			places = append(places, int(number(t, stop["location_index"])))
		}
		compareMatrix(t, input.Instance, rows, places)
		return
	}
	var points [][2]float64
	for _, stop := range stops {
		at := stop["location"].([]value)
		points = append(points, [2]float64{number(t, at[0]), number(t, at[1])})
	}
	comparePoints(t, input.Instance, points)
}

// element is any element of XML.
type element struct {
	XMLName  xml.Name
	Attr     []xml.Attr `xml:",any,attr"`
	Elements []element  `xml:",any"`
}

// checkAgainstXML compares the places of a GPX file.
func checkAgainstXML(t *testing.T, data []byte, input *format.Input) {
	var root element
	if err := xml.Unmarshal(data, &root); err != nil {
		t.Skip(err) // an encoding that only the reader knows
	}
	var points, stops, track [][2]float64
	collect := func(list *[][2]float64, e element, name string) {
		if e.XMLName != (xml.Name{Space: root.XMLName.Space, Local: name}) {
			return
		}
		var at [2]float64
		for _, a := range e.Attr {
			for axis, attribute := range []string{"lon", "lat"} {
				if a.Name.Local == attribute {
					v, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(a.Value), "\u2212", "-", 1), 64)
					if err != nil {
						t.Fatal(err)
					}
					at[axis] = v
				}
			}
		}
		*list = append(*list, at)
	}
	for _, e := range root.Elements {
		collect(&points, e, "wpt")
		for _, inner := range e.Elements {
			if e.XMLName == (xml.Name{Space: root.XMLName.Space, Local: "rte"}) {
				collect(&stops, inner, "rtept")
			}
			if segment := (xml.Name{Space: root.XMLName.Space, Local: "trkseg"}); e.XMLName.Local == "trk" && inner.XMLName == segment {
				for _, point := range inner.Elements {
					collect(&track, point, "trkpt")
				}
			}
		}
	}
	if len(points) == 0 {
		points = stops
		if len(stops) == 0 {
			points = track
		}
		if last := len(points) - 1; last >= 3 && points[0] == points[last] { // a return
			points = points[:last]
		}
	}
	comparePoints(t, input.Instance, points)
}

// FuzzJSONAndGPX checks that a text is refused with an error of package tsp, or read as other
// decoders read it: each place and each number.
func FuzzJSONAndGPX(f *testing.F) {
	for _, c := range fieldCases {
		f.Add([]byte(c.text))
	}
	for _, c := range refusedJSON {
		f.Add([]byte(c.text))
	}
	for _, c := range refusedGPX {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !utf8.Valid(data) || bytes.HasPrefix(data, []byte("\ufeff")) || bytes.Contains(data, []byte("crs")) {
			return // a coordinate reference system changes the numbers
		}
		input, err := format.Read(context.Background(), bytes.NewReader(data), "f", format.Options{})
		var syntax *tsp.SyntaxError
		var refused *tsp.Error
		switch {
		case err != nil && !errors.As(err, &syntax) && !errors.As(err, &refused):
			t.Fatalf("%T: %v", err, err)
		case err != nil:
		case input.Format == format.GPX:
			checkAgainstXML(t, data, input)
		case input.Format == format.GeoJSON || input.Format == format.VROOM || input.Format == format.JSON:
			checkAgainstJSON(t, data, input)
		}
	})
}
