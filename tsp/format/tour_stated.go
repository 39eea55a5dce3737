package format

import (
	"math"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// statedLength is the length of a route as its file states it.
type statedLength struct {
	value float64
	unit  string
}

// stops has the legs and the lengths at the arrival that a route states for its stops.
type stops struct{ legs, lengths []float64 }

// add adds a stop.
func (s *stops) add(leg, length float64) {
	s.legs, s.lengths = append(s.legs, leg), append(s.lengths, length)
}

// stated returns the length of the route, nil unless each length is the sum of the legs so far: stops
// may have been removed or moved since the route was written.
func (s *stops) stated(unit string) *statedLength {
	const slack = 0.2 // units: legs and lengths are rounded one by one
	before := 0.0
	for i, length := range s.lengths {
		if !(math.Abs(length-before-s.legs[i]) <= slack) {
			return nil
		}
		before = length
	}
	if unit == "" || before == 0 {
		return nil
	}
	return &statedLength{before, unit}
}

// statedLength returns the length of a route that writeCSV has written.
func (g *grid) statedLength() *statedLength {
	var s stops
	last := len(g.rows[0]) - 1
	if last < 1 || routeColumn(g.rows[0][last:], lengthColumn) < 0 {
		return nil
	}
	for _, row := range g.rows[1:] {
		leg, ok := g.number(row[last-1])
		length, also := g.number(row[last])
		if !ok || !also {
			return nil
		}
		s.add(leg, length)
	}
	name, _ := withoutPrefix(g.rows[0][last])
	_, unit, _ := strings.Cut(name, "_")
	return s.stated(unit)
}

// lengthByRoads returns the length that the file of a visit states, nil unless it is a length by
// roads in the unit of an instance with roads. Metres are those of roads if they are more than the
// great circles between the places have.
func (v *visitedPlaces) lengthByRoads(of *tsp.Instance) *float64 {
	switch {
	case v.stated == nil || of.Display == nil || v.stated.unit != of.Unit.Name:
		return nil
	case of.Unit.Name == second:
		return &v.stated.value
	case v.at == nil || !v.at.globe:
		return nil
	}
	straight, err := tsp.FromDegrees(v.at.y[:v.count], v.at.x[:v.count])
	if err != nil { // fewer places than an instance has
		return nil
	}
	order := cityset.All[int32](v.count)
	const rounding = 1e-3
	if v.stated.value <= verify.UnitLength(straight, order, v.shape == ShapeOpen)*(1+rounding) {
		return nil
	}
	return &v.stated.value
}
