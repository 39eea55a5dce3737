package main

import (
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"
)

// The look of a picture, in SVG units.
const (
	longSide  = 1000 // width or height of the drawing, the longer of both
	margin    = 10
	lineWidth = 1.4
	lineColor = "#0072b2" // the blue of the charts; it shows on white and on black
	dotWidth  = 4
	dotColor  = "#d55e00"
)

// canvas maps points into a picture.
type canvas struct {
	low           point // this corner becomes 0,0
	scale         float64
	width, height float64
}

func newCanvas(lines [][]point) canvas {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, at := range slices.Concat(lines...) {
		low.x, low.y = min(low.x, at.x), min(low.y, at.y)
		high.x, high.y = max(high.x, at.x), max(high.y, at.y)
	}
	width, height := high.x-low.x, high.y-low.y
	scale := 1.0
	if longer := max(width, height); longer > 0 {
		scale = longSide / longer
	}
	return canvas{low, scale, width * scale, height * scale}
}

// at returns a point's coordinates as text.
func (c canvas) at(p point) string {
	return fmt.Sprintf("%.1f %.1f", (p.x-c.low.x)*c.scale, (p.y-c.low.y)*c.scale)
}

// writePicture writes lines, and a dot for each city, as SVG.
func writePicture(w io.Writer, title string, cities []point, lines [][]point) error {
	c := newCanvas(lines)
	var route, dots strings.Builder
	for _, line := range lines {
		for i, p := range line {
			route.WriteString(map[bool]string{true: "M", false: "L"}[i == 0] + c.at(p))
		}
	}
	for _, p := range cities {
		dots.WriteString("M" + c.at(p) + "h0") // a line of length 0 with round ends
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%d %d %.0f %.0f" fill="none" stroke-linejoin="round" stroke-linecap="round">
<title>%s</title>
<path stroke="%s" stroke-width="%g" d="%s"/>
<path stroke="%s" stroke-width="%d" d="%s"/>
</svg>
`, -margin, -margin, c.width+2*margin, c.height+2*margin, html.EscapeString(title), lineColor, lineWidth, &route, dotColor, dotWidth, &dots)
	return err
}
