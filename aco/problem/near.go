package problem

import (
	"slices"

	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// NearCities is the length of a city's list of nearest cities: the subgroup of most GPUs, so that each invocation of an
// ant looks after one of them.
const NearCities = glsl.NearCities

// NearWords is the words of a city's list: city and weight in turn.
const NearWords = 2 * NearCities

// nearRow fills the cities of a list, nearest first, of equally near ones the smaller number. A list that is longer than
// there are other cities ends with the city itself, which an ant that is there has always visited.
func nearRow(near, distances []uint32, self int) {
	keys := make([]uint64, 0, NearCities+1)
	for j, d := range distances {
		key := uint64(d)<<32 | uint64(j)
		if j == self || len(keys) == NearCities && key > keys[NearCities-1] {
			continue
		}
		at, _ := slices.BinarySearch(keys, key)
		keys = slices.Insert(keys, at, key)
		keys = keys[:min(len(keys), NearCities)]
	}
	for k := range NearCities {
		near[2*k], near[2*k+1] = uint32(self), 0
		if k < len(keys) {
			near[2*k] = uint32(keys[k])
		}
	}
}
