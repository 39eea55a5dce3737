// Package perturb changes shaders so that a missing barrier shows: it reverses the order of the
// subgroups in each work-group.
//
// Software devices run the subgroups of a work-group one after the other, each up to its next
// barrier, always in the same order. So an invocation may read what one of an earlier subgroup has
// written, and the result is right although the barrier between them is missing. In reversed order
// it is wrong.
package perturb

import (
	"math/bits"
	"slices"

	"github.com/aco-vk/aco-vk/shaders/reflect"
	"github.com/aco-vk/aco-vk/vk"
)

// The numbers of the SPIR-V specification, sections 3.21 and 3.52.
const (
	headerWords              = 5
	boundWord                = 3
	opConstant               = 43
	opFunction               = 54
	opLoad                   = 61
	opDecorate               = 71
	opBitwiseXor             = 198
	decorationBuiltIn        = 11
	builtInSubgroupID        = 40
	builtInLocalIndex        = 29
	firstNonUniform          = 333 // OpGroupNonUniformElect
	lastNonUniform           = 366 // OpGroupNonUniformQuadSwap
	groupSizeConstant uint32 = 0   // the specialization constant of all shaders with the size of a work-group
)

// Reverse returns the module of a pipeline with the subgroups of each work-group in reversed order
// and, if the module has no subgroup operations, with its invocations in reversed order. A module
// is returned unchanged where this is not possible: its work-groups are single subgroups, their
// number is not a power of two, or the driver chooses the size of its subgroups. A module that is no
// SPIR-V stays as it is, too.
func Reverse(s vk.PipelineSpec) []byte {
	words, err := reflect.Words(s.SPIRV)
	if err != nil {
		return s.SPIRV
	}
	masks := masksOf(s, words)
	if masks == nil {
		return s.SPIRV
	}
	return reflect.Bytes(apply(words, masks))
}

// masksOf returns the mask for the XOR of each built-in variable. It reverses a range whose size
// is a power of two.
func masksOf(s vk.PipelineSpec, words []uint32) map[uint32]uint32 {
	at := slices.IndexFunc(s.Constants, func(c vk.Constant) bool { return c.ID == groupSizeConstant })
	if at < 0 || bits.OnesCount32(s.Constants[at].Value) != 1 {
		return nil
	}
	group, subgroup := s.Constants[at].Value, uint32(1)
	for op := range reflect.Instructions(words) {
		if op >= firstNonUniform && op <= lastNonUniform {
			subgroup = s.SubgroupSize
		}
	}
	if subgroup == 0 || subgroup >= group {
		return nil
	}
	masks := map[uint32]uint32{builtInLocalIndex: group - subgroup}
	if subgroup > 1 {
		masks[builtInSubgroupID] = group/subgroup - 1
	}
	return masks
}

// apply changes each load of the built-in variables.
func apply(words []uint32, masks map[uint32]uint32) []uint32 {
	bound := words[boundWord]
	newID := func() uint32 { bound++; return bound - 1 }
	variables, uintType := map[uint32]uint32{}, uint32(0) // variables: built-in variable by id
	for op, w := range reflect.Instructions(words) {
		switch {
		case op == opDecorate && w[2] == decorationBuiltIn && masks[w[3]] != 0:
			variables[w[1]] = w[3]
		case op == opLoad && variables[w[3]] != 0:
			uintType = w[1]
		}
	}
	constants := map[uint32]uint32{}
	changed := slices.Clone(words[:headerWords])
	for op, w := range reflect.Instructions(words) {
		if op == opFunction && len(constants) == 0 && uintType != 0 {
			for builtIn, mask := range masks {
				constants[builtIn] = newID()
				changed = append(changed, 4<<16|opConstant, uintType, constants[builtIn], mask)
			}
		}
		if op != opLoad || variables[w[3]] == 0 {
			changed = append(changed, w...)
			continue
		}
		loaded := newID()
		changed = append(changed, 4<<16|opLoad, w[1], loaded, w[3])
		changed = append(changed, 5<<16|opBitwiseXor, w[1], w[2], loaded, constants[variables[w[3]]])
	}
	changed[boundWord] = bound
	return changed
}
