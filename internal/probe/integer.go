package probe

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/aco-vk/aco-vk/shaders"
)

// arithmetic lists the probes of integer.comp in the order of its operations, each with the two
// words that the shader returns.
var arithmetic = integerProbes(&shaders.ProbeInteger, []integerOperation{
	{"umulExtended", func(a, b uint32) (uint32, uint32) {
		high, low := bits.Mul32(a, b)
		return low, high
	}},
	{"umulExtended of vectors", func(a, b uint32) (x, y uint32) {
		for _, factor := range []uint32{a, b, a + b, ^a} {
			high, low := bits.Mul32(factor, b)
			x, y = x^low, y^high
		}
		return x, y
	}},
	{"uaddCarry", func(a, b uint32) (uint32, uint32) { return bits.Add32(a, b, 0) }},
	{"usubBorrow", func(a, b uint32) (uint32, uint32) { return bits.Sub32(a, b, 0) }},
	{"bitfieldExtract", func(a, b uint32) (uint32, uint32) {
		from := b & 31
		return extract(a, from, min(b>>8&63, 32-from)), extract(a, 0, min(b, 32))
	}},
	{"bitCount", func(a, b uint32) (uint32, uint32) { return uint32(bits.OnesCount32(a)), 0 }},
	{"findLSB", func(a, b uint32) (uint32, uint32) {
		if a == 0 {
			return ^uint32(0), 0
		}
		return uint32(bits.TrailingZeros32(a)), 0
	}},
	{"findMSB", func(a, b uint32) (uint32, uint32) { return uint32(bits.Len32(a) - 1), 0 }},
	{"shift", func(a, b uint32) (uint32, uint32) { return a << (b & 31), a >> (b & 31) }},
	{"shift of signed integers", func(a, b uint32) (uint32, uint32) { return uint32(int32(a) >> (b & 31)), 0 }},
	{"division of signed integers", func(a, b uint32) (x, y uint32) {
		if b != 0 && (a != 1<<31 || b != ^uint32(0)) {
			x = uint32(int32(a) / int32(b))
		}
		return x, uint32(int32(a) / 2)
	}},
	{"division", func(a, b uint32) (uint32, uint32) {
		if b == 0 {
			return 0, 0
		}
		return a / b, a % b
	}},
	{"min and max", func(a, b uint32) (uint32, uint32) { return min(a, b), max(a, b) }},
	{"min, max and clamp of signed integers", func(a, b uint32) (uint32, uint32) {
		return uint32(max(int32(a), int32(b))), uint32(min(min(max(int32(a), 1), 65535), int32(b)))
	}},
	{"abs and sign", func(a, b uint32) (uint32, uint32) {
		switch signed := int32(a); {
		case signed < 0:
			return -a, ^uint32(0)
		case signed > 0:
			return a, 1
		}
		return 0, 0
	}},
	{"comparison", func(a, b uint32) (uint32, uint32) {
		return bit(a < b, 0) | bit(a <= b, 1) | bit(a == b, 2), bit(int32(a) < int32(b), 0) | bit(int32(a) <= int32(b),
			1) | bit(a == b, 2)
	}},
	{"multiplication", func(a, b uint32) (uint32, uint32) { return a * b, a*b - (a ^ b) }},
})

// integerOperation is an operation on two words.
type integerOperation struct {
	name string
	want func(a, b uint32) (x, y uint32)
}

// integerProbes returns a probe of each operation.
func integerProbes(shader *shaders.Shader, all []integerOperation) []Probe {
	var probes []Probe
	for i, n := range all {
		feature, _, _ := strings.Cut(n.name, " of vectors") // SPIR-V uses the same instruction for vectors
		probes = append(probes, Probe{
			Name: n.name, Feature: feature, shader: shader, operation: uint32(i),
			workload: func(l launch) workload { return n.workload(l) },
		})
	}
	return probes
}

func (n integerOperation) workload(l launch) workload {
	return checkedPairs(pairs(workGroups*l.groupSize), func(_ int, a, b, gotX, gotY uint32) string {
		if x, y := n.want(a, b); gotX != x || gotY != y {
			return fmt.Sprintf("inputs %#x and %#x: results %#x and %#x, not %#x and %#x", a, b, gotX, gotY, x, y)
		}
		return ""
	})
}

// extract returns count bits of a word, starting at bit from.
func extract(word, from, count uint32) uint32 { return uint32(uint64(word) >> from & (1<<count - 1)) }

// bit returns a word with one bit set or with none.
func bit(set bool, place uint32) uint32 {
	if set {
		return 1 << place
	}
	return 0
}
