// Package cityset has a set of cities.
package cityset

import "math/bits"

// Set is a set of cities, as bits.
type Set []uint64

const WordBits = 64 // of a word

// New returns an empty set for the cities 0..n-1.
func New(n int) Set { return make(Set, (n+WordBits-1)/WordBits) }

// Add adds a city to the set and reports whether it was not in it.
func (s Set) Add(city int32) bool {
	word, bit := &s[city/WordBits], uint64(1)<<(city%WordBits)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// Has reports whether a city is in the set.
func (s Set) Has(city int32) bool { return s[city/WordBits]&(1<<(city%WordBits)) != 0 }

// Missing returns the smallest city that is not in the set. For a full set it is at least n.
func (s Set) Missing() int {
	for i, word := range s {
		if ^word != 0 {
			return i*WordBits + bits.TrailingZeros64(^word)
		}
	}
	return len(s) * WordBits
}
