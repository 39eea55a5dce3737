package reference

import "github.com/aco-vk/aco-vk/aco/problem"

// list is the unvisited cities, in the order in which a roulette over them adds up their weights.
type list []uint32

// ascending returns the cities that are not visited.
func ascending(visited []bool) list {
	var l list
	for city, gone := range visited {
		if !gone {
			l = append(l, uint32(city))
		}
	}
	return l
}

// removal is the rule by which an element leaves a list.
type removal func(l list, element int) list

// replaceByLast overwrites an element by the last one, which goes (Uchida et al. 2014, section 4.2.2).
func replaceByLast(l list, element int) list {
	last := len(l) - 1
	l[element] = l[last]
	return l[:last]
}

// replaceByFirst overwrites an element by the first one, which goes: with the tour itself as the list, the two are swapped and
// the cursor moves on (Zhou et al. 2017, section B.4.2).
func replaceByFirst(l list, element int) list {
	l[element] = l[0]
	return l[1:]
}

// draw removes the first element at which the sum of the weights so far exceeds a random number below the whole sum, and
// returns its city.
func (l *list) draw(weights []uint32, word uint32, remove removal) uint32 {
	var total uint32
	for _, city := range *l {
		total += weights[city]
	}
	target := problem.Bounded(word, total)
	element := 0
	for target >= weights[(*l)[element]] {
		target -= weights[(*l)[element]]
		element++
	}
	city := (*l)[element]
	*l = remove(*l, element)
	return city
}
