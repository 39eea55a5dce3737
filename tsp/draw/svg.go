package draw

import (
	"bufio"
	"cmp"
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
)

// Coordinates are whole numbers. The viewBox has so many of them for a pixel; the coarse ones keep
// pictures of many cities small.
const (
	fine, coarse = 100, 10
	coarseFrom   = 20_000 // cities
)

// writeSVG writes the scene as SVG with a transparent background.
func (s *scene) writeSVG(w io.Writer) error {
	unit := fine
	if s.points >= coarseFrom {
		unit = coarse
	}
	u := float64(unit)
	b := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="%.0f %.0f %.0f %.0f" `,
		s.width, s.height, -s.origin.x*u, -s.origin.y*u, s.width*u, s.height*u)
	fmt.Fprintln(b,
		`fill="none" stroke-linejoin="round" stroke-linecap="round" font-family="Liberation Sans,Arial,Helvetica,sans-serif">`)
	if s.title != "" {
		fmt.Fprintf(b, "<title>%s</title>\n", html.EscapeString(s.title))
	}
	for i := range s.layers {
		s.layers[i].writeSVG(b, u)
	}
	b.WriteString("</svg>\n")
	return b.Flush()
}

func (l *layer) writeSVG(b *bufio.Writer, unit float64) {
	path := pathWriter{b: b, unit: unit}
	if len(l.lines)+len(l.dots) > 0 {
		fmt.Fprintf(b, `<path class="%s" stroke="%s" stroke-width="%.0f" d="`, l.class, hex(l.color), l.width*unit)
		for _, line := range l.lines {
			path.line(line)
		}
		path.dots(l.dots)
		b.WriteString("\"/>\n")
	}
	if len(l.shapes) > 0 {
		fmt.Fprintf(b, `<path class="%s" fill="%s" d="`, l.class, hex(l.color))
		path.at = [2]int64{}
		for _, shape := range l.shapes {
			path.line(shape)
			b.WriteByte('z')
			path.at = path.start
		}
		b.WriteString("\"/>\n")
	}
	for _, t := range l.texts {
		anchor := map[float64]string{0.5: ` text-anchor="middle"`, 1: ` text-anchor="end"`}[t.anchor]
		fmt.Fprintf(b, `<text class="%s" x="%.0f" y="%.0f" font-size="%.0f" fill="%s"%s>%s</text>`+"\n",
			l.class, t.at.x*unit, t.at.y*unit, t.size*unit, hex(l.color), anchor, html.EscapeString(t.text))
	}
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
