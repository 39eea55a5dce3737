package probe

import "math/rand/v2"

// bounds are the words at which integers of 8, 16 and 32 bits, signed or not, come to an end.
var bounds = []uint32{0, 1, 2, 3, 31, 32, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF}

// words draws random numbers, the same for a seed on every machine.
func words(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// any draws a word of any number of bits.
func anyWord(r *rand.Rand) uint32 { return r.Uint32() >> r.UintN(32) }

// pairs returns so many pairs of words: each bound with each, then random ones.
func pairs(count uint32) []uint32 {
	r := words(1)
	out := make([]uint32, 0, 2*count)
	for i := range count {
		a, b := anyWord(r), anyWord(r)
		if n := uint32(len(bounds)); i < n*n {
			a, b = bounds[i/n], bounds[i%n]
		}
		out = append(out, a, b)
	}
	return out
}

// inGroups returns a word for each invocation: the first work-groups have nothing but ones, all bits set, rising, falling, bounds;
// the others random words.
func inGroups(s shape, seed uint64) []uint32 {
	r := words(seed)
	out := make([]uint32, workGroups*s.group)
	for i := range out {
		place := uint32(i) % s.group
		switch uint32(i) / s.group {
		case 0:
			out[i] = 1
		case 1:
			out[i] = ^uint32(0)
		case 2:
			out[i] = place
		case 3:
			out[i] = s.group - place
		case 4:
			out[i] = bounds[r.IntN(len(bounds))]
		default:
			out[i] = anyWord(r)
		}
	}
	return out
}
