package reference

import "github.com/aco-vk/aco-vk/aco/problem"

// near draws from the unvisited cities of the list of the nearest and from all cities that are not in it, by their running
// sums, until an unvisited city comes. A trial takes two words: which of the two, or the near city itself, and the city of
// the others. Every trial draws from the same weights, and only visited cities are refused: so what is drawn follows the
// random proportional rule (rejection sampling, von Neumann 1951).
func (a *ant) near() (city uint32, found bool) {
	list := a.tables.Near[int(a.city)*problem.NearWords:][:problem.NearWords]
	sums := a.row(a.tables.Sums)
	others := sums[len(sums)-1]
	var unvisited uint32
	for k := 0; k < len(list); k += 2 {
		if !a.visited[list[k]] {
			unvisited += list[k+1]
		}
	}
	for t := range a.Trials {
		target := problem.Bounded(a.word(2*t), unvisited+others)
		if target >= unvisited {
			city = search(sums, problem.Bounded(a.word(2*t+1), others))
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
