package probe

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
)

// layout tries whether subgroups are what the shaders take them for: invocations in a row, as many in each, of the size that was
// required. Vulkan leaves that open where full subgroups cannot be required; every driver does it.
func layout(s shape) trial {
	values := interleave(inGroups(s, 2), everyone(s))
	return trial{
		values: values, results: make([]uint32, len(values)), groups: [3]uint32{workGroups, 1, 1},
		check: func(results []uint32) string { return checkLayout(s, results) },
	}
}

func checkLayout(s shape, results []uint32) string {
	width := uint32(0)
	for width < s.group && results[2*width] == width { // lanes of subgroup 0
		width++
	}
	if bits.OnesCount32(width) != 1 || width%s.block != 0 {
		return fmt.Sprintf("the first subgroup has %d invocations in a row, not a multiple of %d and a power of 2", width, s.block)
	}
	if s.required != 0 && width != s.required {
		return fmt.Sprintf("subgroups have %d invocations", width)
	}
	for i := range uint32(len(results) / 2) {
		local := i % s.group
		if place := local/width<<16 | local%width; results[2*i] != place {
			return fmt.Sprintf("invocation %d of work-group %d is %s, not %s", local, i/s.group, placeName(results[2*i]), placeName(place))
		}
		if size, count := results[2*i+1]>>16, results[2*i+1]&0xFFFF; count != s.group/width || size < width || size > s.largest {
			return fmt.Sprintf("work-group %d has %d subgroups of gl_SubgroupSize %d, not %d of %d", i/s.group, count, size, s.group/width, width)
		}
	}
	return ""
}

// placeName names the place in a work-group that a shader reports in a word.
func placeName(place uint32) string {
	return fmt.Sprintf("lane %d of subgroup %d", place&0xFFFF, place>>16)
}

func inOrder(all []talker) []talker {
	slices.SortFunc(all, func(a, b talker) int { return cmp.Compare(a.lane, b.lane) })
	return all
}

// The arguments of an operation, one for each invocation.

func everyone(s shape) []uint32 { return slices.Repeat([]uint32{1}, int(workGroups*s.group)) }

// takePart has all of every second work-group take part, and some of the others.
func takePart(s shape) []uint32 {
	r, out := words(3), everyone(s)
	for i := range out {
		if uint32(i)/s.group%2 == 1 {
			out[i] = r.Uint32() & 1
		}
	}
	return out
}

func wordOfBallot(s shape) []uint32 {
	r, out := words(4), everyone(s)
	for i := range out {
		out[i] = r.Uint32N(4)
	}
	return out
}

func lanes(s shape) []uint32 {
	r, out := words(5), everyone(s)
	for i := range out {
		out[i] = r.Uint32N(s.block)
	}
	return out
}

// distances has one for each block of invocations in a row, the same for all of a subgroup in any case.
func distances(s shape) []uint32 {
	out := everyone(s)
	for i := range out {
		out[i] = uint32(i) / s.group % s.block
	}
	return out
}

func interleave(a, b []uint32) []uint32 {
	var out []uint32
	for i := range a {
		out = append(out, a[i], b[i])
	}
	return out
}
