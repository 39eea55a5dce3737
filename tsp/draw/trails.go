package draw

import (
	"cmp"
	"math"
	"slices"
)

// Trail is an edge with its pheromone.
type Trail struct {
	From, To  int32 // cities, from 0
	Pheromone float64
}

const (
	// trailSteps is the number of widths and opacities of trails. Each is for half of the pheromone of
	// the one before; less is not drawn.
	trailSteps = 5
	// trailsPerCity bounds the trails of a picture: while all pheromone is equal, they would cover the
	// map.
	trailsPerCity = 10
)

// checkTrails refuses trails that are not of edges of the instance.
func (p *Picture) checkTrails() error {
	cities, first := int32(p.Instance.Dimension()), int32(p.Instance.FirstNumber)
	for _, t := range p.Trails {
		if t.From < 0 || t.From >= cities || t.To < 0 || t.To >= cities {
			return refuse(p.Instance.Name, "the pheromone is of an edge from city %d to %d, but there are %d cities",
				t.From+first, t.To+first, cities)
		}
		if math.IsNaN(t.Pheromone) || math.IsInf(t.Pheromone, 0) || t.Pheromone < 0 {
			return refuse(p.Instance.Name, "the pheromone from city %d to %d is %v", t.From+first, t.To+first, t.Pheromone)
		}
	}
	return nil
}

// addTrails adds the trails, the strongest on top.
func (p *Picture) addTrails(s *scene, plane *projection, c *canvas, width float64) {
	strongest := slices.Clone(p.Trails)
	slices.SortStableFunc(strongest, func(a, b Trail) int { return cmp.Compare(b.Pheromone, a.Pheromone) })
	strongest = strongest[:min(len(strongest), trailsPerCity*len(plane.cities))]
	var lines [trailSteps][][]point
	for _, t := range strongest {
		step := 0
		for half := strongest[0].Pheromone / 2; step < trailSteps && t.Pheromone <= half; half /= 2 {
			step++
		}
		if step < trailSteps {
			from, to := plane.cities[t.From], plane.cities[t.To]
			lines[step] = plane.line(append(lines[step], []point{from}), from, to)
		}
	}
	for step, drawn := range slices.Backward(lines[:]) {
		part := float64(trailSteps-step) / trailSteps
		s.layers = append(s.layers, layer{
			class: "trails", color: green, width: 2 * width * part, opacity: part, lines: c.place(drawn),
		})
	}
}
