package draw

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
)

func all(int) int { return 0 }

// On the globe an edge across the edge of the picture continues on the other side, at the same
// latitude.
func TestLinesAcrossTheEdgeOfTheGlobe(t *testing.T) {
	p := onGlobe([]float64{-10, 10, 0}, []float64{170, -170, 0})
	want := [][]point{{{170, 10}, {180, 0}}, {{-180, 0}, {-170, -10}, {0, 0}, {170, 10}}}
	if diff := cmp.Diff(want, p.lines(tsp.Tour{0, 1, 2}, 1, all)[0], cmp.AllowUnexported(point{}),
		cmpopts.EquateApprox(0, 1e-9)); diff != "" {
		t.Error(diff)
	}
}

// Cities on both sides of the 180th meridian are drawn side by side, unless they are all around
// the globe.
func TestMiddleLongitude(t *testing.T) {
	for _, test := range []struct {
		longitudes []float64
		want       float64
	}{
		{[]float64{170, -170, 175}, 180},
		{[]float64{190, 170, 535}, 180},
		{[]float64{-100, 0, 100}, 0},
		{[]float64{10, 20, 30}, 0},
		{[]float64{-100, -170, 150}, -155},
	} {
		if got := middleLongitude(test.longitudes); math.Abs(math.Remainder(got-test.want, 360)) > 1e-9 {
			t.Errorf("longitudes %v: middle %v, want %v", test.longitudes, got, test.want)
		}
	}
	p := onGlobe([]float64{0, 0}, []float64{179, -179})
	if width := p.cities[1].x - p.cities[0].x; math.Abs(width-2) > 1e-9 {
		t.Errorf("179° E and 179° W are %v° apart", width)
	}
}

// A line between both edges of the globe goes along one of them.
func TestLineBetweenEdges(t *testing.T) {
	p := onGlobe([]float64{10, 20, 0, 0, 0}, []float64{180, -180, 0, 90, -90})
	got := p.line([][]point{{p.cities[0]}}, p.cities[0], p.cities[1])
	right, left := p.cities[0].x, p.cities[1].x
	want := [][]point{{{right, -10}, {right, -10}}, {{left, -10}, {left, -20}}}
	if !slices.EqualFunc(got, want, slices.Equal) || left >= 0 {
		t.Errorf("%v, want %v", got, want)
	}
}

// Away from the equator a degree of longitude is shorter than one of latitude.
func TestProjectionIsTrueToScale(t *testing.T) {
	p, err := projectionOf(&tsp.Instance{Kind: tsp.TSP, Metric: tsp.GEO, X: []float64{59.30, 60.30, 60},
		Y: []float64{10, 11, 12}})
	must.Do(t, err)
	east, north := p.cities[1].x-p.cities[0].x, p.cities[0].y-p.cities[1].y
	if math.Abs(east-0.5) > 1e-9 || math.Abs(north-1) > 1e-9 {
		t.Errorf("one degree at 60° north is %v wide and %v high", east, north)
	}
}

func TestRefused(t *testing.T) {
	matrix := &tsp.Instance{Name: "m", Kind: tsp.TSP, Metric: tsp.Explicit, Weights: make([]int32, 9)}
	plane := &tsp.Instance{Name: "p", Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 1, 0}, Y: []float64{0, 0, 1}}
	tour := tsp.Tour{0, 1, 2}
	_, suffix := FormatOf("tour.jpeg")
	for want, err := range map[string]error{
		"no instance": new(Picture).Write(&strings.Builder{}, SVG),
		"matrix":      (&Picture{Instance: matrix}).Write(&strings.Builder{}, SVG),
		"3 tours":     (&Picture{Instance: plane, Tours: []tsp.Tour{tour, tour, tour}}).Write(&strings.Builder{}, SVG),
		"format":      (&Picture{Instance: plane}).Write(&strings.Builder{}, "gif"),
		"tour.jpeg: ": suffix,
	} {
		if typed := (*Error)(nil); !errors.As(err, &typed) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want an *Error with %q", err, want)
		}
	}
}

// A map that ends at a parallel has it.
func TestGraticuleHasTheEdges(t *testing.T) {
	p, err := projectionOf(&tsp.Instance{Kind: tsp.TSP, Metric: tsp.GEO, X: []float64{10, 20, 15},
		Y: []float64{3, 4, 5}})
	must.Do(t, err)
	c := newCanvas(&p)
	var names []string
	for _, label := range p.graticule(&c)[1].texts {
		names = append(names, label.text)
	}
	for _, name := range []string{"10° N", "20° N"} {
		if !slices.Contains(names, name) {
			t.Errorf("no parallel of %s among %q", name, names)
		}
	}
}

// Lines of the graticule are neither too many nor too few, at every scale.
func TestStepOf(t *testing.T) {
	for span, want := range map[float64]float64{360: 30, 180: 15, 60: 5, 20: 2, 1.1: 0.1, 0.02: 0.002,
		3.7e-5: 0.000005} {
		if got := stepOf(span); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("a map of %v°: a line every %v°, want %v°", span, got, want)
		}
	}
	for span := 1e-5; span < 361; span *= 1.01 {
		if lines := span / stepOf(span); lines > mostLines+1e-9 || lines < 4 {
			t.Errorf("a map of %v° has %v lines", span, lines)
		}
	}
}

func TestDegrees(t *testing.T) {
	for v, want := range map[float64]string{0: "0°", 12.5: "12.5° N", -0.30000000000000004: "0.3° S"} {
		if got := degrees(v, "N", "S"); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}
