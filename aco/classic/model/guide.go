package model

import "math/bits"

// GuideShift returns the right shift that maps a random word to its part of a guide table.
func GuideShift(cities int) uint32 { return uint32(33 - bits.Len32(uint32(cities))) }

// GuideParts returns the number of parts of a guide table: the largest power of two that is at most the number of cities.
func GuideParts(cities int) int { return 1 << (bits.Len32(uint32(cities)) - 1) }
