package draw

import (
	"io"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// resolution is the dots per inch of PNG; a pixel of the scene is a point, 1/72 inch, so it has
// two dots in each direction.
const resolution = 144

// writePNG writes the scene on white.
func (s *scene) writePNG(w io.Writer) error {
	c := vgimg.NewWith(vgimg.UseWH(vg.Length(s.width), vg.Length(s.height)), vgimg.UseDPI(resolution))
	s.draw(c)
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// draw draws the scene. The canvas has its origin at the bottom left.
func (s *scene) draw(c vg.Canvas) {
	at := func(p point) vg.Point {
		return vg.Point{X: vg.Length(s.origin.x + p.x), Y: vg.Length(s.height - s.origin.y - p.y)}
	}
	for _, l := range s.layers {
		c.SetColor(l.color)
		c.SetLineWidth(vg.Length(l.width))
		for _, line := range l.lines {
			strokeLine(c, line, at)
		}
		for _, dot := range l.dots {
			var circle vg.Path
			radius := vg.Length(l.width / 2)
			circle.Move(at(dot).Add(vg.Point{X: radius}))
			circle.Arc(at(dot), radius, 0, 2*math.Pi)
			circle.Close()
			c.Fill(circle)
		}
		for _, shape := range l.shapes {
			var path vg.Path
			path.Move(at(shape[0]))
			for _, corner := range shape[1:] {
				path.Line(at(corner))
			}
			path.Close()
			c.Fill(path)
		}
		for _, t := range l.texts {
			left := point{t.at.x - t.anchor*t.width(), t.at.y}
			c.FillString(face(t.size), at(left), t.text)
		}
	}
}

// strokeLine strokes a line in pieces, because the time for a path grows faster than its length.
func strokeLine(c vg.Canvas, line []point, at func(point) vg.Point) {
	const piece = 1000
	for i := 0; i+1 < len(line); i += piece {
		var path vg.Path
		path.Move(at(line[i]))
		for _, corner := range line[i+1 : min(i+piece+1, len(line))] {
			path.Line(at(corner))
		}
		c.Stroke(path)
	}
}
