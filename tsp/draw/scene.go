package draw

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/aco-vk/aco-vk/tsp"
)

// The sizes of a picture in pixels.
const (
	longSide  = 1000 // width or height of the map, the longer of both
	padding   = 12   // around the map
	textSize  = 12   // of the title and of the graticule
	nameSize  = 10
	lineSpace = 18 // from one line of text to the next
	thinLine  = 0.6
)

// The colours show on white and on black, and colour-blind people can tell them apart (Okabe and
// Ito 2008).
var (
	blue   = color.RGBA{0, 114, 178, 255}
	orange = color.RGBA{213, 94, 0, 255}
	green  = color.RGBA{0, 158, 115, 255}
	gray   = color.RGBA{119, 119, 119, 255}
	light  = color.RGBA{160, 160, 160, 255}
)

// layer is a part of a picture in one colour.
type layer struct {
	class string // of SVG's path
	color color.RGBA
	width float64 // of lines, and diameter of dots
	// opacity of lines and shapes, above 0 to 1; 0: 1
	opacity float64
	lines   [][]point // stroked
	dots    []point
	shapes  [][]point // polygons, filled together by the non-zero rule: holes turn the other way
	texts   []text
	// isGround tells what labels may cover: land and lines of the map
	isGround bool
}

// text is a line of text; at is on its baseline.
type text struct {
	at     point
	anchor float64 // the part of the text that is left of at: 0, 0.5 or 1
	size   float64
	text   string
}

// scene is a picture as plain data, in pixels.
type scene struct {
	title         string
	origin        point // of the map
	width, height float64
	layers        []layer
	points        int // number of cities, which determines the resolution
}

// canvas maps the plane into the picture.
type canvas struct {
	low, high point // corners of the cities
	scale     float64
}

// newCanvas returns the canvas of a picture of the cities.
func newCanvas(p *projection) canvas {
	c := p.canvas(longSide)
	if half := 180 * p.stretch; c.high.x-c.low.x > half && half > 0 {
		c.low.x, c.high.x = -half, half // edges may leave the globe on one side
		c.scale = longSide / max(2*half, c.high.y-c.low.y)
	}
	return c
}

// canvas returns the smallest canvas around the cities. Its longer side has the given number of pixels.
func (p *projection) canvas(side float64) canvas {
	around := boxAround(p.cities)
	c := canvas{low: around.low, high: around.high, scale: side}
	if longer := max(c.high.x-c.low.x, c.high.y-c.low.y); longer > 0 {
		c.scale = side / longer
	}
	return c
}

func (c *canvas) at(p point) point {
	return point{float64((p.x - c.low.x) * c.scale), float64((p.y - c.low.y) * c.scale)}
}

// place maps lines into the picture, in place.
func (c *canvas) place(lines [][]point) [][]point {
	for _, line := range lines {
		for i := range line {
			line[i] = c.at(line[i])
		}
	}
	return lines
}

// scene returns the picture as layers, from bottom to top.
func (p *Picture) scene() (*scene, error) {
	plane, err := projectionOf(p.Instance)
	if err != nil {
		return nil, err
	}
	c := newCanvas(&plane)
	s := &scene{title: short(p.Title), points: len(plane.cities)}
	if plane.stretch > 0 {
		s.layers = append(plane.land(&c, mapEdge), plane.graticule(&c)...)
	}
	line, dot := lookOf(s.points)
	if len(p.Trails) > 0 {
		p.addTrails(s, &plane, &c, line)
	}
	legend := p.addTours(s, &plane, &c, line)
	cities := make([]point, len(plane.cities))
	for i, at := range plane.cities {
		cities[i] = c.at(at)
	}
	dots := layer{class: "cities", color: orange, width: dot, dots: cities}
	if len(p.Tours) == 2 {
		dots.color = gray
	}
	switch {
	case dot > 0:
		s.layers = append(s.layers, dots)
		legend = append(legend, p.addUnshared(s, cities, 2*dot)...)
	case len(p.Tours)+len(p.Trails) == 0:
		s.layers = append(s.layers, layer{class: "cities", color: orange, width: pixelDot, lines: pixels(cities)})
	}
	if len(p.Tours) == 1 {
		half := math.Inf(1)
		if plane.stretch > 0 {
			half = 180 * plane.stretch * c.scale
		}
		s.layers = append(s.layers, p.direction(cities, half)...)
	}
	s.layers = append(s.layers, p.placeLabels(s, cities, dot))
	s.frame(legend, (c.high.x-c.low.x)*c.scale, (c.high.y-c.low.y)*c.scale)
	return s, nil
}

// edges returns the lines of the tours.
func (s *scene) edges() [][]point {
	var lines [][]point
	for _, l := range s.layers {
		if !l.isGround {
			lines = append(lines, l.lines...)
		}
	}
	return lines
}

// addTours adds the edges of the tours and returns the legend's entries.
func (p *Picture) addTours(s *scene, plane *projection, c *canvas, width float64) []layer {
	if len(p.Tours) == 0 {
		return nil
	}
	first := p.Tours[0]
	if len(p.Tours) == 1 {
		lines := plane.lines(first, 1, func(i int) int {
			if p.Open && i == len(first)-1 {
				return undrawn
			}
			return 0
		})
		s.layers = append(s.layers, layer{class: "route", color: blue, width: width, lines: c.place(lines[0])})
		return nil
	}
	both := plane.compare([2]tsp.Tour(p.Tours), p.Open, !p.Instance.Symmetric())
	drawn := []layer{
		{class: "common", color: light, width: width, lines: c.place(both.common)},
		{class: "first", color: blue, width: 1.5 * width, lines: c.place(both.first)},
		{class: "second", color: orange, width: 1.5 * width, lines: c.place(both.second)},
	}
	s.layers = append(s.layers, drawn...)
	var legend []layer
	for i, name := range append([]string{"in both"}, p.onlyIn()...) {
		entry := text{size: textSize, text: name + ": " + counted(both.counts[i], "edge")}
		legend = append(legend, layer{class: drawn[i].class, color: drawn[i].color, width: 2, texts: []text{entry}})
	}
	return legend
}

// counted writes a number with its noun, as "1 place" and "2 places".
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// addUnshared adds dots on the cities that only one of two tours visits, and returns the legend's
// entries.
func (p *Picture) addUnshared(s *scene, cities []point, diameter float64) (legend []layer) {
	if len(p.Tours) != 2 {
		return nil
	}
	for i, name := range p.onlyIn() {
		only := layer{class: []string{"first", "second"}[i], color: []color.RGBA{blue, orange}[i], width: diameter}
		other := make([]bool, len(cities))
		for _, city := range p.Tours[1-i] {
			other[city] = true
		}
		for _, city := range p.Tours[i] {
			if !other[city] {
				only.dots = append(only.dots, cities[city])
			}
		}
		if len(only.dots) == 0 {
			continue
		}
		s.layers = append(s.layers, only)
		entry := text{size: textSize, text: name + ": " + counted(len(only.dots), "place")}
		legend = append(legend, layer{class: only.class, color: only.color, width: 2, texts: []text{entry}})
	}
	return legend
}

// onlyIn returns the legend's text for the edges of one tour.
func (p *Picture) onlyIn() []string {
	names := []string{"only in the first", "only in the second"}
	for i, label := range p.Labels[:min(len(p.Labels), len(names))] {
		names[i] = "only in " + printable(label)
	}
	return names
}

// printable replaces what XML or fonts do not have, such as control characters.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}

// longestText is the largest number of characters of a title or a name: a longer one would make the
// picture so wide that nobody sees the map.
const longestText = 80

// short returns a printable text without what a picture has no room for.
func short(text string) string {
	count := 0
	for at := range text {
		if count++; count > longestText {
			return printable(text[:at]) + "…"
		}
	}
	return printable(text)
}

// frame adds the title and the legend above the map, and sets the size of the picture so that all
// texts fit.
func (s *scene) frame(legend []layer, width, height float64) {
	all := box{point{0, 0}, point{width, height}}
	for _, l := range s.layers {
		for _, t := range l.texts {
			all = all.with(t.box())
		}
	}
	y := all.low.y - padding - float64(len(legend)*lineSpace)
	if s.title != "" {
		title := text{point{all.low.x, y}, 0, textSize, s.title}
		s.layers = append(s.layers, layer{class: "text", color: gray, texts: []text{title}})
		all = all.with(title.box())
	}
	const sample = 20 // length of a line
	for _, entry := range legend {
		y += lineSpace
		entry.lines = [][]point{{{all.low.x, y - textSize/3}, {all.low.x + sample, y - textSize/3}}}
		entry.texts[0].at = point{all.low.x + sample + 6, y}
		all = all.with(entry.texts[0].box())
		s.layers = append(s.layers, entry)
	}
	s.origin = point{padding - all.low.x, padding - all.low.y}
	s.width, s.height = all.high.x-all.low.x+2*padding, all.high.y-all.low.y+2*padding
}
