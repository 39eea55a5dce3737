package construct

import (
	"context"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/places"
)

// SpaceFilling returns the tour along Hilbert's space-filling curve. Cities that are close on the
// tour are close to each other. Where cities are spread evenly the tour is about 40% longer than
// the shortest (after Platzman and Bartholdi, "Spacefilling Curves and the Planar Traveling
// Salesman Problem", Journal of the ACM 36, 1989, whose curve makes a shorter tour).
//
// In the plane the curve is drawn in a square of 2³² by 2³² cells around all cities, in space in a
// cube of 2²¹ cells on each side around all cities, on the globe in such a cube around the globe.
// More than 8 cities in one cell have a curve of their own, in a square or cube around them. Fewer
// are in the order of their numbers, and so are cities at one place and all cities of a matrix.
//
// SpaceFilling uses all processors, and returns the context's error when the context ends.
func SpaceFilling(ctx context.Context, in *tsp.Instance) (tsp.Tour, error) {
	cities, err := places.Order(ctx, in)
	if err != nil {
		return nil, err
	}
	tour := make(tsp.Tour, len(cities))
	parallel.All(len(tour), func(place int) { tour[place] = int32(cities[place]) })
	return tour, nil
}
