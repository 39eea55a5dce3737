package tsptest

import (
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Optimum returns a shortest tour that has all fixed edges, and its length. It tries all tours, so it is for up to ten cities.
func Optimum(in *tsp.Instance) (best int64, tour tsp.Tour) {
	n := in.Dimension()
	order := make(tsp.Tour, n)
	for i := range order {
		order[i] = int32(i)
	}
	var place func(k int)
	place = func(k int) {
		if k == n {
			if length := order.Length(in); tour == nil || length < best {
				if _, err := verify.Tour(in, order); err == nil {
					best, tour = length, slices.Clone(order)
				}
			}
			return
		}
		for i := k; i < n; i++ {
			order[k], order[i] = order[i], order[k]
			place(k + 1)
			order[k], order[i] = order[i], order[k]
		}
	}
	place(1)
	return best, tour
}
