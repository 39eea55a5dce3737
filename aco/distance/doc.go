// Package distance computes integer distances from coordinates on a device, with the same integers as [tsp.Instance.Distance] on the host. It
// makes the words that shaders read: coordinates on an integer grid, coordinates as float64 bits, and a program of float64 operations.
//
// [Planar] has metrics in the plane, [Space] EUC_3D and GEO, and [Haversine] great-circle distances.
package distance

// Source is what a device computes distances from.
type Source interface {
	Coordinates() []uint32
	CoordinateWords() int // the length of Coordinates
	// Stride is the number of words between the grid coordinates of two cities.
	Stride() int
	// Constants are the specialization constants of the shaders that compute distances, by name.
	Constants() map[string]uint32
}
