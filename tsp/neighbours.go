package tsp

import "context"

// Neighbours returns each city's width nearest other cities, nearest first, of equally near ones the smaller number, and
// their distances from it: width words a city in both. The width is at most one less than there are cities. Distances that
// 32 bits do not hold become the largest that they do. It works on all processors and stops when the context ends.
//
// With a matrix or on the globe it evaluates n² distances; in the plane, however the cities are spread, a few times width of them a
// city.
func Neighbours(ctx context.Context, in *Instance, width int) (cities, distances []uint32, err error) {
	n := in.Dimension()
	if width < 0 || width >= n {
		return nil, nil, refuse("neighbours", "%d neighbours are asked for; of %d cities each has 0 to %d", width, n, n-1)
	}
	if width == 0 {
		return nil, nil, nil
	}
	places := newBoxes(in, curve(in))
	cities, distances = make([]uint32, n*width), make([]uint32, n*width)
	err = inShares(ctx, n, func(from, to int) {
		near := search{boxes: places}
		for place := from; place < to; place++ {
			city := places.cities[place]
			near.run(place, &everywhere, city, width)
			for k, key := range near.nearest.keys {
				cities[int(city)*width+k], distances[int(city)*width+k] = uint32(key), uint32(key>>32)
			}
		}
	})
	return cities, distances, err
}
