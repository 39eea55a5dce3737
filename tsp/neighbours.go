package tsp

import (
	"context"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// Neighbours returns a list for each city, one after the other: the width cities nearest to it,
// sorted by distance, then by number, and in the second result their distances from it. The width
// is less than the number of cities; otherwise the error is an [*Error].
//
// Neighbours uses all processors and returns the context's error when the context ends. It
// evaluates n² distances of a matrix, and a few times width distances per city for other metrics.
func Neighbours(ctx context.Context, in *Instance, width int) (cities, distances []uint32, err error) {
	n := in.Dimension()
	if width < 0 || width > in.others() {
		return nil, nil, refuse("neighbours", "%d per city: with %d cities each has 0 to %d", width, n, in.others())
	}
	if width == 0 {
		return nil, nil, nil
	}
	order, err := hilbertOrder(ctx, in)
	if err != nil {
		return nil, nil, err
	}
	tree := newRTree(in, order)
	cells := tree.nearCells(ctx)
	cities, distances = make([]uint32, n*width), make([]uint32, n*width)
	err = parallel.Batches(ctx, n, func(from, to int) {
		near := search{rTree: tree}
		for place := from; place < to; place++ {
			city := tree.cities[place]
			near.findNear(cells, place, city, width)
			for k, key := range near.nearest.keys {
				cities[int(city)*width+k], distances[int(city)*width+k] = uint32(key), uint32(key>>32)
			}
		}
	})
	return cities, distances, err
}
