// Package distance computes integer distances from coordinates on a device, with the same integers as [tsp.Instance.Distance] on the host. It
// makes the words that shaders read: coordinates on an integer grid, coordinates as float64 bits, and a program of float64 operations.
//
// [Planar] has metrics in the plane, [Space] EUC_3D and GEO, and [Haversine] great-circle distances.
package distance
