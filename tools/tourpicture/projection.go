package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
)

// point is a point of the picture; y grows downwards, as in SVG.
type point struct{ x, y float64 }

// projection has the position of each city of an instance in the plane.
type projection struct {
	cities []point
	around float64 // width of the whole globe; 0 for an instance in the plane
}

// projectionOf returns the projection of an instance: planar coordinates unchanged, latitude and longitude by an
// equirectangular projection that is true to scale at the middle latitude.
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

// degrees converts TSPLIB's DDD.MM, degrees and minutes, to decimal degrees.
func degrees(v float64) float64 {
	whole := math.Trunc(v)
	return whole + (v-whole)*5/3
}

// route returns the lines of a tour: in the plane one closed line; on the globe the line is cut where an edge crosses the
// 180th meridian.
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
