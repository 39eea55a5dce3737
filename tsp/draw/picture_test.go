package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

func uniform(t *testing.T, cities int) *tsp.Instance {
	t.Helper()
	return must.Get(generate.Instance("uniform", cities, 1))(t)
}

func randomTour(r *rand.Rand, n int) tsp.Tour {
	tour := make(tsp.Tour, n)
	for i, city := range r.Perm(n) {
		tour[i] = int32(city)
	}
	return tour
}

// svgPicture is what the tests look at in a picture.
type svgPicture struct {
	Title string `xml:"title"`
	Path  []struct {
		Class string `xml:"class,attr"`
		D     string `xml:"d,attr"`
	} `xml:"g>path"`
	Text []string `xml:"g>g>title"`
}

func parseSVG(t *testing.T, p *Picture) svgPicture {
	t.Helper()
	var text bytes.Buffer
	must.Do(t, p.Write(&text, SVG))
	var svg svgPicture
	must.Do(t, xml.Unmarshal(text.Bytes(), &svg))
	return svg
}

var pathToken = regexp.MustCompile(`[a-z]|-?\d+`)

// points returns the absolute points of a path with the commands m, l and h.
func points(t *testing.T, path string) [][2]int {
	t.Helper()
	var list [][2]int
	var numbers []int
	at, command := [2]int{}, ""
	for _, token := range pathToken.FindAllString(path, -1) {
		number, err := strconv.Atoi(token)
		if err != nil {
			command = token
			continue
		}
		if command == "h" {
			continue
		}
		if numbers = append(numbers, number); len(numbers) == 2 {
			at[0], at[1] = at[0]+numbers[0], at[1]+numbers[1]
			list, numbers = append(list, at), nil
		}
	}
	return list
}

// The path of a tour visits the cities in the tour's order, to a hundredth of a pixel, and the
// long side has 1000 pixels.
func TestPathOfATour(t *testing.T) {
	in := uniform(t, 500)
	tour := randomTour(rand.New(rand.NewPCG(1, 1)), 500)
	svg := parseSVG(t, &Picture{Instance: in, Tours: []tsp.Tour{tour}, Title: "<title>\x01\xff"})
	if svg.Title != "<title>??" {
		t.Errorf("title %q", svg.Title)
	}
	plane := must.Get(projectionOf(in))(t)
	c := newCanvas(&plane)
	var want [][2]int
	longest := 0
	for i := range len(tour) + 1 {
		at := c.at(plane.cities[tour[i%len(tour)]])
		x, y := int(math.Round(100*at.x)), int(math.Round(100*at.y))
		want = append(want, [2]int{x, y})
		longest = max(longest, x, y)
	}
	if diff := cmp.Diff(want, points(t, svg.Path[0].D)); diff != "" || svg.Path[0].Class != "route" {
		t.Errorf("path of class %q: %s", svg.Path[0].Class, diff)
	}
	if longest != 100*longSide {
		t.Errorf("the long side has %d hundredths of a pixel", longest)
	}
}

// Every edge of two tours is drawn once, in the colour of the tours that have it.
func TestComparison(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, directed := range []bool{false, true} {
		first := randomTour(r, 12)
		second := append(tsp.Tour{}, first...)
		second[3], second[8] = second[8], second[3]
		reversed := append(tsp.Tour{}, second...)
		for i := range reversed {
			reversed[i] = second[len(second)-1-i]
		}
		p := projection{cities: make([]point, 12)}
		counts := p.compare([2]tsp.Tour{first, reversed}, false, directed).counts
		want := [3]int{8, 4, 4}
		if directed {
			want = [3]int{0, 12, 12}
		}
		if counts != want {
			t.Errorf("directed %v: counts %v, want %v", directed, counts, want)
		}
	}
}

// Beside another tour, a city that there is not is named with its position.
func TestRefusesCityOutside(t *testing.T) {
	in := uniform(t, 5)
	err := (&Picture{Instance: in, Tours: []tsp.Tour{{0, 1, 2, 3, 4}, {0, 2, 5}}}).Write(&bytes.Buffer{}, SVG)
	if err == nil || !strings.HasSuffix(err.Error(), ": position 2: city 5 is outside 0..4") {
		t.Errorf("%v", err)
	}
}

func TestLegendOfAComparison(t *testing.T) {
	in := uniform(t, 5)
	svg := parseSVG(t, &Picture{Instance: in, Tours: []tsp.Tour{{0, 1, 2, 3, 4}, {0, 2, 1, 3, 4}},
		Labels: []string{"a", "b"}})
	want := []string{"in both: 3 edges", "only in a: 2 edges", "only in b: 2 edges"}
	if diff := cmp.Diff(want, svg.Text); diff != "" {
		t.Error(diff)
	}
}

// An open path does not return to its first city, and a tour that does has one edge more.
func TestOpenPath(t *testing.T) {
	in := uniform(t, 6)
	tour := tsp.Tour{3, 4, 5, 0, 1, 2}
	closed, open := &Picture{Instance: in, Tours: []tsp.Tour{tour}}, &Picture{Instance: in, Tours: []tsp.Tour{tour},
		Open: true}
	all, path := points(t, parseSVG(t, closed).Path[0].D), points(t, parseSVG(t, open).Path[0].D)
	if len(all) != 7 || !slices.Equal(all[:6], path) {
		t.Errorf("path %v of tour %v", path, all)
	}
	p := projection{cities: make([]point, 6)}
	if counts := p.compare([2]tsp.Tour{tour, {0, 1, 2, 3, 4, 5}}, true, false).counts; counts != [3]int{4, 1, 1} {
		t.Errorf("counts %v, want 4 common edges, and one of each path", counts)
	}
}

// A long name or title is cut, and the picture stays as small.
func TestLongNames(t *testing.T) {
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 10, 0}, Y: []float64{0, 0, 10},
		Names: []string{strings.Repeat("ä", 80), strings.Repeat("ä", 81), strings.Repeat("W", 100_000)}}
	var b bytes.Buffer
	must.Do(t, (&Picture{Instance: in, Title: strings.Repeat("W", 100_000)}).Write(&b, SVG))
	if b.Len() > 50_000 {
		t.Errorf("the picture has %d bytes", b.Len())
	}
	for _, c := range [][2]string{{in.Names[0], in.Names[0]}, {in.Names[1], in.Names[0] + "…"}} {
		if got := short(c[0]); got != c[1] {
			t.Errorf("%q is cut to %q", c[0], got)
		}
	}
}

// Names avoid lines: one to the right of a city is placed left of it if an edge goes right.
func TestNamesAvoidLines(t *testing.T) {
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 10, 0}, Y: []float64{0, 0, 0.1},
		Names: []string{"", "b", ""}}
	p := &Picture{Instance: in}
	cities := []point{{0, 0}, {500, 0}, {0, 900}}
	for _, test := range []struct {
		line   []point
		anchor float64
	}{{[]point{{500, 0}, {900, 0}}, 1}, {[]point{{500, 0}, {0, 0}}, 0}, {[]point{{700, -50}, {700, 50}}, 0}} {
		names := p.placeLabels(&scene{layers: []layer{{lines: [][]point{test.line}}}}, cities, 4).texts
		if len(names) != 1 || names[0].anchor != test.anchor {
			t.Errorf("line %v: %+v, want anchor %v", test.line, names, test.anchor)
		}
	}
}

// The stops of a tour have numbers. A number has room before any name, all labels are within the
// picture, and none covers another label, a city or the numbers of the graticule.
func TestStopsHaveNumbers(t *testing.T) {
	const n = 150
	r := rand.New(rand.NewPCG(4, 4))
	in := &tsp.Instance{Name: "town", Kind: tsp.TSP, Metric: tsp.Haversine, X: make([]float64, n), Y: make([]float64, n)}
	for i := range n {
		in.X[i], in.Y[i] = 48+0.1*r.Float64(), 7.8+0.1*r.Float64()
		in.Names = append(in.Names, fmt.Sprintf("Customer %c", 'A'+i%26))
	}
	curve := must.Get(construct.SpaceFilling(t.Context(), in))(t)
	p := &Picture{Instance: in, Tours: []tsp.Tour{curve}}
	s := must.Get(p.scene())(t)
	plane := must.Get(projectionOf(in))(t)
	c := newCanvas(&plane)
	var cities []point
	for _, at := range plane.cities {
		cities = append(cities, c.at(at))
	}
	var boxes []box
	numbers, names := 0, 0
	for _, l := range s.layers {
		for _, label := range l.texts {
			area := label.box()
			if slices.ContainsFunc(boxes, area.overlaps) || slices.ContainsFunc(cities, area.contains) {
				t.Errorf("%q covers another text, or a city", label.text)
			}
			if area.low.x < -s.origin.x || area.low.y < -s.origin.y || area.high.x > s.width-s.origin.x ||
				area.high.y > s.height-s.origin.y {
				t.Errorf("%q is cut", label.text)
			}
			boxes = append(boxes, area)
			number, name, isNamed := strings.Cut(label.text, " ")
			if stop, err := strconv.Atoi(number); err == nil && stop >= 1 && stop <= n {
				if numbers++; isNamed {
					names++
				}
				if isNamed && name != in.Names[curve[stop-1]] {
					t.Errorf("stop %d is called %q, want %q", stop, name, in.Names[curve[stop-1]])
				}
			}
		}
	}
	if numbers < n*8/10 || names < n/4 || names == numbers {
		t.Errorf("%d numbers and %d names for %d stops", numbers, names, n)
	}
	in.Names = nil // as in files of TSPLIB
	if svg := parseSVG(t, p); slices.Contains(svg.Text, "7") {
		t.Error("an instance without names or rows has numbers")
	}
	in.Rows = make([]int32, n)
	if svg := parseSVG(t, p); !slices.Contains(svg.Text, "7") {
		t.Error("an instance with rows has no numbers")
	}
	p.Tours = append(p.Tours, curve)
	if svg := parseSVG(t, p); slices.Contains(svg.Text, "7") {
		t.Error("two tours have numbers")
	}
}

// SVG has the outlines of all glyphs, at the places that their widths give, and scales to its
// container. A text that the font does not have is left to the reader's fonts.
func TestTextInSVG(t *testing.T) {
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 100, 200}, Y: []float64{0, 100, 0},
		Names: []string{"Łódź & co", "東京", "AVA"}}
	var b bytes.Buffer
	must.Do(t, (&Picture{Instance: in}).Write(&b, SVG))
	var svg struct {
		Width  string `xml:"width,attr"`
		Height string `xml:"height,attr"`
		Glyphs []struct {
			ID string `xml:"id,attr"`
			D  string `xml:"d,attr"`
		} `xml:"defs>path"`
		Texts  []string `xml:"g>text"`
		Labels []struct {
			Title string `xml:"title"`
			Use   []struct {
				Glyph string `xml:"href,attr"`
				X     int    `xml:"x,attr"`
			} `xml:"use"`
		} `xml:"g>g"`
	}
	must.Do(t, xml.Unmarshal(b.Bytes(), &svg))
	if svg.Width != "100%" || svg.Height != "" || !slices.Equal(svg.Texts, []string{"東京"}) || len(svg.Labels) != 2 {
		t.Fatalf("width %q, height %q, texts %q, %d labels", svg.Width, svg.Height, svg.Texts, len(svg.Labels))
	}
	outlines := map[string]string{}
	for _, g := range svg.Glyphs {
		outlines["#"+g.ID] = g.D
	}
	for i, want := range []int{7, 3} { // glyphs that are no blanks
		label := svg.Labels[i]
		if len(label.Use) != want {
			t.Errorf("%q: %d glyphs", label.Title, len(label.Use))
		}
		for _, use := range label.Use {
			if !strings.HasPrefix(outlines[use.Glyph], "m") || !strings.HasSuffix(outlines[use.Glyph], "z") {
				t.Errorf("%q: glyph %s is %q", label.Title, use.Glyph, outlines[use.Glyph])
			}
		}
	}
	// Liberation Sans: A is 1366 units wide, AV and VA are 152 closer, V is 1366 wide.
	if use := svg.Labels[1].Use; use[0].X != 0 || use[1].X != 1366-152 || use[2].X != 2*(1366-152) {
		t.Errorf("AVA at %+v", use)
	}
}

// PNG and PDF have the size of the scene.
func TestRasterAndPDF(t *testing.T) {
	p := &Picture{Instance: uniform(t, 50), Tours: []tsp.Tour{randomTour(rand.New(rand.NewPCG(3, 3)), 50)},
		Title: "title"}
	s := must.Get(p.scene())(t)
	var raster, page bytes.Buffer
	must.Do(t, p.Write(&raster, PNG))
	config, err := png.DecodeConfig(&raster)
	if err != nil || config.Width != int(math.Round(2*s.width)) || config.Height != int(math.Round(2*s.height)) {
		t.Errorf("PNG of %d x %d (%v) for a scene of %v x %v", config.Width, config.Height, err, s.width, s.height)
	}
	must.Do(t, p.Write(&page, PDF))
	if box := fmt.Sprintf("/MediaBox [0 0 %.2f %.2f]", s.width, s.height); !bytes.Contains(page.Bytes(), []byte(box)) {
		t.Errorf("PDF without %s", box)
	}
}

// A city takes a few bytes: a million cities have less than 10 MB.
func TestSizeOfManyCities(t *testing.T) {
	const n = 200_000
	in := uniform(t, n)
	curve := must.Get(construct.SpaceFilling(t.Context(), in))(t)
	for _, tours := range [][]tsp.Tour{nil, {curve}} {
		var text bytes.Buffer
		must.Do(t, (&Picture{Instance: in, Tours: tours}).Write(&text, SVG))
		if text.Len() > 10*n {
			t.Errorf("%d tours: %d bytes for %d cities", len(tours), text.Len(), n)
		}
	}
}

// All cities at one place, or on one line, make a picture too.
func TestDegenerate(t *testing.T) {
	for _, metric := range []tsp.Metric{tsp.EUC2D, tsp.GEO} {
		for _, x := range [][]float64{{5, 5, 5}, {1, 2, 3}, {90, 90, 90}} {
			in := &tsp.Instance{Kind: tsp.TSP, Metric: metric, X: x, Y: []float64{7, 7, 7}}
			for _, format := range []Format{SVG, PNG, PDF} {
				if err := (&Picture{Instance: in, Tours: []tsp.Tour{{0, 1, 2}}}).Write(&bytes.Buffer{},
					format); err != nil {
					t.Errorf("%s %v as %s: %v", metric, x, format, err)
				}
			}
		}
	}
}
