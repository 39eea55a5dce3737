package main

import (
	"encoding/xml"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aco-vk/aco-vk/tsp"
)

// In the plane a tour is one closed line through all cities.
func TestRouteInThePlane(t *testing.T) {
	p, err := projectionOf(&tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 300, 0}, Y: []float64{0, 0, 400}})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]point{{{0, 0}, {0, -400}, {300, 0}, {0, 0}}}
	if diff := cmp.Diff(want, p.route(tsp.Tour{0, 2, 1}), cmp.AllowUnexported(point{})); diff != "" {
		t.Error(diff)
	}
}

// On the globe an edge across the 180th meridian leaves the picture on one side and enters it on the other, at the same latitude.
func TestRouteAcrossThe180thMeridian(t *testing.T) {
	p, err := projectionOf(&tsp.Instance{Kind: tsp.TSP, Metric: tsp.GEO, X: []float64{-10, 10, 0}, Y: []float64{170, -170, 0}})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]point{{{170, 10}, {180, 0}}, {{-180, 0}, {-170, -10}, {0, 0}, {170, 10}}}
	if diff := cmp.Diff(want, p.route(tsp.Tour{0, 1, 2}), cmp.AllowUnexported(point{}), cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Error(diff)
	}
}

// Away from the equator a degree of longitude is shorter than one of latitude.
func TestProjectionIsTrueToScale(t *testing.T) {
	p, err := projectionOf(&tsp.Instance{Kind: tsp.TSP, Metric: tsp.GEO, X: []float64{59.30, 60.30, 60}, Y: []float64{10, 11, 12}})
	if err != nil {
		t.Fatal(err)
	}
	east, north := p.cities[1].x-p.cities[0].x, p.cities[0].y-p.cities[1].y
	if math.Abs(east-0.5) > 1e-9 || math.Abs(north-1) > 1e-9 {
		t.Errorf("one degree at 60° north is %v wide and %v high", east, north)
	}
}

func TestProjectionRefuses(t *testing.T) {
	if _, err := projectionOf(&tsp.Instance{Metric: tsp.Explicit}); err == nil {
		t.Error("no error for an instance without coordinates")
	}
}

// A picture is well-formed XML, 1000 wide, with each city in it.
func TestWritePicture(t *testing.T) {
	cities := []point{{0, 0}, {20, 0}, {20, 10}}
	var text strings.Builder
	if err := writePicture(&text, "<title>", cities, [][]point{{cities[0], cities[1], cities[2], cities[0]}}); err != nil {
		t.Fatal(err)
	}
	var svg struct {
		Box   string `xml:"viewBox,attr"`
		Title string `xml:"title"`
		Path  []struct {
			D string `xml:"d,attr"`
		} `xml:"path"`
	}
	if err := xml.Unmarshal([]byte(text.String()), &svg); err != nil {
		t.Fatal(err)
	}
	if svg.Box != "-10 -10 1020 520" || svg.Title != "<title>" {
		t.Errorf("box %q, title %q", svg.Box, svg.Title)
	}
	paths := []string{"M0.0 0.0L1000.0 0.0L1000.0 500.0L0.0 0.0", "M0.0 0.0h0M1000.0 0.0h0M1000.0 500.0h0"}
	for i, want := range paths {
		if len(svg.Path) != len(paths) || svg.Path[i].D != want {
			t.Errorf("paths %+v, want %q", svg.Path, paths)
		}
	}
}

// The picture in README.md is up to date.
func TestPictureOfREADME(t *testing.T) {
	want, err := os.ReadFile("../../docs/figures/zone1970.svg")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	line := commandLine{"../../testdata/zone1970.tsp", "../../testdata/zone1970.tour"}
	if err := line.draw(&got); err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Error("docs/figures/zone1970.svg differs: run make figures")
	}
}
