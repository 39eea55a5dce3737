package draw

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// dots is the number of dots of PNG for a pixel of the scene, in each direction. With 144 dots per
// inch a pixel is a point, 1/72 inch.
const dots = 2

// writePNG writes the scene on white.
func (s *scene) writePNG(w io.Writer) error {
	size := image.Rect(0, 0, int(math.Round(dots*s.width)), int(math.Round(dots*s.height)))
	picture := image.NewRGBA(size)
	draw.Draw(picture, size, image.White, image.Point{}, draw.Src)
	at := func(p point) point { return point{dots * (s.origin.x + p.x), dots * (s.origin.y + p.y)} }
	for i := range s.layers {
		if err := s.layers[i].draw(picture, at); err != nil {
			return err
		}
	}
	return png.Encode(w, picture)
}

// draw draws the layer. at returns where a point of the scene is in the picture.
func (l *layer) draw(picture *image.RGBA, at func(point) point) error {
	m, radius := mask{image.NewAlpha(picture.Rect)}, dots*l.width/2
	for _, line := range l.lines {
		for i := 1; i < len(line); i++ {
			m.line(at(line[i-1]), at(line[i]), radius)
		}
	}
	for _, dot := range l.dots {
		m.line(at(dot), at(dot), radius)
	}
	if len(l.shapes) > 0 {
		m.fill(l.shapes, at)
	}
	colour := image.NewUniform(l.color)
	if l.opacity > 0 {
		colour = image.NewUniform(color.NRGBA{l.color.R, l.color.G, l.color.B, uint8(math.Round(255 * l.opacity))})
	}
	draw.DrawMask(picture, picture.Rect, colour, image.Point{}, m.Alpha, image.Point{}, draw.Over)
	for _, t := range l.texts {
		if err := t.draw(picture, colour, at); err != nil {
			return err
		}
	}
	return nil
}

func (t *text) draw(picture *image.RGBA, colour image.Image, at func(point) point) error {
	face, err := opentype.NewFace(sans(), &opentype.FaceOptions{Size: t.size, DPI: 72 * dots})
	if err != nil {
		return err
	}
	left := at(point{t.at.x - t.anchor*t.width(), t.at.y})
	d := font.Drawer{Dst: picture, Src: colour, Face: face,
		Dot: fixed.Point26_6{X: fixed.Int26_6(math.Round(64 * left.x)), Y: fixed.Int26_6(math.Round(64 * left.y))}}
	d.DrawString(t.text)
	return nil
}

// mask has the part of each dot that shapes cover. Shapes that overlap do not add up.
type mask struct{ *image.Alpha }

// cover raises what is covered of the dot in a column and a row.
func (m mask) cover(x, y int, part float64) {
	if at := m.PixOffset(x, y); part > 0 {
		m.Pix[at] = max(m.Pix[at], uint8(math.Round(255*min(part, 1))))
	}
}

// line covers a line with round ends; from a point to itself it is a disc.
func (m mask) line(from, to point, radius float64) {
	reach := radius + 0.5
	dx, dy := to.x-from.x, to.y-from.y
	length := math.Hypot(dx, dy)
	low, high := min(from.x, to.x)-reach, max(from.x, to.x)+reach
	first, last := clipped(min(from.y, to.y)-reach, max(from.y, to.y)+reach, m.Rect.Dy())
	for row := first; row <= last; row++ {
		y, left, right := float64(row)+0.5, low, high
		if dy != 0 { // the part of the row that is near the line
			x, half := from.x+(y-from.y)*dx/dy, reach*length/math.Abs(dy)
			left, right = max(left, x-half), min(right, x+half)
		}
		begin, end := clipped(left, right, m.Rect.Dx())
		for column := begin; column <= end; column++ {
			away := distance(point{float64(column) + 0.5, y}, from, to)
			m.cover(column, row, min(away+0.5, radius)-max(away-0.5, -radius))
		}
	}
}

// fill covers polygons.
func (m mask) fill(shapes [][]point, at func(point) point) {
	r := vector.NewRasterizer(m.Rect.Dx(), m.Rect.Dy())
	for _, shape := range shapes {
		for i, corner := range shape {
			if p := at(corner); i == 0 {
				r.MoveTo(float32(p.x), float32(p.y))
			} else {
				r.LineTo(float32(p.x), float32(p.y))
			}
		}
		r.ClosePath()
	}
	r.Draw(m, m.Rect, image.Opaque, image.Point{})
}

// clipped returns the dots of a row or column whose middle is between two places.
func clipped(low, high float64, size int) (first, last int) {
	return int(max(0, math.Ceil(low-0.5))), int(min(float64(size-1), math.Floor(high-0.5)))
}
