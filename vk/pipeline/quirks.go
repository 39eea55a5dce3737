package pipeline

import "github.com/aco-vk/aco-vk/vk"

// Quirks of drivers. Each is named, read from vk.Info, and applied to that driver alone.

const (
	// intel is a vendor whose subgroups of 32 have half as many registers per invocation as those
	// of 16. The shaders of ants then spill registers: merged_ant spills 624 in subgroups of 32
	// and 238 in those of 16, construct_acs 470 and 70 (Mesa's compiler for Skylake).
	intel             = 0x8086
	intelSubgroupSize = 16

	// LeastLoopIterations is Limits.LoopIterations of Mesa's llvmpipe, the only device with a bound. After 65,535
	// iterations of all its loops together in one dispatch, llvmpipe leaves every loop without an
	// error (LP_MAX_TGSI_LOOP_ITERATIONS). The bound is lower because recipes do not count small
	// loops.
	LeastLoopIterations = 60_000
)

// RequiredSubgroupSize returns the subgroup size that shaders are compiled for: the device's own,
// unless another is known to be faster. It is 0 where no size can be required and the driver
// chooses.
func RequiredSubgroupSize(info *vk.Info) uint32 {
	switch {
	case !info.SubgroupSizeControl:
		return 0
	case info.VendorID == intel && info.SubgroupSizeMin <= intelSubgroupSize &&
		intelSubgroupSize <= info.SubgroupSizeMax:
		return intelSubgroupSize
	}
	return info.SubgroupSize
}

// loopIterations returns Limits.LoopIterations of a device.
func loopIterations(info *vk.Info) uint32 {
	if info.DriverID == vk.DriverLLVMpipe {
		return LeastLoopIterations
	}
	return 0
}

// MaxUnits returns the most units of a dispatch that stay within LoopIterations; 0 for no limit.
// An invocation makes perUnit loop iterations for each unit, and perDispatch more. ok is false if
// a single unit exceeds the limit.
func (l Limits) MaxUnits(perUnit, perDispatch uint32) (units uint32, ok bool) {
	if l.LoopIterations == 0 {
		return 0, true
	}
	if uint64(perUnit)+uint64(perDispatch) > uint64(l.LoopIterations) {
		return 0, false
	}
	return (l.LoopIterations - perDispatch) / max(1, perUnit), true
}

const (
	// emulatedSubgroupSize is the size that stands for a subgroup when a subgroup is a work-group:
	// one invocation for each candidate of a city.
	emulatedSubgroupSize = 32
	// maxEmulatedGroup bounds the work-group then. In larger ones, invocations wait longer for
	// each other.
	maxEmulatedGroup = 256
	// emulationWords is the shared memory that shaders/include/subgroup.glsl uses in place of
	// subgroup operations.
	emulationWords = 2*maxEmulatedGroup + 3
)

// WithoutSubgroups returns the limits for shaders without subgroup operations. In these a subgroup
// is a whole work-group.
func (l Limits) WithoutSubgroups() Limits {
	l.NoSubgroups = true
	l.SubgroupSize, l.MinSubgroupSize = emulatedSubgroupSize, emulatedSubgroupSize
	l.GroupSize = min(l.GroupSize, maxEmulatedGroup)
	l.SharedBytes -= min(l.SharedBytes, 4*emulationWords)
	return l
}

// Subgroups returns the least number of subgroups in a work-group of this many invocations.
func (l Limits) Subgroups(group uint32) uint32 {
	if l.NoSubgroups {
		return 1
	}
	return group / l.SubgroupSize
}

// ChooseShaders replaces shaders that the limits do not allow by variants with the same interface
// and results.
func (l Limits) ChooseShaders(passes []Pass) {
	for i := range passes {
		if other := passes[i].Shader.NoSubgroups; l.NoSubgroups && other != nil {
			passes[i].Shader = other
		}
	}
}
