package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
)

// point is a place in the picture; y grows downwards, as in SVG.
type point struct{ x, y float64 }

// projection says where each city of an instance lies in the plane.
type projection struct {
	cities []point
	around float64 // width of the whole globe; 0 for an instance in the plane
}

// projectionOf returns the coordinates of an instance as they are, or an equirectangular projection of latitude and
// longitude that is true to scale at the middle latitude.
func projectionOf(instance *tsp.Instance) (projection, error) {
	var p projection
	switch instance.Metric {
	case tsp.Explicit, tsp.EUC3D:
		return p, fmt.Errorf("%s has no coordinates in the plane or on the globe: %s", instance.Name, instance.Metric)
	case tsp.GEO:
		stretch := math.Cos((degrees(slices.Min(instance.X)) + degrees(slices.Max(instance.X))) / 2 * math.Pi / 180)
		p.around = 360 * stretch
		for city, latitude := range instance.X {
			p.cities = append(p.cities, point{degrees(instance.Y[city]) * stretch, -degrees(latitude)})
		}
	default:
		for city, x := range instance.X {
			p.cities = append(p.cities, point{x, -instance.Y[city]})
		}
	}
	return p, nil
}

// degrees turns TSPLIB's DDD.MM, degrees and minutes, into decimal degrees.
func degrees(v float64) float64 {
	whole := math.Trunc(v)
	return whole + (v-whole)*5/3
}

// route returns the lines that a tour consists of. In the plane that is one closed line. On the globe the line is cut
// where a leg crosses the 180th meridian.
func (p projection) route(tour tsp.Tour) [][]point {
	lines := [][]point{{p.cities[tour[0]]}}
	add := func(points ...point) { lines[len(lines)-1] = append(lines[len(lines)-1], points...) }
	for i := range tour {
		from, to := p.cities[tour[i]], p.cities[tour[(i+1)%len(tour)]]
		if math.Abs(to.x-from.x) > p.around/2 && p.around > 0 {
			side := math.Copysign(p.around/2, from.x)
			share := (side - from.x) / (to.x + 2*side - from.x)
			y := from.y + share*(to.y-from.y)
			add(point{side, y})
			lines = append(lines, []point{{-side, y}})
		}
		add(to)
	}
	return lines
}
