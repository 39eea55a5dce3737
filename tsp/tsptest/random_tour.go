package tsptest

import (
	"math/rand/v2"

	"github.com/aco-vk/aco-vk/tsp"
)

// Million is the number of cities in benchmarks, large enough that a reader has blocks for all cores.
const Million = 1_000_000

// RandomTour is the worst case for caches: consecutive cities are far apart in memory.
func RandomTour(n int) tsp.Tour {
	tour := make(tsp.Tour, n)
	for i, city := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
		tour[i] = int32(city)
	}
	return tour
}
