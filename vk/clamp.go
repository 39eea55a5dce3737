package vk

import (
	"cmp"
	"fmt"
	"slices"
)

// Apply returns a device's description lowered to these limits. Limits above the device's own
// change nothing. Info.Emulates names the limits, and the subgroup sizes that could not be
// changed.
func (l *Limits) Apply(i Info) Info {
	name := cmp.Or(l.Name, "other limits")
	if why := i.clampSubgroups(l); why != "" {
		name += ", except for " + why
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
	for has, allowed := range map[*bool]bool{
		&i.UnifiedMemory: l.UnifiedMemory, &i.Int16: l.Int16, &i.Storage16: l.Storage16, &i.Int64: l.Int64,
		&i.Int64Atomics: l.Int64Atomics,
		&i.FloatAtomics: l.FloatAtomics, &i.PushDescriptors: l.PushDescriptors,
		&i.ExecutableStatistics: l.ExecutableStatistics,
	} {
		*has = *has && allowed
	}
	return i
}

func lower[T cmp.Ordered](value *T, limit T) { *value = min(*value, limit) }

// clampSubgroups removes subgroup operations, and lowers the sizes as far as the device can
// require them. It returns a description of the sizes that it could not change, or "".
func (i *Info) clampSubgroups(l *Limits) (unchanged string) {
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
			return fmt.Sprintf("its subgroups of %d, a size that it cannot change", i.SubgroupSize)
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
		return fmt.Sprintf("its subgroups of %d: it supports %d to %d", i.SubgroupSize, i.SubgroupSizeMin,
			i.SubgroupSizeMax)
	}
	i.SubgroupSizeMin, i.SubgroupSizeMax, i.SubgroupSize = from, to, min(max(size, from), to)
	return ""
}

// clampHeaps lowers each heap to the largest limit of its kind, or to the largest of all if there
// is none of its kind.
func (i *Info) clampHeaps(limits []Heap) {
	if limits == nil {
		return
	}
	largest := func(kinds ...bool) (bytes uint64) {
		for _, heap := range limits {
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
