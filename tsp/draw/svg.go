package draw

import (
	"bufio"
	"cmp"
	"fmt"
	"html"
	"image/color"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Coordinates are whole numbers. A pixel has so many of them; the coarse ones keep pictures of many
// cities small.
const (
	fine, coarse = 100, 10
	coarseFrom   = 20_000 // cities
)

// writeSVG writes the scene as SVG with a transparent background. It is as wide as its container.
// Texts are outlines of glyphs, so that they look the same everywhere.
func (s *scene) writeSVG(w io.Writer) error {
	unit := fine
	if s.points >= coarseFrom {
		unit = coarse
	}
	u := float64(unit)
	b := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100%%" viewBox="0 0 %.0f %.0f" `,
		math.Ceil(s.width), math.Ceil(s.height))
	fmt.Fprintln(b, `fill="none" stroke-linejoin="round" stroke-linecap="round">`)
	if s.title != "" {
		fmt.Fprintf(b, "<title>%s</title>\n", html.EscapeString(s.title))
	}
	if err := s.writeGlyphs(b); err != nil {
		return err
	}
	fmt.Fprintf(b, `<g transform="translate(%.2f %.2f) scale(%g)">`+"\n", s.origin.x, s.origin.y, 1/u)
	for i := range s.layers {
		s.layers[i].writeSVG(b, u)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Flush()
}

// writeGlyphs writes the outlines of all glyphs that texts use.
func (s *scene) writeGlyphs(b *bufio.Writer) error {
	used := map[sfnt.GlyphIndex]bool{}
	for _, l := range s.layers {
		for _, t := range l.texts {
			glyphs, _ := t.glyphs()
			for _, g := range glyphs {
				used[g.index] = true
			}
		}
	}
	delete(used, 0)
	if len(used) == 0 {
		return nil
	}
	b.WriteString("<defs>\n")
	for _, index := range slices.Sorted(maps.Keys(used)) {
		contours, err := outline(index)
		if err != nil {
			return err
		}
		if len(contours) > 0 { // a blank has none
			fmt.Fprintf(b, `<path id="glyph%d" d="`, index)
			path := pathWriter{b: b, unit: 1}
			path.contours(contours)
			b.WriteString("\"/>\n")
		}
	}
	b.WriteString("</defs>\n")
	return nil
}

func (l *layer) writeSVG(b *bufio.Writer, unit float64) {
	attributes := ""
	if l.opacity > 0 {
		attributes = fmt.Sprintf(` opacity="%.2g"`, l.opacity)
	}
	if l.isGround { // has as many points as a tour of many cities
		attributes += fmt.Sprintf(` transform="scale(%g)"`, unit/coarse)
		unit = coarse
	}
	path := pathWriter{b: b, unit: unit}
	if len(l.lines)+len(l.dots) > 0 {
		fmt.Fprintf(b, `<path class="%s" stroke="%s" stroke-width="%.0f"%s d="`, l.class, hex(l.color), l.width*unit, attributes)
		for _, line := range l.lines {
			path.line(line)
		}
		path.dots(l.dots)
		b.WriteString("\"/>\n")
	}
	if len(l.shapes) > 0 {
		fmt.Fprintf(b, `<path class="%s" fill="%s"%s d="`, l.class, hex(l.color), attributes)
		path.at = [2]int64{}
		for _, shape := range l.shapes {
			path.line(shape)
			path.close()
		}
		b.WriteString("\"/>\n")
	}
	for _, t := range l.texts {
		t.writeSVG(b, l, unit)
	}
}

// writeSVG writes the glyphs of a text, with the text as a title that browsers show and read out.
// A text with characters that the font does not have is left to the fonts of the reader.
func (t *text) writeSVG(b *bufio.Writer, l *layer, unit float64) {
	glyphs, width := t.glyphs()
	if slices.ContainsFunc(glyphs, func(g glyph) bool { return g.index == 0 }) {
		anchor := map[float64]string{0.5: ` text-anchor="middle"`, 1: ` text-anchor="end"`}[t.anchor]
		fmt.Fprintf(b, `<text class="%s" x="%.0f" y="%.0f" font-family="sans-serif" font-size="%.0f" fill="%s"%s>%s</text>`+"\n",
			l.class, t.at.x*unit, t.at.y*unit, t.size*unit, hex(l.color), anchor, html.EscapeString(t.text))
		return
	}
	scale := t.scale() * unit
	fmt.Fprintf(b, `<g class="%s" fill="%s" transform="translate(%.0f %.0f) scale(%.4g)"><title>%s</title>`, l.class, hex(l.color),
		t.at.x*unit-t.anchor*float64(width)*scale, t.at.y*unit, scale, html.EscapeString(t.text))
	runes := []rune(t.text)
	for i, g := range glyphs {
		if runes[i] != ' ' {
			fmt.Fprintf(b, `<use xlink:href="#glyph%d" x="%d"/>`, g.index, g.x)
		}
	}
	b.WriteString("</g>\n")
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// pathWriter writes the data of a path in relative coordinates.
type pathWriter struct {
	b         *bufio.Writer
	unit      float64
	at, start [2]int64
	buffer    []byte
}

// move writes the vector to a point after a command. "" continues the command before.
func (p *pathWriter) move(command string, to [2]int64) {
	text := append(p.buffer[:0], command...)
	dx, dy := to[0]-p.at[0], to[1]-p.at[1]
	if command == "" && dx >= 0 {
		text = append(text, ' ')
	}
	text = strconv.AppendInt(text, dx, 10)
	if dy >= 0 {
		text = append(text, ' ') // a minus separates, too
	}
	p.buffer = strconv.AppendInt(text, dy, 10)
	p.b.Write(p.buffer)
	p.at = to
}

func (p *pathWriter) round(at point) [2]int64 {
	return [2]int64{int64(math.Round(at.x * p.unit)), int64(math.Round(at.y * p.unit))}
}

// line writes a line. It leaves out points that are equal to the one before.
func (p *pathWriter) line(line []point) {
	command := "l"
	for i, at := range line {
		to := p.round(at)
		switch {
		case i == 0:
			p.move("m", to)
			p.start = to
		case to != p.at:
			p.move(command, to)
			command = ""
		}
	}
	if command == "l" {
		p.b.WriteString("h0")
	}
}

// close ends a closed line.
func (p *pathWriter) close() {
	p.b.WriteByte('z')
	p.at = p.start
}

// contours writes the closed contours of a glyph.
func (p *pathWriter) contours(segments sfnt.Segments) {
	at := func(point fixed.Point26_6) [2]int64 { return [2]int64{int64(point.X), int64(point.Y)} }
	for i, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				p.close()
			}
			p.move("m", at(s.Args[0]))
			p.start = p.at
		case sfnt.SegmentOpLineTo:
			p.move("l", at(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			from := p.at
			p.move("q", at(s.Args[0]))
			p.at = from // both points are relative to the first
			p.move("", at(s.Args[1]))
		}
	}
	p.close()
}

// dots writes a line of length 0 for each different point, row by row, so that distances are
// short.
func (p *pathWriter) dots(points []point) {
	places := make([][2]int64, len(points))
	for i, at := range points {
		places[i] = p.round(at)
	}
	slices.SortFunc(places, func(a, b [2]int64) int {
		return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(a[0], b[0]))
	})
	for _, place := range slices.Compact(places) {
		p.move("m", place)
		p.b.WriteString("h0")
	}
}
