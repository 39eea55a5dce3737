package reference

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/philox"
)

// drawNear chooses a city by rejection sampling (von Neumann 1951). Each trial draws from the
// unvisited cities of the list of nearest cities and from all cities outside it, the latter by
// their running sums, and rejects a visited city. All trials draw from the same weights, so the
// chosen city follows the random proportional rule. found is false if all trials are rejected, or if
// the weights are coarse.
//
// A trial uses two random words. The first chooses a city of the list or the cities outside it,
// the second a city outside it.
func (a *ant) drawNear() (city uint32, found bool) {
	list := a.tables.Near[int(a.city)*model.NearWords:][:model.NearWords]
	sums := a.row(a.tables.Sums)
	others := sums[len(sums)-1] // total weight outside the list
	var unvisited uint32
	for k := 0; k < len(list); k += 2 {
		if !a.visited[list[k]] {
			unvisited += list[k+1]
		}
	}
	if a.isCoarse(unvisited + others) {
		return 0, false
	}
	for t := range a.Trials {
		target := philox.Bounded(a.word(2*t), unvisited+others)
		if target >= unvisited {
			city = searchSums(sums, philox.Bounded(a.word(2*t+1), others))
			if !a.visited[city] {
				return city, true
			}
			continue
		}
		for k := 0; k < len(list); k += 2 {
			if a.visited[list[k]] {
				continue
			}
			if target < list[k+1] {
				return list[k], true
			}
			target -= list[k+1]
		}
	}
	return city, false
}
