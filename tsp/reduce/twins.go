package reduce

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
)

// twin is a city that is not the first one at its place.
type twin struct{ city, first int32 }

// findTwins returns all twins of an instance. It needs a time of order n with coordinates, and one
// pass over a matrix. If the context ends first, some are missing.
func findTwins(ctx context.Context, in *tsp.Instance) []twin {
	if in.Metric == tsp.Explicit {
		return matrixTwins(ctx, in)
	}
	axes := [][]float64{in.X, in.Y, in.Z}[:in.Metric.Axes()]
	if in.Given != nil { // which steps may not tell apart
		axes = [][]float64{in.Given.X, in.Given.Y}
	}
	return coordinateTwins(ctx, axes, in.Dimension())
}

// matrixTwins returns the twins of a matrix.
func matrixTwins(ctx context.Context, in *tsp.Instance) (twins []twin) {
	n := in.Dimension()
	first, hashes := make([]int32, n), make([]uint64, n)
	seed := rand.Uint64()
	parallel.Each(ctx, runtime.GOMAXPROCS(0), n, func(_, city int) {
		row := in.Weights[city*n:][:n]
		if slices.Contains(row[:city], 0) || slices.Contains(row[city+1:], 0) { // others have no twin
			hashes[city] = rowHash(seed, row, city)
		}
	})
	parallel.Each(ctx, runtime.GOMAXPROCS(0), n, func(_, city int) {
		first[city] = int32(city)
		for other, w := range in.Weights[city*n:][:city] {
			if w == 0 && hashes[other] == hashes[city] && sameRows(in, n, city, other) {
				first[city] = int32(other)
				return
			}
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	for city, other := range first {
		if int(other) != city {
			twins = append(twins, twin{int32(city), other})
		}
	}
	return twins
}

// rowHash returns a hash of a city's row, with 0 for the city itself: it is equal for twins. Without
// it, rows that differ in their last column alone take time in proportion to n³.
func rowHash(seed uint64, row []int32, city int) (hash uint64) {
	hash = seed
	for other, w := range row {
		if other == city {
			w = 0
		}
		hash = fold(hash ^ uint64(uint32(w)))
	}
	return hash
}

// fold returns both halves of a product with an odd number, mixed.
func fold(v uint64) uint64 {
	const odd = 0x9e37_79b9_7f4a_7c15 // 2⁶⁴ divided by the golden ratio
	high, low := bits.Mul64(v^odd, odd)
	return high ^ low
}

// sameRows reports whether two cities are at distance 0, and all others at equal distances from
// and to both.
func sameRows(in *tsp.Instance, n, a, b int) bool {
	b, a = min(a, b), max(a, b)
	rowA, rowB := in.Weights[a*n:][:n], in.Weights[b*n:][:n]
	if !sameTo(rowA, rowB, a, b) {
		return false
	}
	for city := range n {
		if !in.Symmetric() && city != a && city != b && in.Weights[city*n+a] != in.Weights[city*n+b] {
			return false
		}
	}
	return in.Given == nil || sameGiven(in.Given.Distances, a, b)
}

// sameTo reports whether two cities, the second with the smaller number, are at distance 0, and at
// equal distances to all others.
func sameTo[W int32 | float64](rowA, rowB []W, a, b int) bool {
	return rowA[b] == 0 && rowB[a] == 0 && slices.Equal(rowA[:b], rowB[:b]) &&
		slices.Equal(rowA[b+1:a], rowB[b+1:a]) && slices.Equal(rowA[a+1:], rowB[a+1:])
}

// sameGiven is sameRows for the numbers of an input, which steps may not tell apart.
func sameGiven(distances [][]float64, a, b int) bool {
	if !sameTo(distances[a], distances[b], a, b) {
		return false
	}
	for city, row := range distances {
		if city != a && city != b && row[a] != row[b] {
			return false
		}
	}
	return true
}

// citiesPerCheck is the number of cities between two looks at the context.
const citiesPerCheck = 1024

// shareCities is the number of cities in a share on average: the table of a share fits a cache.
const shareCities = 1 << 14

// coordinateTwins returns the twins of coordinates. It divides the cities into shares by the hash
// of their coordinates, and looks for equal ones in each.
func coordinateTwins(ctx context.Context, axes [][]float64, n int) []twin {
	workers, seed := runtime.GOMAXPROCS(0), rand.Uint64()
	shareBits := bits.Len(uint(n / shareCities))
	cities, starts := shares(seed, axes, n, workers, shareBits)
	tables, found := make([]table, workers), make([][]twin, workers)
	parallel.Each(ctx, workers, len(starts)-1, func(worker, share int) {
		found[worker] = tables[worker].appendTwins(ctx, seed, found[worker], axes, cities[starts[share]:starts[share+1]])
	})
	return slices.Concat(found...)
}

// shares returns all cities by the first bits of their hashes, in ascending order in each share,
// and where the shares begin; the last is their end.
func shares(seed uint64, axes [][]float64, n, workers, shareBits int) (cities, starts []int32) {
	count := 1 << shareBits
	next := make([][]int32, workers) // by worker and share
	each := func(work func(worker, share int, city int32)) {
		parallel.Parts(n, workers, func(worker, from, to int) {
			for city := from; city < to; city++ {
				work(worker, int(hashOf(seed, axes, city)>>(64-shareBits)), int32(city))
			}
		})
	}
	for worker := range next {
		next[worker] = make([]int32, count)
	}
	each(func(worker, share int, _ int32) { next[worker][share]++ })
	starts, sum := make([]int32, count+1), int32(0)
	for share := range count {
		starts[share] = sum
		for worker := range next {
			size := next[worker][share]
			next[worker][share] = sum
			sum += size
		}
	}
	starts[count], cities = sum, make([]int32, n)
	each(func(worker, share int, city int32) {
		cities[next[worker][share]] = city
		next[worker][share]++
	})
	return cities, starts
}

// hashOf returns a hash of the coordinates of a city. It is equal for 0 and -0. The seed is random, so
// that no file can have coordinates of equal hashes.
func hashOf(seed uint64, axes [][]float64, city int) uint64 {
	hash := seed
	for _, axis := range axes {
		v := axis[city]
		if v == 0 {
			v = 0 // not -0
		}
		hash = fold(hash ^ math.Float64bits(v))
	}
	return hash
}

// table is a hash table of cities, with open addresses. 0 is free, else a city and 1.
type table []int32

// appendTwins appends the twins among some cities in ascending order.
func (t *table) appendTwins(ctx context.Context, seed uint64, twins []twin, axes [][]float64, cities []int32) []twin {
	size := 2 << bits.Len(uint(len(cities)))
	*t = slices.Grow((*t)[:0], size)[:size]
	clear(*t)
	for i, city := range cities {
		if i%citiesPerCheck == 0 && ctx.Err() != nil {
			return twins
		}
		at := uint32(hashOf(seed, axes, int(city))) & uint32(size-1)
		for (*t)[at] != 0 && !samePlace(axes, (*t)[at]-1, city) {
			at = (at + 1) & uint32(size-1)
		}
		if first := (*t)[at]; first != 0 {
			twins = append(twins, twin{city, first - 1})
		} else {
			(*t)[at] = city + 1
		}
	}
	return twins
}

func samePlace(axes [][]float64, a, b int32) bool {
	for _, axis := range axes {
		if axis[a] != axis[b] {
			return false
		}
	}
	return true
}
