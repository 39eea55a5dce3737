package reference

import (
	"github.com/aco-vk/aco-vk/aco/philox"
)

// drawBySums draws cities by their running sums until one is unvisited. found is false if all trials draw visited cities.
func drawBySums(sums []uint32, visited []bool, trials int, word func(int) uint32) (city uint32, found bool) {
	for t := range trials {
		city = searchSums(sums, philox.Bounded(word(t), sums[len(sums)-1]))
		if !visited[city] {
			return city, true
		}
	}
	return city, false
}
