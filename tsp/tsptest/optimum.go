package tsptest

import (
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Optimum returns a shortest tour that has all fixed edges, and its length. It tries all tours, so
// it is for up to ten cities.
func Optimum(in *tsp.Instance) (best int64, tour tsp.Tour) {
	n := in.Dimension()
	order := tsp.Tour(cityset.All[int32](n))
	var place func(k int, length int64)
	place = func(k int, length int64) {
		switch {
		case tour != nil && length >= best:
			return
		case k == n:
			if verified, err := verify.Tour(in, order); err == nil && (tour == nil || verified < best) {
				best, tour = verified, slices.Clone(order)
			}
			return
		}
		for i := k; i < n; i++ {
			order[k], order[i] = order[i], order[k]
			place(k+1, length+in.Distance(int(order[k-1]), int(order[k])))
			order[k], order[i] = order[i], order[k]
		}
	}
	place(1, 0)
	return best, tour
}

// ShortestPath returns the length of the shortest open path with these ends, -1 if the fixed edges
// leave none. It tries all paths, so it is for up to nine cities.
func ShortestPath(in *tsp.Instance, ends tsp.Ends) (best int64) {
	best = -1
	var extend func(path tsp.Tour, length int64)
	extend = func(path tsp.Tour, length int64) {
		if best >= 0 && length >= best {
			return
		}
		if len(path) == in.Dimension() {
			if verified, err := verify.Path(in, path, ends[0], ends[1]); err == nil {
				best = verified
			}
			return
		}
		for city := range int32(in.Dimension()) {
			switch {
			case slices.Contains(path, city):
			case len(path) > 0:
				extend(append(path[:len(path):len(path)], city), length+in.Distance(int(path[len(path)-1]), int(city)))
			case ends[0] == city || ends[0] == tsp.FreeEnd:
				extend(tsp.Tour{city}, 0)
			}
		}
	}
	extend(nil, 0)
	return best
}

// OrOptGain returns the largest gain of moving a segment of up to three cities of a tour to any
// other place, in either direction. It tries all moves.
func OrOptGain(in *tsp.Instance, tour tsp.Tour) (best int64) {
	n := len(tour)
	for start := range n {
		turned := slices.Concat(tour[start:], tour[:start])
		for count := 1; count <= min(3, n-3); count++ {
			rest := turned[count:]
			between := func(a, b int32) int64 { return in.Distance(int(a), int(b)) }
			a, b := turned[0], turned[count-1]
			removed := between(rest[len(rest)-1], a) + between(b, rest[0]) - between(rest[len(rest)-1], rest[0])
			for i := range len(rest) - 1 {
				c, d := rest[i], rest[i+1]
				added := min(between(c, a)+between(b, d), between(c, b)+between(a, d)) - between(c, d)
				best = max(best, removed-added)
			}
		}
	}
	return best
}
