package format_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// lineOf returns the parts of the line of a route in GeoJSON.
func lineOf(t testing.TB, text []byte) (parts [][][2]float64) {
	t.Helper()
	var file struct {
		Features []struct {
			Geometry struct {
				Type        string
				Coordinates json.RawMessage
			}
		}
	}
	must.Do(t, json.Unmarshal(text, &file))
	line := file.Features[0].Geometry
	into := any(&parts)
	if line.Type == "LineString" {
		parts = make([][][2]float64, 1)
		into = &parts[0]
	}
	if err := json.Unmarshal(line.Coordinates, into); err != nil {
		t.Fatalf("%s: %v", line.Type, err)
	}
	return parts
}

// geoJSONOf writes the open path of places, which are latitudes and longitudes, in their order.
func geoJSONOf(t testing.TB, places [][2]float64, o format.Output) []byte {
	t.Helper()
	text, tour := strings.Builder{}, tsp.Tour{}
	text.WriteString("lat,lon\n")
	for city, at := range places {
		fmt.Fprintf(&text, "%v,%v\n", at[0], at[1])
		tour = append(tour, int32(city))
	}
	input := must.Get(format.Read(t.Context(), strings.NewReader(text.String()), "f.csv", format.Options{}))(t)
	var b bytes.Buffer
	if err := format.NewRoute(input, tour, true, 0).Write(&b, o); err != nil {
		t.Fatalf("%v: %v", places, err)
	}
	return b.Bytes()
}

// A line is cut where it crosses the 180th meridian, and only there (RFC 7946, section 3.1.9).
func TestGeoJSONAtTheDateLine(t *testing.T) {
	type line = [][2]float64
	for _, c := range []struct {
		name   string
		places [][2]float64 // latitude, longitude
		want   []line       // longitude, latitude
	}{
		{"there and back", line{{10, 179}, {20, -179}, {0, 170}}, []line{{{179, 10}, {180, 15}},
			{{-180, 15}, {-179, 20}, {-180, 18.18181818181818}}, {{180, 18.18181818181818}, {170, 0}}}},
		{"180 and -180", line{{10, 180}, {20, -180}, {0, 170}}, []line{{{180, 10}, {180, 20}, {170, 0}}}},
		{"-180 and 180", line{{10, -180}, {20, 180}, {0, -170}}, []line{{{-180, 10}, {-180, 20}, {-170, 0}}}},
		{"180 and -179.9", line{{0, 180}, {0, -179.9}, {1, -179.5}}, []line{{{-180, 0}, {-179.9, 0}, {-179.5, 1}}}},
		{"-179.9 and 180", line{{1, -179.5}, {0, -179.9}, {0, 180}}, []line{{{-179.5, 1}, {-179.9, 0}, {-180, 0}}}},
		{"over a place at 180", line{{0, 170}, {5, -180}, {0, -170}},
			[]line{{{170, 0}, {180, 5}}, {{-180, 5}, {-170, 0}}}},
		{"one place at both", line{{0, 180}, {0, -180}, {5, -170}}, []line{{{-180, 0}, {-170, 5}}}},
		{"two poles", line{{90, 179}, {90, -179}, {80, 0}}, []line{{{179, 90}, {179, 90}, {0, 80}}}},
		{"to a pole", line{{80, 179}, {90, -179}, {80, 100}}, []line{{{179, 80}, {179, 90}, {100, 80}}}},
		{"from a pole", line{{-90, 170}, {-80, -170}, {-70, -160}},
			[]line{{{170, -90}, {180, -85}}, {{-180, -85}, {-170, -80}, {-160, -70}}}},
		{"0 to 360", line{{0, 175}, {4, 185}, {8, 190}}, []line{{{175, 0}, {180, 2}}, {{-180, 2}, {-175, 4}, {-170, 8}}}},
	} {
		if got := lineOf(t, geoJSONOf(t, c.places, format.OutputGeoJSON)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A longitude in GPX is below 180, and the route is read back by its coordinates.
func TestGPXAtTheDateLine(t *testing.T) {
	places := [][2]float64{{10, 180}, {20, -180}, {5, 190}}
	text := geoJSONOf(t, places, format.OutputGPX)
	var file struct {
		Points []struct {
			Longitude float64 `xml:"lon,attr"`
		} `xml:"rte>rtept"`
	}
	must.Do(t, xml.Unmarshal(text, &file))
	for i, want := range []float64{-180, -180, -170} {
		if got := file.Points[i].Longitude; got != want {
			t.Errorf("stop %d at longitude %v, want %v", i+1, got, want)
		}
	}
	of := read(t, "lat,lon\n5,190\n10,180\n20,-180\n", format.Options{}).Instance
	got, err := format.ReadTour(t.Context(), bytes.NewReader(text), "f", of)
	if err != nil || !slices.Equal(got.Tour, tsp.Tour{1, 2, 0}) {
		t.Errorf("%v, %v", got, err)
	}
}
