package places

import (
	"math"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/portable"
)

// Window is a part of the plane, of space or of the globe, in the coordinates of an Tree.
type Window struct {
	box          // in the plane and in space
	sides []side // on the globe: a point of the window is on each of these sides
}

// side is the side of a plane on which x·X + y·Y + z·Z exceeds a bound.
type side struct{ x, y, z, bound float64 }

// Everywhere is the window with all points.
var Everywhere = Window{box: box{
	minX: math.Inf(-1), maxX: math.Inf(1), minY: math.Inf(-1), maxY: math.Inf(1), minZ: math.Inf(-1),
	maxZ: math.Inf(1),
}}

// intersects reports whether a box may have a point of the window.
func (w *Window) intersects(b *box) bool {
	if !b.intersects(&w.box) {
		return false
	}
	for _, s := range w.sides {
		// The largest value of the sum in the box. Rounding keeps the order of products and sums:
		// no point of the box has a larger one.
		if s.of(max(s.x*b.minX, s.x*b.maxX), max(s.y*b.minY, s.y*b.maxY), max(s.z*b.minZ, s.z*b.maxZ)) <= s.bound {
			return false
		}
	}
	return true
}

// Contains reports whether a point is in the window.
func (w *Window) Contains(x, y, z float64) bool {
	if !w.box.contains(x, y, z) {
		return false
	}
	for _, s := range w.sides {
		if s.of(s.x*x, s.y*y, s.z*z) <= s.bound {
			return false
		}
	}
	return true
}

// of adds up three products. The conversions round them before they are added: the compiler may
// not fuse them.
func (side) of(x, y, z float64) float64 { return float64(float64(x)+float64(y)) + float64(z) }

// AppendSectors appends the sectors around a city.
func AppendSectors(to []Window, in *tsp.Instance, city uint32) []Window {
	switch in.Metric.Geometry() {
	case tsp.Plane:
		return appendQuadrants(to, in.X[city], in.Y[city])
	case tsp.Space:
		return appendOctants(to, in.X[city], in.Y[city], in.Z[city])
	case tsp.Globe:
		latitude, longitude := in.Radians(int(city))
		return appendBearings(to, latitude, longitude)
	}
	return to
}

// appendQuadrants appends the quadrants around a point of the plane. Each includes one of the four
// half-axes from the point, without the point itself.
func appendQuadrants(to []Window, x, y float64) []Window {
	left, right := math.Nextafter(x, math.Inf(-1)), math.Nextafter(x, math.Inf(1))
	below, above := math.Nextafter(y, math.Inf(-1)), math.Nextafter(y, math.Inf(1))
	to = append(to, Everywhere, Everywhere, Everywhere, Everywhere)
	quadrants := to[len(to)-4:]
	quadrants[0].minX, quadrants[0].minY = right, y
	quadrants[1].maxX, quadrants[1].minY = x, above
	quadrants[2].maxX, quadrants[2].maxY = left, y
	quadrants[3].minX, quadrants[3].maxY = x, below
	return to
}

// appendOctants appends the octants around a point in space: on each axis a point is either below
// the middle, or not.
func appendOctants(to []Window, x, y, z float64) []Window {
	for octant := range 8 {
		w := Everywhere
		for _, axis := range []struct {
			middle   float64
			min, max *float64
		}{{x, &w.minX, &w.maxX}, {y, &w.minY, &w.maxY}, {z, &w.minZ, &w.maxZ}} {
			if octant&1 == 0 {
				*axis.min = axis.middle
			} else {
				*axis.max = math.Nextafter(axis.middle, math.Inf(-1))
			}
			octant >>= 1
		}
		to = append(to, w)
	}
	return to
}

// appendBearings appends the quadrants around a point of the globe: northeast, northwest,
// southwest, southeast. The direction of another point is the direction of the great circle to it.
// So quadrants have no border at the date line, and a pole has all four. Each includes one of the
// directions north, west, south and east, without the point itself.
func appendBearings(to []Window, latitude, longitude float64) []Window {
	// Errors of rounding are below this, and so is every difference of coordinates that matters:
	// it is 6 µm.
	const onAxis = 1e-12
	sinLatitude, cosLatitude := portable.Cos(latitude-math.Pi/2), portable.Cos(latitude)
	sinLongitude, cosLongitude := portable.Cos(longitude-math.Pi/2), portable.Cos(longitude)
	east := side{x: -sinLongitude, y: cosLongitude}
	north := side{x: -sinLatitude * cosLongitude, y: -sinLatitude * sinLongitude, z: cosLatitude}
	for _, q := range []struct{ axis, next side }{{east, north}, {north, east.opposite()},
		{east.opposite(), north.opposite()}, {north.opposite(), east}} {
		q.axis.bound, q.next.bound = onAxis, -onAxis
		w := Everywhere
		w.sides = []side{q.axis, q.next}
		to = append(to, w)
	}
	return to
}

// opposite returns the other side of a plane through the origin.
func (s side) opposite() side { return side{x: -s.x, y: -s.y, z: -s.z} }
