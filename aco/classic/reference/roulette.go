package reference

import (
	"github.com/aco-vk/aco-vk/aco/philox"
)

// roulette draws an unvisited city in proportion to the weights: the first one at which the running sum exceeds a random number below the
// total. If all cities are visited, it returns the number of cities.
func roulette(weights []uint32, visited []bool, word uint32) uint32 {
	var total uint32
	for j, w := range weights {
		if !visited[j] {
			total += w
		}
	}
	target := philox.Bounded(word, total)
	for j, w := range weights {
		if visited[j] {
			continue
		}
		if target < w {
			return uint32(j)
		}
		target -= w
	}
	return uint32(len(weights))
}
