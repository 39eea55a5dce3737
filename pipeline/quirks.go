package pipeline

import "github.com/aco-vk/aco-vk/vk"

// Quirks of drivers. Each is named, read from vk.Info, and applied to that driver alone.

const (
	// intel is a vendor whose subgroups of 32 have half as many registers an invocation as those of 16. Shaders of ants do not fit them:
	// merged_ant spills 624 of them in subgroups of 32 and 238 in those of 16, construct_acs 470 and 70 (Mesa's compiler for Skylake).
	intel          = 0x8086
	intelSubgroups = 16

	// llvmpipeLoopTurns bounds an invocation's loops on Mesa's llvmpipe. After 65535 iterations of all its loops together in one
	// dispatch, llvmpipe leaves every loop without an error (LP_MAX_TGSI_LOOP_ITERATIONS). The rest is for loops that a
	// recipe's estimate does not count.
	llvmpipeLoopTurns = 60_000
)

// RequiredSubgroupSize is the size of subgroups that shaders are compiled for: the device's own, so that what it reports is what it runs,
// unless another is known to be better. Zero where no size can be asked for and the driver chooses.
func RequiredSubgroupSize(info *vk.Info) uint32 {
	switch {
	case !info.SubgroupSizeControl:
		return 0
	case info.VendorID == intel && info.SubgroupSizeMin <= intelSubgroups && intelSubgroups <= info.SubgroupSizeMax:
		return intelSubgroups
	}
	return info.SubgroupSize
}

// loopTurns returns Limits.LoopTurns of a device.
func loopTurns(info *vk.Info) uint32 {
	if info.DriverID == vk.DriverLLVMpipe {
		return llvmpipeLoopTurns
	}
	return 0
}

// MaxUnits returns the most units of a dispatch in which each unit takes an invocation so many turns of its loops and the
// dispatch itself takes some more: 0 for no limit. It returns false when one unit alone exceeds LoopTurns.
func (l Limits) MaxUnits(unit, dispatch uint32) (units uint32, ok bool) {
	if l.LoopTurns == 0 {
		return 0, true
	}
	if uint64(unit)+uint64(dispatch) > uint64(l.LoopTurns) {
		return 0, false
	}
	return (l.LoopTurns - dispatch) / max(1, unit), true
}
