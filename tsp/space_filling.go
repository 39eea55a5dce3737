package tsp

import (
	"context"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
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
func SpaceFilling(ctx context.Context, in *Instance) (Tour, error) {
	cities, err := hilbertOrder(ctx, in)
	if err != nil {
		return nil, err
	}
	tour := make(Tour, len(cities))
	parallel.Parts(len(tour), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for place := from; place < to; place++ {
			tour[place] = int32(cities[place])
		}
	})
	return tour, nil
}

// hilbertOrder returns the cities in the order of [SpaceFilling].
func hilbertOrder(ctx context.Context, in *Instance) ([]uint32, error) {
	cities := make([]uint32, in.Dimension())
	for i := range cities {
		cities[i] = uint32(i)
	}
	return hilbertOrderOf(ctx, in, cities)
}

// hilbertOrderOf returns some cities, given in the order of their numbers, in that order.
func hilbertOrderOf(ctx context.Context, in *Instance, cities []uint32) ([]uint32, error) {
	if in.Weights != nil {
		return cities, nil
	}
	return orderInCells(ctx, in, cities, newHilbertCells(in))
}

// orderInCells returns cities in the order of the cells, those of a cell in their given order or
// along a curve of their own.
func orderInCells(ctx context.Context, in *Instance, cities []uint32, cells hilbertCells) ([]uint32, error) {
	along := parallel.Pairs{Keys: make([]uint64, len(cities)), Values: cities}
	key := func(city uint32) uint64 { return hilbert(cells.of(in.X[city], in.Y[city])) }
	if !in.Metric.planar() {
		key = func(city uint32) uint64 { return hilbert3(cells.ofPoint(in.Point(city))) }
	}
	err := parallel.Batches(ctx, len(cities), func(from, to int) {
		for i := from; i < to; i++ {
			along.Keys[i] = key(cities[i])
		}
	})
	if err != nil {
		return nil, err
	}
	along = along.Sorted()
	shared := sharedCells(along.Keys)
	err = parallel.Each(ctx, runtime.GOMAXPROCS(0), len(shared), func(_, i int) {
		orderInCell(ctx, in, along.Values[shared[i][0]:shared[i][1]])
	})
	return along.Values, err
}

// sharedCells returns the ranges of more than leafCities equal keys.
func sharedCells(keys []uint64) (ranges [][2]int) {
	from := 0
	for to := 1; to <= len(keys); to++ {
		if to < len(keys) && keys[to] == keys[from] {
			continue
		}
		if to-from > leafCities {
			ranges = append(ranges, [2]int{from, to})
		}
		from = to
	}
	return ranges
}

// orderInCell orders the cities of a cell along a curve, unless they are at one place. If the
// context ends meanwhile, the order is undefined.
func orderInCell(ctx context.Context, in *Instance, cities []uint32) {
	cells, ok := hilbertCellsAround(in, cities)
	if !ok {
		return
	}
	if order, err := orderInCells(ctx, in, slices.Clone(cities), cells); err == nil {
		copy(cities, order)
	}
}
