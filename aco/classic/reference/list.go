package reference

import (
	"github.com/aco-vk/aco-vk/aco/philox"
)

// cityList has the unvisited cities. draw adds up their weights in this order.
type cityList []uint32

// unvisitedCities returns the unvisited cities in ascending order.
func unvisitedCities(visited []bool) cityList {
	var l cityList
	for city, isVisited := range visited {
		if !isVisited {
			l = append(l, uint32(city))
		}
	}
	return l
}

// removeFunc removes an element from a list.
type removeFunc func(l cityList, element int) cityList

// replaceWithLast moves the last element to the place of the removed one (Uchida et al. 2014,
// section 4.2.2).
func replaceWithLast(l cityList, element int) cityList {
	last := len(l) - 1
	l[element] = l[last]
	return l[:last]
}

// replaceWithFirst moves the first element to the place of the removed one. If the list is the
// unfilled part of the tour itself, this swaps two cities and advances the cursor (Zhou et al.
// 2017, section B.4.2).
func replaceWithFirst(l cityList, element int) cityList {
	l[element] = l[0]
	return l[1:]
}

// sum returns the sum of the weights of the cities.
func (l cityList) sum(weights []uint32) (total uint32) {
	for _, city := range l {
		total += weights[city]
	}
	return total
}

// draw removes a city and returns it: the first city whose running sum of weights exceeds a random
// number below the total.
func (l *cityList) draw(weights []uint32, total, word uint32, remove removeFunc) uint32 {
	target := philox.Bounded(word, total)
	element := 0
	for target >= weights[(*l)[element]] {
		target -= weights[(*l)[element]]
		element++
	}
	city := (*l)[element]
	*l = remove(*l, element)
	return city
}
