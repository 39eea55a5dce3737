package vk

import (
	"slices"

	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// firstSubgroupCapability is GroupNonUniform; those of the classes of subgroup operations follow in the order of their bits
// (SPIR-V specification, 3.31).
const firstSubgroupCapability = 61

// checkNeeds refuses a shader that asks for more than the device has. Drivers need not check, and some do not: they compile it, and
// compute wrongly or end the process.
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
		if most := i.MaxWorkgroupSize[axis]; size > most {
			return refuse(op, "work-groups of %d invocations along axis %d, the device has up to %d", size, axis, most)
		}
	}
	switch all := needs.Invocations(); {
	case all > uint64(i.MaxWorkgroupInvocations):
		return refuse(op, "work-groups of %d invocations, the device has up to %d", all, i.MaxWorkgroupInvocations)
	case s.SubgroupSize != 0 && i.MaxWorkgroupSubgroups != 0 && all > uint64(s.SubgroupSize)*uint64(i.MaxWorkgroupSubgroups):
		return refuse(op, "work-groups of %d invocations, the device has up to %d subgroups of %d in one", all, i.MaxWorkgroupSubgroups, s.SubgroupSize)
	case needs.SharedBytes > uint64(i.SharedMemoryBytes):
		return refuse(op, "%d bytes of shared memory, the device has %d", needs.SharedBytes, i.SharedMemoryBytes)
	}
	for class, name := range subgroupOperations {
		if slices.Contains(needs.Capabilities, uint32(firstSubgroupCapability+class)) && !i.HasSubgroupOperation(name) {
			return refuse(op, "the device has no subgroup operations %s in compute shaders", name)
		}
	}
	for _, ability := range []struct {
		capability uint32
		has        bool
		name       string
	}{
		{11, i.Int64, "integers of 64 bits"}, {12, i.Int64Atomics, "atomic operations of 64 bits"}, {22, i.Int16, "integers of 16 bits"},
		{4433, i.Storage16, "storage of 16 bits"}, {6033, i.FloatAtomics, "atomic additions of floats"},
	} {
		if slices.Contains(needs.Capabilities, ability.capability) && !ability.has {
			return refuse(op, "the device has no %s", ability.name)
		}
	}
	return nil
}
