package probe

import (
	"cmp"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// layout returns a workload that checks what the shaders assume: subgroups are consecutive
// invocations, all of the same size, and of the required size. Vulkan does not guarantee it if
// full subgroups cannot be required, but all known drivers do it.
func layout(l launch) workload {
	values := interleave(groupWords(l, 2), allOnes(l))
	return workload{
		values: values, results: make([]uint32, len(values)), groups: [3]uint32{workGroups, 1, 1},
		check: func(results []uint32) string { return checkLayout(l, results) },
	}
}

func checkLayout(l launch, results []uint32) string {
	width := uint32(0)
	for width < l.groupSize && results[2*width] == width { // lanes of subgroup 0
		width++
	}
	if bits.OnesCount32(width) != 1 || width%l.block != 0 {
		return fmt.Sprintf(
			"the first subgroup has %d consecutive invocations, which is no power of two or no multiple of %d",
			width, l.block)
	}
	if l.subgroupSize != 0 && width != l.subgroupSize {
		return fmt.Sprintf("subgroups have %d invocations", width)
	}
	for i := range uint32(len(results) / 2) {
		local := i % l.groupSize
		if place := local/width<<16 | local%width; results[2*i] != place {
			return fmt.Sprintf("invocation %d of work-group %d is %s, not %s", local, i/l.groupSize,
				placeName(results[2*i]), placeName(place))
		}
		if size, count := results[2*i+1]>>16, results[2*i+1]&0xFFFF; count != l.groupSize/width || size < width ||
			size > l.maxSubgroup {
			return fmt.Sprintf("work-group %d has %d subgroups of gl_SubgroupSize %d, not %d of %d", i/l.groupSize,
				count, size, l.groupSize/width, width)
		}
	}
	return ""
}

// placeName describes an invocation's place, which shaders report as subgroup<<16 | lane.
func placeName(place uint32) string {
	return fmt.Sprintf("lane %d of subgroup %d", place&0xFFFF, place>>16)
}

// sortedByLane sorts invocations by lane.
func sortedByLane(all []invocation) []invocation {
	slices.SortFunc(all, func(a, b invocation) int { return cmp.Compare(a.lane, b.lane) })
	return all
}

// The functions below return the arguments of an operation, one for each invocation.

func allOnes(l launch) []uint32 { return slices.Repeat([]uint32{1}, int(workGroups*l.groupSize)) }

// activeFlags makes all invocations of even work-groups active, and random ones of odd
// work-groups.
func activeFlags(l launch) []uint32 {
	r, out := newRandom(3), allOnes(l)
	for i := range out {
		if uint32(i)/l.groupSize%2 == 1 {
			out[i] = r.Uint32() & 1
		}
	}
	return out
}

// ballotWords draws which word of the ballot an invocation returns.
func ballotWords(l launch) []uint32 {
	r, out := newRandom(4), allOnes(l)
	for i := range out {
		out[i] = r.Uint32N(4)
	}
	return out
}

// lanes draws a lane of the invocation's own subgroup.
func lanes(l launch) []uint32 {
	r, out := newRandom(5), allOnes(l)
	for i := range out {
		out[i] = r.Uint32N(l.block)
	}
	return out
}

// distances returns the work-group's number modulo the block: one distance for all invocations of
// a subgroup.
func distances(l launch) []uint32 {
	out := allOnes(l)
	for i := range out {
		out[i] = uint32(i) / l.groupSize % l.block
	}
	return out
}

// interleave returns a[0], b[0], a[1], b[1] and so on.
func interleave(a, b []uint32) []uint32 {
	var out []uint32
	for i := range a {
		out = append(out, a[i], b[i])
	}
	return out
}

// groupPairs returns two words for each invocation.
func groupPairs(l launch, first, second uint64) []uint32 {
	return interleave(groupWords(l, first), groupWords(l, second))
}

// limitWords are small numbers and the limits of signed and unsigned integers of 8, 16 and 32
// bits.
var limitWords = []uint32{0, 1, 2, 3, 31, 32, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000,
	0x80000001, 0xFFFFFFFE, 0xFFFFFFFF}

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

// groupWords returns a word for each invocation. The first work-groups have ones, all bits set,
// ascending numbers, descending numbers and limitWords. The others have random words.
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
