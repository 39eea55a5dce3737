package draw

import (
	"io"
	"math"

	"github.com/aco-vk/aco-vk/tsp"
)

// LandSide is the longer side of the cities' box in pictures of [WriteLand].
const LandSide = 2000

const (
	// landFrom is the longer side of a map that shows land, in degrees of latitude: 200 km. The atlas is too
	// coarse for smaller maps.
	landFrom = 1.8
	// detail is how far a coast or a border may be from its points in the atlas, in pixels.
	detail = 0.5
)

// WriteLand writes land and borders as SVG, to lie below the cities at [Positions]. A position times
// [LandSide] is a place in the picture, which shows the map around the cities, in each direction twice
// as far as the cities' box is long. The SVG has an empty viewBox: the caller sets the part to show. Small maps,
// and instances in the plane, show no land. The error is an [*Error] if the instance has no coordinates; any
// other error comes from w.
func WriteLand(w io.Writer, in *tsp.Instance) error {
	p, err := projectionOf(in)
	if err != nil {
		return err
	}
	c := p.canvas(LandSide)
	s := scene{layers: p.land(&c, 2*LandSide)}
	return s.writeSVG(w)
}

// land returns land and borders as far as some pixels beyond the cities.
func (p *projection) land(c *canvas, margin float64) []layer {
	if p.stretch == 0 || max(c.high.x-c.low.x, c.high.y-c.low.y) < landFrom {
		return nil
	}
	view := box{c.at(c.low), c.at(c.high)}.grown(margin)
	globe := box{c.at(point{-180 * p.stretch, -90}), c.at(point{180 * p.stretch, 90})}
	view.low = point{max(view.low.x, globe.low.x), max(view.low.y, globe.low.y)}
	view.high = point{min(view.high.x, globe.high.x), min(view.high.y, globe.high.y)}
	sea := layer{class: "sea", color: blue, opacity: 0.12, isGround: true, shapes: [][]point{
		{view.low, {view.low.x, view.high.y}, view.high, {view.high.x, view.low.y}}, // land turns the other way
	}}
	borders := layer{class: "borders", color: gray, width: thinLine, opacity: 0.6, isGround: true}
	for turn := -360.0; turn <= 360; turn += 360 {
		at := func(degrees point) point {
			return c.at(point{float64((degrees.x + turn - p.middle) * p.stretch), degrees.y})
		}
		placed := func(o boxedLine) (line []point) {
			if view.overlaps(box{at(o.box.low), at(o.box.high)}) {
				for _, degrees := range o.line {
					line = append(line, at(degrees))
				}
			}
			return line
		}
		for _, land := range world().land {
			ring := view.clip(placed(land))
			if len(ring) > 0 {
				ring = simplified(append(ring, ring[0]))
			}
			if len(ring) > 3 { // of more than a line
				sea.shapes = append(sea.shapes, ring[:len(ring)-1])
			}
		}
		for _, border := range world().borders {
			for _, line := range view.cut(placed(border)) {
				borders.lines = append(borders.lines, simplified(line))
			}
		}
	}
	return []layer{sea, borders}
}

// clip returns the part of a polygon in the box. Parts that are apart are joined along the box's sides
// (Sutherland and Hodgman 1974).
func (b box) clip(ring []point) []point {
	for _, inside := range []func(point) float64{
		func(p point) float64 { return p.x - b.low.x }, func(p point) float64 { return b.high.x - p.x },
		func(p point) float64 { return p.y - b.low.y }, func(p point) float64 { return b.high.y - p.y },
	} {
		var kept []point
		for i, to := range ring {
			from := ring[(i+len(ring)-1)%len(ring)]
			before, after := inside(from), inside(to)
			if (before < 0) != (after < 0) {
				kept = append(kept, between(from, to, before/(before-after)))
			}
			if after >= 0 {
				kept = append(kept, to)
			}
		}
		ring = kept
	}
	return ring
}

// cut returns the parts of a line in the box.
func (b box) cut(line []point) (parts [][]point) {
	isInside := false
	for i := 1; i < len(line); i++ {
		from, to := line[i-1], line[i]
		enter, leave := b.part(from, to)
		if enter > leave {
			isInside = false
			continue
		}
		if !isInside {
			parts = append(parts, []point{between(from, to, enter)})
		}
		last := &parts[len(parts)-1]
		*last = append(*last, between(from, to, leave))
		isInside = leave == 1
	}
	return parts
}

// between returns the point at a part of the line between two points.
func between(from, to point, part float64) point {
	return point{from.x + float64(part*(to.x-from.x)), from.y + float64(part*(to.y-from.y))}
}

// simplified leaves out points of a line that are not farther than detail from the line without
// them (Douglas and Peucker 1973).
func simplified(line []point) []point {
	last := len(line) - 1
	farthest, most := 0, detail
	for i, at := range line {
		if d := distance(at, line[0], line[last]); d > most {
			farthest, most = i, d
		}
	}
	if farthest == 0 {
		return []point{line[0], line[last]}
	}
	before := simplified(line[:farthest+1])
	return append(before[:len(before)-1], simplified(line[farthest:])...)
}

// distance returns the distance of a point from the line between two points.
func distance(at, from, to point) float64 {
	dx, dy, part := to.x-from.x, to.y-from.y, 0.0
	if square := dx*dx + dy*dy; square > 0 {
		part = max(0, min(1, ((at.x-from.x)*dx+(at.y-from.y)*dy)/square))
	}
	nearest := between(from, to, part)
	return math.Hypot(at.x-nearest.x, at.y-nearest.y)
}
