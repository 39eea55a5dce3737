package probe

import (
	"cmp"
	"fmt"
	"math/bits"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

const (
	// maxGroupSize holds two of the largest subgroups, which have 128 invocations.
	maxGroupSize = 256
	// workGroups is the number of work-groups per dispatch. Several run in parallel, so that interference between them shows.
	workGroups = 12
	// maxLoopIterations does not fit into 16 bits. Stages have loops of this length on devices without a limit.
	maxLoopIterations = 1 << 17
)

// launch is the configuration of a probe's dispatch.
type launch struct {
	groupSize      uint32 // invocations per work-group, a power of two
	subgroupSize   uint32 // required size of subgroups; 0: the driver chooses
	block          uint32 // each aligned block of so many consecutive invocations lies in one subgroup
	maxSubgroup    uint32 // largest subgroup size that the device reports
	loopIterations uint32 // largest number of loop iterations
}

// String returns a prefix for messages.
func (l launch) String() string {
	if l.subgroupSize == 0 {
		return ""
	}
	return fmt.Sprintf("subgroups of %d: ", l.subgroupSize)
}

// launches returns the configurations in which the device can run the probe: one for each selectable subgroup size, if sizes matter.
func (p Probe) launches(info *vk.Info) []launch {
	group := powerOf2(min(maxGroupSize, info.MaxWorkgroupInvocations, info.MaxWorkgroupSize[0]))
	iterations := cmp.Or(pipeline.LimitsOf(info).LoopIterations, maxLoopIterations)
	smallest := max(1, info.SubgroupSizeMin) // a driver may report 0
	if !p.subgroups || !info.SubgroupSizeControl {
		return []launch{{groupSize: group, block: min(group, smallest), maxSubgroup: info.SubgroupSizeMax, loopIterations: iterations}}
	}
	var all []launch
	for size := smallest; size <= min(info.SubgroupSizeMax, group); size *= 2 {
		all = append(all, launch{
			groupSize:    powerOf2(min(group, size*max(1, info.MaxWorkgroupSubgroups))),
			subgroupSize: size, block: size, maxSubgroup: size, loopIterations: iterations,
		})
	}
	return all
}

// powerOf2 returns the largest power of two that is at most n.
func powerOf2(n uint32) uint32 { return 1 << (bits.Len32(max(1, n)) - 1) }
