package reference

import "github.com/aco-vk/aco-vk/aco/problem"

// trial draws cities by their running sums until one is unvisited.
func trial(sums []uint32, visited []bool, trials int, word func(int) uint32) (city uint32, found bool) {
	for t := range trials {
		city = search(sums, problem.Bounded(word(t), sums[len(sums)-1]))
		if !visited[city] {
			return city, true
		}
	}
	return city, false
}
