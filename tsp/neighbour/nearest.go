package neighbour

import (
	"context"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/places"
)

// Nearest returns a list for each city, one after the other: the width cities nearest to it,
// sorted by distance, then by number, and in the second result their distances from it. The width
// is less than the number of cities; otherwise the error is an [*tsp.Error].
//
// Neighbours uses all processors and returns the context's error when the context ends. It
// evaluates n² distances of a matrix, and a few times width distances per city for other metrics.
func Nearest(ctx context.Context, in *tsp.Instance, width int) (cities, distances []uint32, err error) {
	n := in.Dimension()
	if width < 0 || width > in.MaxNeighbours() {
		return nil, nil, tsp.Errorf("neighbours", "%d per city: with %d cities each has 0 to %d", width, n,
			in.MaxNeighbours())
	}
	if width == 0 {
		return nil, nil, nil
	}
	order, err := places.Order(ctx, in)
	if err != nil {
		return nil, nil, err
	}
	tree := places.NewTree(in, order)
	cells := tree.Cells(ctx)
	cities, distances = make([]uint32, n*width), make([]uint32, n*width)
	err = parallel.Batches(ctx, n, func(from, to int) {
		near := places.Search{Tree: tree}
		for place := from; place < to; place++ {
			city := tree.Cities[place]
			near.FindNear(cells, place, city, width)
			for k, key := range near.Nearest.Keys {
				cities[int(city)*width+k], distances[int(city)*width+k] = uint32(key), uint32(key>>32)
			}
		}
	})
	return cities, distances, err
}
