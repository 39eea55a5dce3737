package tsp

// EarthRadius is the radius of the sphere of [GEO], in kilometres.
const EarthRadius = earthRadius

// Radians returns the latitude and the longitude of a city of a [GEO] instance, as [Instance.Distance] computes them.
func (in *Instance) Radians(city int) (latitude, longitude float64) {
	return geoRadians(in.X[city]), geoRadians(in.Y[city])
}
