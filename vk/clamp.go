package vk

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/vulkan-go/vulkan"
)

// Apply returns what is left of a device that is taken to have these limits. Nothing is added to it: what they have beyond the device
// stays as the device has it. Info.Emulates says for what it is taken, and which subgroups could not be had.
func (l *Limits) Apply(i Info) Info {
	name := cmp.Or(l.Name, "other limits")
	if why := i.clampSubgroups(l); why != "" {
		name += ", but with " + why
	}
	i.Emulates = name
	lower(&i.MaxWorkgroupInvocations, l.MaxWorkgroupInvocations)
	for axis := range i.MaxWorkgroupSize {
		lower(&i.MaxWorkgroupSize[axis], l.MaxWorkgroupSize[axis])
		lower(&i.MaxWorkgroupCount[axis], l.MaxWorkgroupCount[axis])
	}
	lower(&i.SharedMemoryBytes, l.SharedMemoryBytes)
	lower(&i.StorageRangeBytes, l.StorageRangeBytes)
	lower(&i.StorageBuffers, l.StorageBuffers)
	lower(&i.PushConstantBytes, l.PushConstantBytes)
	lower(&i.MaxAllocationBytes, l.MaxAllocationBytes)
	i.StorageAlignment = max(i.StorageAlignment, l.StorageAlignment)
	i.clampHeaps(l.Heaps)
	if lower(&i.TimestampBits, l.TimestampBits); i.TimestampBits == 0 {
		i.TimestampPeriodNS = 0
	}
	for has, may := range map[*bool]bool{
		&i.UnifiedMemory: l.UnifiedMemory, &i.Int16: l.Int16, &i.Storage16: l.Storage16, &i.Int64: l.Int64, &i.Int64Atomics: l.Int64Atomics,
		&i.FloatAtomics: l.FloatAtomics, &i.PushDescriptors: l.PushDescriptors, &i.ExecutableStatistics: l.ExecutableStatistics,
	} {
		*has = *has && may
	}
	return i
}

// clamp makes the device as small as the limits say.
func (p *physical) clamp(l *Limits) {
	p.info = l.Apply(p.info)
	if !p.info.Int16 {
		p.features.ShaderInt16 = vulkan.False
	}
	if !p.info.Int64 {
		p.features.ShaderInt64 = vulkan.False
	}
	p.staged = !l.UnifiedMemory
}

func lower[T cmp.Ordered](has *T, may T) { *has = min(*has, may) }

// clampSubgroups takes operations away, and has the sizes as far as the device can be asked for them. It says which sizes stay
// where they cannot be had.
func (i *Info) clampSubgroups(l *Limits) (stays string) {
	if l.SubgroupOperations != nil {
		i.SubgroupOperations = slices.DeleteFunc(slices.Clone(i.SubgroupOperations), func(name string) bool {
			return !l.HasSubgroupOperation(name)
		})
	}
	i.FullSubgroups = i.FullSubgroups && l.FullSubgroups
	if !l.SubgroupSizeControl {
		i.SubgroupSizeControl, i.MaxWorkgroupSubgroups = false, 0
	}
	if !i.SubgroupSizeControl {
		if l.SubgroupSize != 0 && l.SubgroupSize != i.SubgroupSize {
			return fmt.Sprintf("subgroups of %d, which it cannot be asked to change", i.SubgroupSize)
		}
		return ""
	}
	if l.MaxWorkgroupSubgroups != 0 {
		lower(&i.MaxWorkgroupSubgroups, l.MaxWorkgroupSubgroups)
	}
	from := max(i.SubgroupSizeMin, l.SubgroupSizeMin)
	to := min(i.SubgroupSizeMax, cmp.Or(l.SubgroupSizeMax, i.SubgroupSizeMax))
	size := cmp.Or(l.SubgroupSize, i.SubgroupSize)
	if from > to || size < i.SubgroupSizeMin || size > i.SubgroupSizeMax {
		return fmt.Sprintf("subgroups of %d: it has those of %d to %d", i.SubgroupSize, i.SubgroupSizeMin, i.SubgroupSizeMax)
	}
	i.SubgroupSizeMin, i.SubgroupSizeMax, i.SubgroupSize = from, to, min(max(size, from), to)
	return ""
}

// clampHeaps makes each heap as small as the largest of its kind in the row, or the largest of all where the row has none.
func (i *Info) clampHeaps(row []Heap) {
	if row == nil {
		return
	}
	largest := func(kinds ...bool) (bytes uint64) {
		for _, heap := range row {
			if slices.Contains(kinds, heap.DeviceLocal) {
				bytes = max(bytes, heap.Bytes)
			}
		}
		return bytes
	}
	i.Heaps = slices.Clone(i.Heaps)
	for h := range i.Heaps {
		heap := &i.Heaps[h]
		lower(&heap.Bytes, cmp.Or(largest(heap.DeviceLocal), largest(true, false), heap.Bytes))
		lower(&heap.BudgetBytes, heap.Bytes)
	}
}
