package probe

import (
	"cmp"
	"fmt"
	"math/bits"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

const (
	// mostInvocations of a work-group: two of the largest subgroups, and what the smallest device has by far.
	mostInvocations = 256
	// workGroups are on their way together, so that what one does wrong can show in another.
	workGroups = 12
	// manyTurns of a loop are more than 16 bits count: recipes have loops of so many where a device has no limit.
	manyTurns = 1 << 17
)

// shape is how a probe's invocations are grouped.
type shape struct {
	group    uint32 // invocations of a work-group, a power of 2
	required uint32 // size of subgroups; 0: the driver chooses
	block    uint32 // so many invocations in a row, from a multiple of it on, are of one subgroup
	largest  uint32 // size that the device says subgroups have
	turns    uint32 // most turns of a loop
}

func (s shape) String() string {
	if s.required == 0 {
		return ""
	}
	return fmt.Sprintf("subgroups of %d: ", s.required)
}

// shapes lists the ways in which the device can group the probe's invocations.
func (p Probe) shapes(info *vk.Info) []shape {
	group := powerOf2(min(mostInvocations, info.MaxWorkgroupInvocations, info.MaxWorkgroupSize[0]))
	turns := cmp.Or(pipeline.LimitsOf(info).LoopTurns, manyTurns)
	least := max(1, info.SubgroupSizeMin) // whatever a driver says
	if !p.subgroups || !info.SubgroupSizeControl {
		return []shape{{group: group, block: min(group, least), largest: info.SubgroupSizeMax, turns: turns}}
	}
	var all []shape
	for size := least; size <= min(info.SubgroupSizeMax, group); size *= 2 {
		all = append(all, shape{group: powerOf2(min(group, size*max(1, info.MaxWorkgroupSubgroups))), required: size, block: size, largest: size, turns: turns})
	}
	return all
}

// powerOf2 returns the largest power of 2 that is at most n.
func powerOf2(n uint32) uint32 { return 1 << (bits.Len32(max(1, n)) - 1) }
