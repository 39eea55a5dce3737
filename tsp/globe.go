package tsp

import (
	"math"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/internal/globe"
	"github.com/aco-vk/aco-vk/tsp/internal/portable"
)

// EarthRadius is the radius of the sphere of [GEO], in kilometres.
const EarthRadius = globe.GEORadius

// Radians returns the latitude and the longitude of a city as distances are computed from them.
// The metric must be on the globe.
func (in *Instance) Radians(city int) (latitude, longitude float64) {
	radians := in.Metric.row().radians
	return radians(in.X[city]), radians(in.Y[city])
}

// Degrees returns the latitude and the longitude of a city in decimal degrees. The metric must be
// on the globe.
func (in *Instance) Degrees(city int) (latitude, longitude float64) {
	if in.Metric != GEO {
		return in.X[city], in.Y[city]
	}
	decimal := func(v float64) float64 { // of DDD.MM, degrees and minutes
		whole := math.Trunc(v)
		return whole + float64((v-whole)*5/3)
	}
	return decimal(in.X[city]), decimal(in.Y[city])
}

// geoDistance returns the distance of two cities with metric GEO.
func geoDistance(in *Instance, i, j int) int64 {
	return globe.GEODistance(in.X[i], in.Y[i], in.X[j], in.Y[j])
}

func geoAtLeast(*Instance) func(dx, dy, dz float64) int64 {
	return func(dx, dy, dz float64) int64 { return globe.GEOAtLeast(squares(dx, dy) + float64(dz*dz)) }
}

func geoAtMost(*Instance) int64 {
	const half = 20_040 // of a great circle, in kilometres
	return half
}

// haversineDistance returns the distance of two cities with metric HAVERSINE.
func haversineDistance(in *Instance, i, j int) int64 {
	grid := globe.NewGrid(in.Unit.Decimals)
	a, b := haversinePoint(in, &grid, i), haversinePoint(in, &grid, j)
	return grid.Distance(&a, &b)
}

// haversinePoint returns the point of a city on the grid.
func haversinePoint(in *Instance, grid *globe.Grid, city int) [3]uint32 {
	return grid.Point(globe.Point(globe.Radians(in.X[city]), globe.Radians(in.Y[city])))
}

// haversineDistances returns the distances of metric HAVERSINE. It computes the point of each city
// once.
func haversineDistances(in *Instance) func(i, j uint32) int64 {
	grid := globe.NewGrid(in.Unit.Decimals)
	points := make([][3]uint32, len(in.X))
	parallel.All(len(points), func(city int) { points[city] = haversinePoint(in, &grid, city) })
	return func(i, j uint32) int64 { return grid.Distance(&points[i], &points[j]) }
}

func haversineAtLeast(in *Instance) func(dx, dy, dz float64) int64 {
	steps := in.Unit.Scale()
	return func(dx, dy, dz float64) int64 { return globe.AtLeast(steps, dx, dy, dz) }
}

func haversineAtMost(in *Instance) int64 { return int64(in.Unit.steps(in.globeSpan())) + 1 }

// globeSpan returns an upper bound of the distances of cities with metric HAVERSINE, in metres. By
// the triangle inequality it is twice the largest distance from the middle of the box around the
// cities.
func (in *Instance) globeSpan() float64 {
	var least, most [3]float64
	for city := range in.X {
		x, y, z := globe.Point(globe.Radians(in.X[city]), globe.Radians(in.Y[city]))
		for axis, v := range [3]float64{x, y, z} {
			if city == 0 {
				least[axis], most[axis] = v, v
			}
			least[axis], most[axis] = min(least[axis], v), max(most[axis], v)
		}
	}
	sum := 0.0
	for axis := range least {
		d := most[axis] - least[axis]
		sum += float64(d * d)
	}
	const rounding = 1.001
	return min(globe.Arc(min(sum, 4))*globe.MeanRadius*rounding, math.Pi*globe.MeanRadius)
}

// greatCircle returns the distance of two cities with metric HAVERSINE in metres, not rounded to
// steps. Half of the angle has the square of its sine in near, and the square of its cosine in
// far: neither near places nor antipodes lose digits.
func (in *Instance) greatCircle(i, j int) float64 {
	square := func(v float64) float64 { return float64(v * v) }
	across, around := globe.Radians(in.X[i]-in.X[j])/2, globe.Radians(in.Y[i]-in.Y[j])/2
	middle := globe.Radians(in.X[i]+in.X[j]) / 2
	cosine, sine := square(portable.Cos(around)), square(portable.Sin(around))
	near := float64(square(portable.Sin(across))*cosine) + float64(square(portable.Cos(middle))*sine)
	far := float64(square(portable.Cos(across))*cosine) + float64(square(portable.Sin(middle))*sine)
	if far == 0 {
		return math.Pi * globe.MeanRadius
	}
	return float64(2 * globe.MeanRadius * portable.Atan(math.Sqrt(near/far)))
}

// A GlobeProgram has the numbers that devices need to compute distances of metric [Haversine]
// (shaders/include/haversine.glsl).
type GlobeProgram struct {
	Multiplier     uint32 // steps of a grid unit, times 2^FractionBits
	FractionBits   uint32 // 33 or more
	HaversineShift uint32 // from the high word of the square of a chord to its haversine in 2⁻³⁰
}

// GlobeProgram returns the numbers for the instance's unit.
func (in *Instance) GlobeProgram() GlobeProgram {
	g := globe.NewGrid(in.Unit.Decimals)
	return GlobeProgram{g.Multiplier, uint32(g.Shift), g.HaversineShift()}
}

// GlobePoint returns the whole coordinates of a city on the globe, modulo 2³².
func (in *Instance) GlobePoint(city uint32) [3]uint32 {
	g := globe.NewGrid(in.Unit.Decimals)
	return haversinePoint(in, &g, int(city))
}
