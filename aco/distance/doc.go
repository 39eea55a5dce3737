// Package distance computes integer distances from coordinates on a device, with the same integers
// as [tsp.Instance.Distance] on the host. It makes the words that shaders read: coordinates on an
// integer grid, coordinates as float64 bits, and a program of float64 operations.
//
// [Planar] has metrics in the plane, [Space] EUC_3D and GEO, and [Haversine] great-circle
// distances.
package distance

import "github.com/aco-vk/aco-vk/tsp"

// Source is what a device computes distances from.
type Source interface {
	Coordinates() []uint32
	CoordinateWords() int // the length of Coordinates
	// Stride is the number of words between the grid coordinates of two cities.
	Stride() int
	// Constants are the specialization constants of the shaders that compute distances, by name.
	Constants() map[string]uint32
}

// Of returns the coordinates of an instance whose metric has some.
func Of(instance *tsp.Instance) Source {
	switch {
	case instance.Metric == tsp.Haversine:
		return NewHaversine(instance)
	case InSpace(instance.Metric):
		space := NewSpace(instance)
		return &space
	}
	plane := NewPlanar(instance)
	return &plane
}
