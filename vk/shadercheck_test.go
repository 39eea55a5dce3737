//go:build cgo

package vk

import (
	"cmp"
	"testing"

	"github.com/aco-vk/aco-vk/internal/view"
)

// sharing returns a module that only declares capabilities and a number of words of shared memory.
func sharing(words uint32, capabilities ...uint32) []byte {
	module := []uint32{0x07230203, 0x10300, 0, 10, 0}
	add := func(op uint32, operands ...uint32) {
		module = append(append(module, uint32(1+len(operands))<<16|op), operands...)
	}
	for _, c := range capabilities {
		add(17, c) // OpCapability
	}
	const workgroup = 4
	add(21, 1, 32, 0)        // OpTypeInt
	add(43, 1, 2, words)     // OpConstant
	add(28, 3, 1, 2)         // OpTypeArray
	add(32, 4, workgroup, 3) // OpTypePointer
	add(59, 4, 5, workgroup) // OpVariable
	add(16, 6, 17, 32, 4, 2) // OpExecutionMode LocalSize
	return view.Bytes(module)
}

// A shader that exceeds the limits of the device is refused before the driver compiles it.
func TestPipelinesRefuseShadersBeyondLimits(t *testing.T) {
	for want, c := range map[string]struct {
		module   []byte
		subgroup uint32
		shrink   func(i *Info)
	}{
		"32 invocations along axis 0, the device allows 16": {sharing(1), 0,
			func(i *Info) { i.MaxWorkgroupSize[0] = 16 }},
		"4 invocations along axis 1, the device allows 3": {sharing(1), 0, func(i *Info) { i.MaxWorkgroupSize[1] = 3 }},
		"256 invocations, the device allows 255": {sharing(1), 0,
			func(i *Info) { i.MaxWorkgroupInvocations = 255 }},
		"the device allows 4 subgroups of 8 in one": {sharing(1), 8, func(i *Info) {
			i.SubgroupSizeControl, i.SubgroupSizeMin, i.SubgroupSizeMax, i.MaxWorkgroupSubgroups = true, 8, 8, 4
		}},
		"32 invocations along axis 0 are no full subgroups of 64": {sharing(1), 64, func(*Info) {}},
		"4004 bytes of shared memory, the device has 4000": {sharing(1001), 0,
			func(i *Info) { i.SharedMemoryBytes = 4000 }},
		"no subgroup operations of class arithmetic": {sharing(1, 61, 63), 0,
			func(i *Info) { i.SubgroupOperations = []string{"basic", "vote"} }},
		"no subgroup operations of class shuffle_relative in compute": {sharing(1, 66), 0,
			func(i *Info) { i.SubgroupOperations = []string{"shuffle"} }},
		"no 64-bit integers":            {sharing(1, 11), 0, func(i *Info) { i.Int64 = false }},
		"no 64-bit atomic operations":   {sharing(1, 12), 0, func(i *Info) { i.Int64Atomics = false }},
		"no 16-bit integers":            {sharing(1, 22), 0, func(i *Info) { i.Int16 = false }},
		"no 16-bit storage":             {sharing(1, 4433), 0, func(i *Info) { i.Storage16 = false }},
		"no atomic additions of floats": {sharing(1, 6033), 0, func(i *Info) { i.FloatAtomics = false }},
		"cut off":                       {append(sharing(1), 9, 0, 9, 0), 0, func(*Info) {}},
	} {
		info := largeInfo()
		c.shrink(&info)
		wantError(t, checked(&info, PipelineSpec{SPIRV: c.module, SubgroupSize: c.subgroup, FullSubgroups: c.subgroup > 0}), want)
	}
	exact := largeInfo()
	exact.MaxWorkgroupSize, exact.MaxWorkgroupInvocations, exact.SharedMemoryBytes = [3]uint32{32, 4, 2}, 256, 4000
	if err := checked(&exact, PipelineSpec{SPIRV: sharing(1000, 61, 63, 11), SubgroupSize: 8, FullSubgroups: true}); err != nil {
		t.Errorf("exactly enough: %v", err)
	}
}

// checked returns the error of a pipeline on a device.
func checked(info *Info, s PipelineSpec) error {
	needs, err := s.needs()
	return cmp.Or(err, s.Check(info, needs))
}
