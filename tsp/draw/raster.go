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
	for _, shape := range l.shapes {
		var corners []point
		for _, corner := range shape {
			corners = append(corners, at(corner))
		}
		m.fill(corners)
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
			px, py, along := float64(column)+0.5-from.x, y-from.y, 0.0
			if length > 0 {
				along = max(0, min(1, (px*dx+py*dy)/(length*length)))
			}
			distance := math.Hypot(px-along*dx, py-along*dy)
			m.cover(column, row, min(distance+0.5, radius)-max(distance-0.5, -radius))
		}
	}
}

// fill covers a convex polygon.
func (m mask) fill(corners []point) {
	low, high, area := corners[0], corners[0], 0.0
	for i, c := range corners {
		low, high = point{min(low.x, c.x), min(low.y, c.y)}, point{max(high.x, c.x), max(high.y, c.y)}
		next := corners[(i+1)%len(corners)]
		area += c.x*next.y - next.x*c.y
	}
	first, last := clipped(low.y-0.5, high.y+0.5, m.Rect.Dy())
	begin, end := clipped(low.x-0.5, high.x+0.5, m.Rect.Dx())
	for row := first; row <= last; row++ {
		for column := begin; column <= end; column++ {
			inside := math.Inf(1) // distance from the nearest side
			for i, c := range corners {
				next := corners[(i+1)%len(corners)]
				dx, dy := next.x-c.x, next.y-c.y
				side := dx*(float64(row)+0.5-c.y) - dy*(float64(column)+0.5-c.x)
				inside = min(inside, math.Copysign(1, area)*side/math.Hypot(dx, dy))
			}
			m.cover(column, row, inside+0.5)
		}
	}
}

// clipped returns the dots of a row or column whose middle is between two places.
func clipped(low, high float64, size int) (first, last int) {
	return int(max(0, math.Ceil(low-0.5))), int(min(float64(size-1), math.Floor(high-0.5)))
}
