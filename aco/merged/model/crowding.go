package model

import (
	"math"

	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	// cellCities is the mean number of cities of a cell of the grid. Cells with so many tell dense
	// clusters from empty space; the order of cities within rows or blocks has no influence.
	cellCities = 4
	// crowded is the crowding from which an instance has more colonies. Uniform cities have 1, drill
	// holes and VLSI mostly 1.2 to 2.4, places of countries 2.2 to 12, and clusters of the DIMACS
	// challenge 7 to 8.
	crowded = 3
)

// IsCrowded reports whether the cities of an instance in the plane are in clusters with empty space
// between them. Its measure is Lloyd's index of patchiness (Mean crowding, Journal of Animal Ecology
// 36, 1967, section 2): how many cities share a square cell with a city, divided by how many would if
// the cities were at random places.
func IsCrowded(in *tsp.Instance) bool {
	counts := cellCounts(in)
	others := uint64(0) // of each city in its cell, summed
	for _, count := range counts {
		others += count * (count - 1)
	}
	n := uint64(in.Dimension())
	return len(counts) > 0 && others >= crowded*n*n/uint64(len(counts))
}

// cellCounts returns the number of cities of each cell of a grid over the instance, or nothing if it
// is not in the plane or so narrow that most cells are on its rim. All operations on floats are
// exactly rounded, so the counts are the same on all processors.
func cellCounts(in *tsp.Instance) []uint64 {
	if !distance.InPlane(in.Metric) {
		return nil
	}
	n := in.Dimension()
	lowX, width := extent(in.X)
	lowY, height := extent(in.Y)
	side := math.Sqrt(width * height / float64(n) * cellCities)
	columns, rows := width/side, height/side
	// not a number if all cities are on a line; 0 if the product of tiny lengths is
	if !(side > 0 && min(columns, rows) >= 1) {
		return nil
	}
	across := int(columns) + 1
	counts := make([]uint64, across*(int(rows)+1))
	for city, x := range in.X {
		counts[int((in.Y[city]-lowY)/side)*across+int((x-lowX)/side)]++
	}
	return counts
}

// extent returns the smallest of some values, and by how much the largest is above it.
func extent(values []float64) (low, length float64) {
	low, high := values[0], values[0]
	for _, value := range values {
		low, high = min(low, value), max(high, value)
	}
	return low, high - low
}
