package problem

import "math/bits"

// GuideShift is how far a random word is shifted to give its part of a guide.
func GuideShift(cities int) uint32 { return uint32(33 - bits.Len32(uint32(cities))) }

// GuideParts is the number of parts of a guide: the largest power of two that is not above the number of cities.
func GuideParts(cities int) int { return 1 << (bits.Len32(uint32(cities)) - 1) }
