package probe

import "math/rand/v2"

// limitWords are small numbers and the limits of signed and unsigned integers of 8, 16 and 32 bits.
var limitWords = []uint32{0, 1, 2, 3, 31, 32, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF}

// newRandom returns a generator whose sequence depends on the seed alone.
func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// anyWord draws a word with a random number of bits.
func anyWord(r *rand.Rand) uint32 { return r.Uint32() >> r.UintN(32) }

// pairs returns a number of pairs of words: all pairs of limitWords, then random ones.
func pairs(count uint32) []uint32 {
	r := newRandom(1)
	out := make([]uint32, 0, 2*count)
	for i := range count {
		a, b := anyWord(r), anyWord(r)
		if n := uint32(len(limitWords)); i < n*n {
			a, b = limitWords[i/n], limitWords[i%n]
		}
		out = append(out, a, b)
	}
	return out
}

// groupWords returns a word for each invocation. The first work-groups have ones, all bits set, ascending numbers, descending numbers and
// limitWords. The others have random words.
func groupWords(l launch, seed uint64) []uint32 {
	r := newRandom(seed)
	out := make([]uint32, workGroups*l.groupSize)
	for i := range out {
		place := uint32(i) % l.groupSize
		switch uint32(i) / l.groupSize {
		case 0:
			out[i] = 1
		case 1:
			out[i] = ^uint32(0)
		case 2:
			out[i] = place
		case 3:
			out[i] = l.groupSize - place
		case 4:
			out[i] = limitWords[r.IntN(len(limitWords))]
		default:
			out[i] = anyWord(r)
		}
	}
	return out
}
