// Package cityset has sets of cities.
package cityset

import "math/bits"

// All returns the cities 0..n-1 in the order of their numbers.
func All[C ~int32 | ~uint32](n int) []C {
	cities := make([]C, n)
	for i := range cities {
		cities[i] = C(i)
	}
	return cities
}

// Set is a set of cities, as bits.
type Set []uint64

const wordBits = 64 // of a word

// New returns an empty set for the cities 0..n-1.
func New(n int) Set { return make(Set, (n+wordBits-1)/wordBits) }

// Add adds a city to the set and reports whether it was not in it.
func (s Set) Add(city int32) bool {
	word, bit := &s[city/wordBits], uint64(1)<<(city%wordBits)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// Has reports whether a city is in the set.
func (s Set) Has(city int32) bool { return s[city/wordBits]&(1<<(city%wordBits)) != 0 }

// Missing returns the smallest city that is not in the set. For a full set it is at least n.
func (s Set) Missing() int {
	for i, word := range s {
		if ^word != 0 {
			return i*wordBits + bits.TrailingZeros64(^word)
		}
	}
	return len(s) * wordBits
}
