// Package philox has the random numbers of all algorithms: the counter-based generator Philox
// 4x32-10. A word depends on the seed, the colony and a counter alone, so words can be drawn in
// any order. The shaders compute the same words (shaders/include/philox.glsl).
package philox

import "math/bits"

// Block returns the four words of Philox 4x32-10 for a counter. It is the counter-based generator
// of Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011.
func Block(counter [4]uint32, key [2]uint32) [4]uint32 {
	// Multipliers and key increments of the paper's table 2 and section 4.3 (Weyl constants of the
	// golden ratio and of the square root of three less one).
	const (
		multiplier0, multiplier1 = 0xD2511F53, 0xCD9E8D57
		weyl0, weyl1             = 0x9E3779B9, 0xBB67AE85
		rounds                   = 10
	)
	for range rounds {
		high0, low0 := bits.Mul32(multiplier0, counter[0])
		high1, low1 := bits.Mul32(multiplier1, counter[2])
		counter = [4]uint32{high1 ^ counter[1] ^ key[0], low1, high0 ^ counter[3] ^ key[1], low0}
		key[0] += weyl0
		key[1] += weyl1
	}
	return counter
}

// SeedWords returns the two words that a seed gives to the generator's keys: its lower half, and
// its upper half with the bits in reverse order, so that they do not meet the bits of a colony's
// number (see Key).
func SeedWords(seed uint64) (low, high uint32) {
	return uint32(seed), bits.Reverse32(uint32(seed >> 32))
}

// Key returns the generator's key for a colony. Two seeds have different keys for the same colony.
// The key of a seed below 2^32 is the seed and the colony's number.
func Key(seed uint64, colony uint32) [2]uint32 {
	low, high := SeedWords(seed)
	return [2]uint32{low, high ^ colony}
}

// Draw returns a random word for a step of an ant. draw counts the words of the step; four of them
// come from one block. Each colony has its own stream.
func Draw(seed uint64, colony, iteration, ant, step, draw uint32) uint32 {
	return Block([4]uint32{iteration, ant, step, draw / 4}, Key(seed, colony))[draw%4]
}

// Bounded maps a random word to [0, bound) by multiply-high; bound is at least 1.
func Bounded(word, bound uint32) uint32 {
	high, _ := bits.Mul32(word, bound)
	return high
}
