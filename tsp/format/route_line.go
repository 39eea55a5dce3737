package format

import (
	"math"
	"slices"
)

// geoLine has the coordinates of a GeoJSON line. A part ends at the 180th meridian where the line
// crosses it (RFC 7946, section 3.1.9).
type geoLine struct{ parts [][][2]float64 }

// add adds a position of a longitude in -180..180 and a latitude. A position on the 180th meridian
// takes the side of the one before. At a pole all longitudes are one position, and the line keeps its
// own.
func (l *geoLine) add(at [2]float64) {
	last := len(l.parts) - 1
	if last < 0 {
		l.parts = [][][2]float64{{at}}
		return
	}
	part := l.parts[last]
	from := part[len(part)-1]
	switch {
	case math.Abs(at[1]) == 90:
		at[0] = from[0]
	case math.Abs(at[0]-from[0]) <= 180:
	case math.Abs(at[0]) == 180:
		at[0] = -at[0]
	default:
		end, start := acrossDateLine(from, at)
		if end != from {
			part = append(part, end)
		}
		if l.parts[last] = part; hasLength(part) {
			last++
			l.parts = append(l.parts, nil)
		}
		part = [][2]float64{start}
	}
	l.parts[last] = append(part, at)
}

// hasLength reports whether a line has two different positions.
func hasLength(line [][2]float64) bool {
	return slices.ContainsFunc(line, func(at [2]float64) bool { return at != line[0] })
}

// geometry returns the line as a geometry of GeoJSON.
func (l *geoLine) geometry() object {
	if len(l.parts) == 1 {
		return object{"type": "LineString", "coordinates": l.parts[0]}
	}
	return object{"type": "MultiLineString", "coordinates": l.parts}
}

// acrossDateLine returns the points at which a line leaves the map on one side and comes back on
// the other. The longitudes differ by more than 180, and the second is not ±180.
func acrossDateLine(from, to [2]float64) (end, start [2]float64) {
	side := math.Copysign(180, from[0])
	share := (side - from[0]) / (to[0] + 2*side - from[0])
	latitude := from[1] + float64(share*(to[1]-from[1]))
	return [2]float64{side, latitude}, [2]float64{-side, latitude}
}

// halfOpen returns a longitude in -180 to 180, without 180.
func halfOpen(longitude float64) float64 {
	if longitude = math.Remainder(longitude, 360); longitude == 180 {
		return -180
	}
	return longitude
}
