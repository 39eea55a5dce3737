package places

import (
	"context"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
)

// Order returns the cities in the order of [construct.SpaceFilling].
func Order(ctx context.Context, in *tsp.Instance) ([]uint32, error) {
	cities := make([]uint32, in.Dimension())
	for i := range cities {
		cities[i] = uint32(i)
	}
	return OrderOf(ctx, in, cities)
}

// OrderOf returns some cities, given in the order of their numbers, in that order.
func OrderOf(ctx context.Context, in *tsp.Instance, cities []uint32) ([]uint32, error) {
	if in.Weights != nil {
		return cities, nil
	}
	return orderInCells(ctx, in, cities, newHilbertCells(in))
}

// orderInCells returns cities in the order of the cells, those of a cell in their given order or
// along a curve of their own.
func orderInCells(ctx context.Context, in *tsp.Instance, cities []uint32, cells hilbertCells) ([]uint32, error) {
	along := parallel.Pairs{Keys: make([]uint64, len(cities)), Values: cities}
	key := func(city uint32) uint64 { return hilbert(cells.of(in.X[city], in.Y[city])) }
	if in.Metric.Geometry() != tsp.Plane {
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
func orderInCell(ctx context.Context, in *tsp.Instance, cities []uint32) {
	cells, ok := hilbertCellsAround(in, cities)
	if !ok {
		return
	}
	if order, err := orderInCells(ctx, in, slices.Clone(cities), cells); err == nil {
		copy(cities, order)
	}
}
