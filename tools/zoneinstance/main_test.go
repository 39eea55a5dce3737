package main

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

func TestWriteTSPLIB(t *testing.T) {
	table := "#codes\tcoordinates\tTZ\n" +
		"AD\t+4230+00131\tEurope/Andorra\n" +
		"AQ\t-720041+0023206\tAntarctica/Troll\tTroll\n" +
		"US\t+404251-0740023\tAmerica/New_York\tEastern (most areas)\n"
	var b bytes.Buffer
	zones, err := readZones(strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	if err := writeTSPLIB(&b, zones, "2000a"); err != nil {
		t.Fatal(err)
	}
	in, err := tsplib.Read(&b, "f.tsp")
	if err != nil {
		t.Fatal(err)
	}
	// 41 s are 0.6833 min, 6 s are 0.1 min, 51 s are 0.85 min, 23 s are 0.3833 min.
	if diff := cmp.Diff([]float64{42.30, -72.006833, 40.4285}, in.X); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{1.31, 2.321, -74.003833}, in.Y); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(in.Comment, "2000a") || in.Metric != tsp.GEO {
		t.Errorf("%s, comment %q", in.Metric, in.Comment)
	}
}

func TestReadZonesRefuses(t *testing.T) {
	for _, line := range []string{"AD", "AD\t\tA", "AD\t4230\tA", "AD\tx4230+00131\tA", "AD\t+4230\tA", "AD\t+423+00131\tA",
		"AD\t+4230+0131\tA",
		"AD\t+4260+00131\tA", "AD\t+42x0+00131\tA", "AD\t+423060+0013100\tA", "AD\t+9100+00131\tA\nAD\t+0-0\tA"} {
		if zones, err := readZones(strings.NewReader(line)); err == nil {
			t.Errorf("%q: no error, zones %v", line, zones)
		}
	}
}

func TestWriteCSV(t *testing.T) {
	zones := []zone{{"Europe/Andorra", 42.30, 1.31}, {"America/New_York", 40.4285, -74.003833},
		{"Europe/Oslo", 59.55, 10.45}}
	var b bytes.Buffer
	if err := writeCSV(&b, zones, "Europe/"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("name,lat,lon\nAndorra,42.5000,1.5167\nOslo,59.9167,10.7500\n", b.String()); diff != "" {
		t.Error(diff)
	}
}

// Each place of testdata/places.csv is a city of testdata/zone1970.tsp.
func TestPlacesAreZones(t *testing.T) {
	input, err := format.ReadFile(t.Context(), "../../testdata/places.csv", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	places := input.Instance
	zones, err := tsplib.ReadFile("../../testdata/zone1970.tsp")
	if err != nil {
		t.Fatal(err)
	}
	const near = 1e-4 // four decimals
	for i := range places.X {
		found := false
		for j := range zones.X {
			latitude, longitude := zones.Degrees(j)
			found = found || math.Abs(places.X[i]-latitude) < near && math.Abs(places.Y[i]-longitude) < near
		}
		if !found {
			t.Errorf("place %d at %v, %v is not a city of zone1970", i+1, places.X[i], places.Y[i])
		}
	}
}
