package tsptest

import (
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
)

// OrOptGain returns the largest gain of moving a segment of up to three cities of a tour to any other place, in either direction. It tries
// all moves.
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
