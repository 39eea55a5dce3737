//go:build cgo

package vk

import (
	"slices"

	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// firstSubgroupCapability is GroupNonUniform. The capabilities of the other classes of subgroup
// operations follow in the order of their bits in VkSubgroupFeatureFlags (SPIR-V specification,
// 3.31).
const firstSubgroupCapability = 61

// checkShader returns an error if a shader requires more than the device has. Drivers need not
// check this. Some compile such a shader and then compute wrong results or crash.
func (d *Device) checkShader(op string, s PipelineSpec) error {
	constants := map[uint32]uint32{}
	for _, c := range s.Constants {
		constants[c.ID] = c.Value
	}
	needs, err := reflect.ReadNeeds(s.SPIRV, constants)
	if err != nil {
		return refuse(op, "%v", err)
	}
	i := &d.physical.info
	for axis, size := range needs.Group {
		if limit := i.MaxWorkgroupSize[axis]; size > limit {
			return refuse(op, "work-groups of %d invocations along axis %d, the device allows %d", size, axis, limit)
		}
	}
	switch all := needs.Invocations(); {
	case all > uint64(i.MaxWorkgroupInvocations):
		return refuse(op, "work-groups of %d invocations, the device allows %d", all, i.MaxWorkgroupInvocations)
	case s.SubgroupSize != 0 && i.MaxWorkgroupSubgroups != 0 &&
		all > uint64(s.SubgroupSize)*uint64(i.MaxWorkgroupSubgroups):
		return refuse(op, "work-groups of %d invocations, the device allows %d subgroups of %d in one", all,
			i.MaxWorkgroupSubgroups, s.SubgroupSize)
	case needs.SharedBytes > uint64(i.SharedMemoryBytes):
		return refuse(op, "%d bytes of shared memory, the device has %d", needs.SharedBytes, i.SharedMemoryBytes)
	}
	for class, name := range subgroupOperations {
		if slices.Contains(needs.Capabilities, uint32(firstSubgroupCapability+class)) && !i.HasSubgroupOperation(name) {
			return refuse(op, "the device has no subgroup operations of class %s in compute shaders", name)
		}
	}
	for _, feature := range []struct {
		capability uint32
		has        bool
		name       string
	}{
		{11, i.Int64, "64-bit integers"}, {12, i.Int64Atomics, "64-bit atomic operations"},
		{22, i.Int16, "16-bit integers"},
		{4433, i.Storage16, "16-bit storage"}, {6033, i.FloatAtomics, "atomic additions of floats"},
	} {
		if slices.Contains(needs.Capabilities, feature.capability) && !feature.has {
			return refuse(op, "the device has no %s", feature.name)
		}
	}
	return nil
}
