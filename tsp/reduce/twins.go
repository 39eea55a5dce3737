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

// coordinateTwins returns the twins of coordinates. It sorts the cities by the hash of their coordinates, and
// compares cities of equal hashes.
func coordinateTwins(ctx context.Context, axes [][]float64, n int) (twins []twin) {
	seed, byHash := rand.Uint64(), parallel.NewPairs(n)
	if err := parallel.For(ctx, n, func(city int) {
		byHash.Keys[city], byHash.Values[city] = hashOf(seed, axes, city), uint32(city)
	}); err != nil {
		return nil
	}
	byHash = byHash.Sorted()
	for from, to := 0, 0; from < n; from = to {
		for to = from; to < n && byHash.Keys[to] == byHash.Keys[from]; to++ {
			city := int32(byHash.Values[to])
			for _, first := range byHash.Values[from:to] { // the first one, unless two places have one hash
				if samePlace(axes, int32(first), city) {
					twins = append(twins, twin{city, int32(first)})
					break
				}
			}
		}
	}
	return twins
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

func samePlace(axes [][]float64, a, b int32) bool {
	for _, axis := range axes {
		if axis[a] != axis[b] {
			return false
		}
	}
	return true
}
