package tsp

import "math/bits"

// citySet is a set of cities, as bits.
type citySet []uint64

const citySetBits = 64 // of a word

// newCitySet returns an empty set for the cities 0..n-1.
func newCitySet(n int) citySet { return make(citySet, (n+citySetBits-1)/citySetBits) }

// add adds a city to the set and reports whether it was not in it.
func (s citySet) add(city int32) bool {
	word, bit := &s[city/citySetBits], uint64(1)<<(city%citySetBits)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// has reports whether a city is in the set.
func (s citySet) has(city int32) bool { return s[city/citySetBits]&(1<<(city%citySetBits)) != 0 }

// missing returns the smallest city that is not in the set. For a full set it is at least n.
func (s citySet) missing() int {
	for i, word := range s {
		if ^word != 0 {
			return i*citySetBits + bits.TrailingZeros64(^word)
		}
	}
	return len(s) * citySetBits
}
