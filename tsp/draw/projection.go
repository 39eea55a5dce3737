package draw

import (
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
)

// point is a point of the plane or of the picture; y grows downwards, as in SVG.
type point struct{ x, y float64 }

// projection has the position of each city of an instance in the plane. On the globe it is
// equirectangular, true to scale at the middle latitude.
type projection struct {
	cities  []point
	stretch float64 // width of a degree of longitude where one of latitude is 1; 0 for an instance in the plane
	middle  float64 // the longitude in degrees that is 180° from the left and right edge of the globe
}

// projectionOf returns the projection of an instance. Of coordinates in space it drops the third.
func projectionOf(in *tsp.Instance) (projection, error) {
	var p projection
	if err := Check(in); err != nil {
		return p, err
	}
	in = in.Located()
	if in.Metric.Geometry() == tsp.Globe {
		latitudes, longitudes := make([]float64, len(in.X)), make([]float64, len(in.X))
		for city := range in.X {
			latitudes[city], longitudes[city] = in.Degrees(city)
		}
		return onGlobe(latitudes, longitudes), nil
	}
	p.cities = make([]point, len(in.X))
	for city, x := range in.X {
		p.cities[city] = point{x, -in.Y[city]}
	}
	return p, nil
}

// onGlobe projects latitudes and longitudes in degrees.
func onGlobe(latitudes, longitudes []float64) projection {
	low, high := slices.Min(latitudes), slices.Max(latitudes)
	p := projection{
		cities:  make([]point, len(latitudes)),
		stretch: max(math.Cos((low+high)/2*math.Pi/180), 0.01), // at a pole a degree of longitude has no width
		middle:  middleLongitude(longitudes),
	}
	for city, latitude := range latitudes {
		east := math.Remainder(longitudes[city]-p.middle, 360)
		p.cities[city] = point{float64(east * p.stretch), -latitude}
	}
	return p
}

// middleLongitude returns the longitude in the middle of the picture: 0, unless the cities then
// span more than half of the globe although they lie on one half of it. Then it is the middle of
// that half.
func middleLongitude(longitudes []float64) float64 {
	sorted := make([]float64, len(longitudes))
	for i, longitude := range longitudes {
		sorted[i] = math.Remainder(longitude, 360)
	}
	slices.Sort(sorted)
	last := len(sorted) - 1
	if sorted[last]-sorted[0] <= 180 {
		return 0
	}
	for i := range last {
		if gap := sorted[i+1] - sorted[i]; gap >= 180 {
			return sorted[i] + gap/2 - 180
		}
	}
	return 0
}

// line adds the edge between two points to a line. An edge that leaves the globe on one side
// continues on the other side as a new line.
func (p *projection) line(lines [][]point, from, to point) [][]point {
	last := len(lines) - 1
	if half := 180 * p.stretch; math.Abs(to.x-from.x) > half && p.stretch > 0 {
		side := math.Copysign(half, from.x)
		share := 0.0 // along the edge of the globe
		if width := to.x + 2*side - from.x; width != 0 {
			share = (side - from.x) / width
		}
		y := from.y + float64(share*(to.y-from.y))
		lines[last] = append(lines[last], point{side, y})
		return append(lines, []point{{-side, y}, to})
	}
	lines[last] = append(lines[last], to)
	return lines
}

// Positions returns where a picture shows the cities of an instance: for each city x and y, which
// grows downwards. The larger side of the cities' box is from 0 to 1, the other one from 0 on. The
// error is an [*Error] if the instance has no coordinates.
func Positions(in *tsp.Instance) ([]float32, error) {
	p, err := projectionOf(in)
	if err != nil {
		return nil, err
	}
	c := p.canvas(1)
	positions := make([]float32, 0, 2*len(p.cities))
	for _, city := range p.cities {
		at := c.at(city)
		positions = append(positions, float32(at.x), float32(at.y))
	}
	return positions, nil
}
