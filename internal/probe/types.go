package probe

import (
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

// types lists the probes of types.comp, whose types no stage uses.
var types = []Probe{
	{Name: "64-bit integers", Feature: "64-bit integers", shader: &shaders.ProbeTypesInt64, optional: true,
		lacks: func(info *vk.Info) string { return lacking(info.Int64, "64-bit integers") },
		workload: func(l launch) workload {
			return perInvocation(l, groupPairs(l, 29, 30), func(_, x, y uint32) (uint32, uint32) {
				word := compute64(x, y)
				return uint32(word), uint32(word >> 32)
			})
		}},
	{Name: "16-bit integers", Feature: "16-bit integers", shader: &shaders.ProbeTypesInt16, optional: true,
		lacks: func(info *vk.Info) string { return lacking(info.Int16, "16-bit integers") },
		workload: func(l launch) workload {
			return perInvocation(l, groupPairs(l, 31, 32), func(_, x, y uint32) (uint32, uint32) {
				a, b := uint16(x), uint16(y|1)
				return uint32(a*b + a>>3), uint32(int32(int16(a)/3)) ^ bit(a < b, 0)
			})
		}},
}

// lacking returns what the device lacks, "" if it has it.
func lacking(has bool, what string) string {
	if has {
		return ""
	}
	return "the device does not have " + what
}

// compute64 returns the word that the shader computes of two words.
func compute64(x, y uint32) uint64 {
	a, b := uint64(y)<<32|uint64(x), uint64(x)<<7|1
	word := a*0x9E3779B97F4A7C15 + a>>29
	word ^= word/b + word%b
	if word > uint64(y)<<33 {
		word -= b
	}
	return word << (y & 31)
}
