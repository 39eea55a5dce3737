package reference

import "github.com/aco-vk/aco-vk/aco/problem"

// unvisitedList is the unvisited cities of an ant, ascending at first.
type unvisitedList []uint32

// begin makes the list anew at the first step that uses it.
func (l *unvisitedList) begin(a *ant) {
	if len(*l) == a.Cities-a.step {
		return
	}
	*l = (*l)[:0]
	for city, visited := range a.visited {
		if !visited {
			*l = append(*l, uint32(city))
		}
	}
}

// roulette takes a city off the list; the last one takes its place (Uchida et al. 2014, SelectWithCompression).
func (l *unvisitedList) roulette(a *ant) uint32 {
	list, weights := *l, a.row(a.tables.Weights)
	var total uint32
	for _, city := range list {
		total += weights[city]
	}
	target := problem.Bounded(a.word(0), total)
	k := 0
	for target >= weights[list[k]] {
		target -= weights[list[k]]
		k++
	}
	city := list[k]
	list[k] = list[len(list)-1]
	*l = list[:len(list)-1]
	return city
}
