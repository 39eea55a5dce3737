package reference

import "github.com/aco-vk/aco-vk/aco/problem"

// roulette returns the first unvisited city at which the sum of the weights so far exceeds a random number below the
// whole sum; the number of cities where all are visited.
func roulette(weights []uint32, visited []bool, word uint32) uint32 {
	var total uint32
	for j, w := range weights {
		if !visited[j] {
			total += w
		}
	}
	target := problem.Bounded(word, total)
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
