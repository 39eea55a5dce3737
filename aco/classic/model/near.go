package model

import (
	"slices"

	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// NearCities is the length of a city's list with selection near: the subgroup size of most GPUs, so that each invocation of an ant has one
// city.
const NearCities = glsl.NearCities

// NearWords is the number of words of a list: pairs of city and weight.
const NearWords = 2 * NearCities

// nearRow fills in the cities of a list, nearest first; of equal distances the smaller number first. On a small instance it pads the list
// with the city itself, which an ant there has always visited.
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
