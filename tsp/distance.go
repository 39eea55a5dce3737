package tsp

import (
	"math"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/internal/globe"
)

// Distance returns the distance from city i to city j, 0..2³¹-1. The distance from a city to
// itself is 0, whatever the diagonal of a matrix says. The instance must be valid and i and j in
// 0..n-1.
func (in *Instance) Distance(i, j int) int64 {
	if i == j {
		return 0
	}
	if in.Metric == Explicit { // a call through its row takes twice as long
		return int64(in.Weights[i*in.rows()+j])
	}
	m := in.Metric.row()
	if m.distance != nil {
		return m.distance(in, i, j)
	}
	dz := 0.0
	if m.geometry == Space {
		dz = math.Abs(in.Z[i] - in.Z[j])
	}
	return m.steps(math.Abs(in.X[i]-in.X[j]), math.Abs(in.Y[i]-in.Y[j]), dz)
}

// DistanceFunc returns a function that returns the same distances as Distance. It is faster in
// loops: what depends on the metric and on a single city is computed once.
func (in *Instance) DistanceFunc() func(i, j uint32) int64 {
	m := in.Metric.row()
	if m.distances != nil {
		return m.distances(in)
	}
	if x, y, steps := in.X, in.Y, m.steps; m.geometry == Plane {
		return func(i, j uint32) int64 { return steps(math.Abs(x[i]-x[j]), math.Abs(y[i]-y[j]), 0) }
	}
	return func(i, j uint32) int64 { return in.Distance(int(i), int(j)) }
}

// LowerBound returns a function that returns a lower bound of the distance of two cities by the
// sizes of the differences of their points; see [Instance.Point]. It is monotonic in each
// difference. In the plane and in space it returns the distance. An instance with a matrix has no
// such function; the result is nil.
func (in *Instance) LowerBound() func(dx, dy, dz float64) int64 {
	m := in.Metric.row()
	if m.geometry == Globe {
		return m.atLeast(in)
	}
	return m.steps
}

// AtMost returns an upper bound of all distances of a valid instance. In the plane and in space it
// is the diagonal of the box around the cities. The distances of node pairs of the same kind are
// above the bound.
func (in *Instance) AtMost() int64 {
	m := in.Metric.row()
	if m.atMost != nil {
		return m.atMost(in)
	}
	span := func(axis []float64) float64 {
		_, size := parallel.Extent(axis)
		return size
	}
	return m.steps(span(in.X), span(in.Y), span(in.Z))
}

// Point returns the coordinates for searches of cities. In the plane z is 0. On the globe
// the point is on a sphere with radius 1 around the origin.
func (in *Instance) Point(city uint32) (x, y, z float64) {
	switch m := in.Metric.row(); m.geometry {
	case Space:
		return in.X[city], in.Y[city], in.Z[city]
	case Globe:
		return globe.Point(m.radians(in.X[city]), m.radians(in.Y[city]))
	}
	return in.X[city], in.Y[city], 0
}
