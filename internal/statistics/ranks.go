package statistics

import (
	"cmp"
	"slices"
)

// Ranks returns the rank of each value, 1 for the least. Equal values share the mean of their
// ranks.
func Ranks(values []float64) []float64 {
	order := orderOf(values)
	ranks := make([]float64, len(values))
	for start := 0; start < len(order); {
		end := start + 1
		for end < len(order) && values[order[end]] == values[order[start]] {
			end++
		}
		for _, i := range order[start:end] {
			ranks[i] = float64(start+1+end) / 2
		}
		start = end
	}
	return ranks
}

// tieSum returns Σ(t³ − t) over the groups of t equal values.
func tieSum(values []float64) float64 {
	count := map[float64]float64{}
	for _, v := range values {
		count[v]++
	}
	sum := 0.0 // whole numbers: the order of the map does not change it
	for _, t := range count {
		sum += t*t*t - t
	}
	return sum
}

// orderOf returns the indices of values, the least value first.
func orderOf(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	return order
}
