package tsp

import "github.com/aco-vk/aco-vk/tsp/internal/globe"

// EarthRadius is the radius of the sphere of [GEO], in kilometres.
const EarthRadius = globe.GEORadius

// Radians returns the latitude and the longitude of a city of a [GEO] instance, as [Instance.Distance] computes them.
func (in *Instance) Radians(city int) (latitude, longitude float64) {
	return globe.GEORadians(in.X[city]), globe.GEORadians(in.Y[city])
}

// A GlobeProgram has the numbers by which devices compute distances of metric [Haversine] (shaders/include/haversine.glsl).
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
	return g.Point(in.Point(city))
}
