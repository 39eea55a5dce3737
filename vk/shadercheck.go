package vk

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// firstSubgroupCapability is GroupNonUniform. The capabilities of the other classes of subgroup
// operations follow in the order of their bits in VkSubgroupFeatureFlags (SPIR-V specification,
// 3.31).
const firstSubgroupCapability = 61

// Check returns an error if a device does not support the pipeline, whose shader needs this. Drivers need not
// check it: some compile such a shader and then compute wrong results or crash.
func (s *PipelineSpec) Check(i *Info, needs reflect.Needs) error {
	if why := cmp.Or(s.beyondLimits(i), s.badSubgroups(i, needs), beyondGroups(i, needs), lacking(i, needs)); why != "" {
		return refuse(s.op(), "%s", why)
	}
	return nil
}

// op names the making of the pipeline, for errors.
func (s *PipelineSpec) op() string { return fmt.Sprintf("create pipeline %q", s.Name) }

// needs reads what the shader needs.
func (s *PipelineSpec) needs() (reflect.Needs, error) {
	constants := map[uint32]uint32{}
	for _, c := range s.Constants {
		constants[c.ID] = c.Value
	}
	needs, err := reflect.ReadNeeds(s.SPIRV, constants)
	if err != nil {
		return needs, refuse(s.op(), "%v", err)
	}
	return needs, nil
}

// beyondLimits returns which bindings or push constants the device does not have, or "".
func (s *PipelineSpec) beyondLimits(i *Info) string {
	switch {
	case s.Bindings > i.StorageBuffers:
		return fmt.Sprintf("%d storage buffers, the device binds at most %d", s.Bindings, i.StorageBuffers)
	case s.PushBytes%4 != 0:
		return fmt.Sprintf("%d bytes of push constants are not a multiple of 4", s.PushBytes)
	case s.PushBytes > i.PushConstantBytes:
		return fmt.Sprintf("%d bytes of push constants, the device has at most %d", s.PushBytes, i.PushConstantBytes)
	}
	return ""
}

// badSubgroups returns why the device cannot require the subgroups of the pipeline, or "".
func (s *PipelineSpec) badSubgroups(i *Info, needs reflect.Needs) string {
	n, all := s.SubgroupSize, needs.Invocations()
	switch {
	case s.FullSubgroups && !i.FullSubgroups:
		return "the device cannot require full subgroups"
	case n == 0:
		return ""
	case !i.SubgroupSizeControl:
		return "the device cannot require a subgroup size"
	case bits.OnesCount32(n) != 1 || n < i.SubgroupSizeMin || n > i.SubgroupSizeMax:
		return fmt.Sprintf("subgroup size %d is not a power of two from %d to %d", n, i.SubgroupSizeMin, i.SubgroupSizeMax)
	case i.MaxWorkgroupSubgroups != 0 && all > uint64(n)*uint64(i.MaxWorkgroupSubgroups):
		return fmt.Sprintf("work-groups of %d invocations, the device allows %d subgroups of %d in one", all, i.MaxWorkgroupSubgroups, n)
	case s.FullSubgroups && needs.Group[0]%n != 0:
		return fmt.Sprintf("work-groups of %d invocations along axis 0 are no full subgroups of %d", needs.Group[0], n)
	}
	return ""
}

// beyondGroups returns which work-groups are too large for the device, or "".
func beyondGroups(i *Info, needs reflect.Needs) string {
	for axis, size := range needs.Group {
		if limit := i.MaxWorkgroupSize[axis]; size > limit {
			return fmt.Sprintf("work-groups of %d invocations along axis %d, the device allows %d", size, axis, limit)
		}
	}
	switch all := needs.Invocations(); {
	case all > uint64(i.MaxWorkgroupInvocations):
		return fmt.Sprintf("work-groups of %d invocations, the device allows %d", all, i.MaxWorkgroupInvocations)
	case needs.SharedBytes > uint64(i.SharedMemoryBytes):
		return fmt.Sprintf("%d bytes of shared memory, the device has %d", needs.SharedBytes, i.SharedMemoryBytes)
	}
	return ""
}

// lacking returns what a shader uses and the device does not have, or "".
func lacking(i *Info, needs reflect.Needs) string {
	for class, name := range subgroupOperations {
		if slices.Contains(needs.Capabilities, uint32(firstSubgroupCapability+class)) && !i.HasSubgroupOperation(name) {
			return fmt.Sprintf("the device has no subgroup operations of class %s in compute shaders", name)
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
			return "the device has no " + feature.name
		}
	}
	return ""
}
