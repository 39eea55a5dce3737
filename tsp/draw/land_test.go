package draw

import (
	"bytes"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
)

// winding returns how often polygons turn around a point.
func winding(shapes [][]point, at point) (turns int) {
	for _, shape := range shapes {
		for i, to := range shape {
			from := shape[(i+len(shape)-1)%len(shape)]
			side := (to.x-from.x)*(at.y-from.y) - (to.y-from.y)*(at.x-from.x)
			switch {
			case from.y <= at.y && to.y > at.y && side > 0:
				turns++
			case from.y > at.y && to.y <= at.y && side < 0:
				turns--
			}
		}
	}
	return turns
}

// Land and sea are where they are on the globe: on maps of all of it, across the 180th meridian, and
// of a country, and at the poles.
func TestLandIsWhereItIs(t *testing.T) {
	type place struct {
		name                string
		latitude, longitude float64
		isLand              bool
	}
	for name, test := range map[string]struct {
		latitudes, longitudes []float64
		places                []place
	}{
		"world": {[]float64{-90, 90, 0, 0, 0}, []float64{-180, -90, 0, 90, 179}, []place{
			{"Munich", 48.137, 11.575, true}, {"Brasília", -15.79, -47.88, true}, {"Alice Springs", -23.7, 133.88, true},
			{"Chukotka", 67, -175, true}, {"Vostok", -78.46, 106.84, true}, {"near the South Pole", -89.5, 179.5, true},
			{"Gulf of Guinea", 0, 0, false}, {"Caspian Sea", 42, 51, false}, {"Pacific", 0, -140, false},
			{"near the North Pole", 89.5, 10, false},
		}},
		"across the 180th meridian": {[]float64{40, 72, 50}, []float64{140, 150, -140}, []place{
			{"Anadyr Highlands", 66, 172, true}, {"Chukotka", 67, -175, true}, {"Fairbanks", 64.84, -147.72, true},
			{"Bering Sea", 58, 180, false}, {"Bering Sea", 60, -176, false},
		}},
		"Germany": {[]float64{47, 55, 50}, []float64{6, 15, 10}, []place{
			{"Kassel", 51.31, 9.48, true}, {"Bornholm Basin", 54.9, 14.5, false}, {"German Bight", 54.5, 7, false},
		}},
	} {
		p := onGlobe(test.latitudes, test.longitudes)
		c := newCanvas(&p)
		layers := p.land(&c, mapEdge)
		for _, at := range test.places {
			east := math.Remainder(at.longitude-p.middle, 360)
			turns := winding(layers[0].shapes, c.at(point{east * p.stretch, -at.latitude}))
			if isSea := turns != 0; isSea == at.isLand {
				t.Errorf("%s: at %s the sea turns %d times", name, at.name, turns)
			}
		}
	}
}

// A line from Uruguay to Porto Alegre crosses the border of Brazil an odd number of times.
func TestBorders(t *testing.T) {
	p := onGlobe([]float64{-35, -29, -30}, []float64{-58, -48, -50})
	c := newCanvas(&p)
	from, to := c.at(point{(-55.5 - p.middle) * p.stretch, 31.6}), c.at(point{(-51.2 - p.middle) * p.stretch, 30})
	crossings := 0
	for _, line := range p.land(&c, mapEdge)[1].lines {
		for i := 1; i < len(line); i++ {
			side := func(a, b, at point) bool { return (b.x-a.x)*(at.y-a.y) > (b.y-a.y)*(at.x-a.x) }
			a, b := line[i-1], line[i]
			if side(a, b, from) != side(a, b, to) && side(from, to, a) != side(from, to, b) {
				crossings++
			}
		}
	}
	if crossings%2 != 1 {
		t.Errorf("%d crossings", crossings)
	}
}

// Maps of less than 200 km, and instances in the plane, have no land.
func TestWithoutLand(t *testing.T) {
	for name, test := range map[string]struct {
		metric tsp.Metric
		x, y   []float64
		want   int
	}{
		"plane":  {tsp.EUC2D, []float64{-30, 60, 0}, []float64{0, 90, 10}, 0},
		"199 km": {tsp.Haversine, []float64{50, 51.79, 50}, []float64{10, 10, 11}, 0},
		"201 km": {tsp.Haversine, []float64{50, 51.81, 50}, []float64{10, 10, 11}, 1},
		"GEO":    {tsp.GEO, []float64{50, 51.50, 50}, []float64{10, 10, 11}, 1}, // 51° 50'
	} {
		in := &tsp.Instance{Kind: tsp.TSP, Metric: test.metric, X: test.x, Y: test.y}
		var page, ground strings.Builder
		must.Do(t, (&Picture{Instance: in}).Write(&page, SVG))
		must.Do(t, WriteLand(&ground, in))
		for _, svg := range []string{page.String(), ground.String()} {
			if got := strings.Count(svg, `class="sea"`); got != test.want {
				t.Errorf("%s: %d layers of sea, want %d", name, got, test.want)
			}
		}
	}
	if err := WriteLand(&strings.Builder{}, &tsp.Instance{Metric: tsp.Explicit}); err == nil {
		t.Error("a matrix has land")
	}
}

// In PNG the sea is light blue, and land is white. Names have room on both.
func TestLandInPNG(t *testing.T) {
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.Haversine, X: []float64{47, 55, 50}, Y: []float64{6, 15, 10},
		Names: []string{"a", "b", "c"}}
	var file bytes.Buffer
	p := Picture{Instance: in}
	must.Do(t, p.Write(&file, PNG))
	picture := must.Get(png.Decode(&file))(t)
	s := must.Get(p.scene())(t)
	if names := s.layers[len(s.layers)-1].texts; len(names) != 3 {
		t.Errorf("%d of 3 names", len(names))
	}
	plane := must.Get(projectionOf(in))(t)
	c := newCanvas(&plane)
	for _, test := range []struct {
		latitude, longitude float64
		want                color.RGBA
	}{{51.31, 9.48, color.RGBA{255, 255, 255, 255}}, {54.6, 7.1, color.RGBA{224, 238, 246, 255}}} {
		at := c.at(point{test.longitude * plane.stretch, -test.latitude})
		x, y := int(dots*(s.origin.x+at.x)), int(dots*(s.origin.y+at.y))
		if got := color.RGBAModel.Convert(picture.At(x, y)); got != test.want {
			t.Errorf("%v° N %v° E is %v, want %v", test.latitude, test.longitude, got, test.want)
		}
	}
}

func TestClip(t *testing.T) {
	b := box{point{0, 0}, point{10, 10}}
	for name, test := range map[string]struct{ ring, want []point }{
		"inside":  {[]point{{1, 1}, {9, 1}, {5, 9}}, []point{{1, 1}, {9, 1}, {5, 9}}},
		"outside": {[]point{{11, 1}, {19, 1}, {15, 9}}, nil},
		"around":  {[]point{{-5, -5}, {-5, 15}, {15, 15}, {15, -5}}, []point{{10, 10}, {10, 0}, {0, 0}, {0, 10}}},
		"cut":     {[]point{{5, 2}, {15, 2}, {15, 6}, {5, 6}}, []point{{5, 2}, {10, 2}, {10, 6}, {5, 6}}},
	} {
		if diff := cmp.Diff(test.want, b.clip(test.ring), cmp.AllowUnexported(point{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	line := []point{{-5, 5}, {5, 5}, {5, 15}, {8, 15}, {8, 8}, {9, 8}, {19, 8}}
	want := [][]point{{{0, 5}, {5, 5}, {5, 10}}, {{8, 10}, {8, 8}, {9, 8}, {10, 8}}}
	if diff := cmp.Diff(want, b.cut(line), cmp.AllowUnexported(point{})); diff != "" {
		t.Error(diff)
	}
}

// A simplified line keeps its ends and what is farther than half a pixel from it.
func TestSimplified(t *testing.T) {
	line := []point{{0, 0}, {5, 0.4}, {10, 0}, {10, 5}, {10.4, 7}, {10, 10}}
	want := []point{{0, 0}, {10, 0}, {10, 10}}
	if diff := cmp.Diff(want, simplified(line), cmp.AllowUnexported(point{})); diff != "" {
		t.Error(diff)
	}
}

// Land takes at most 55 KB of a picture of the whole globe, and 250 KB of the program.
func TestSizeOfLand(t *testing.T) {
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.Haversine, X: []float64{-80, 80, 0}, Y: []float64{-170, 0, 170}}
	var svg bytes.Buffer
	must.Do(t, (&Picture{Instance: in}).Write(&svg, SVG))
	if svg.Len() > 60_000 || len(atlasFile) > 250_000 {
		t.Errorf("the picture has %d bytes, the atlas %d", svg.Len(), len(atlasFile))
	}
}
