package pipeline

import (
	"fmt"
	"strings"
)

// MemoryPlan is the memory that a recording takes on a device, before any is allocated.
type MemoryPlan struct {
	Buffers   []Buffer
	HostBytes uint64 // bytes of host memory for reports and staging
}

// Limits is what a plan has to fit, and what a recipe shapes its work-groups by.
type Limits struct {
	StorageRange  uint64 // largest buffer a shader can address
	MaxAllocation uint64 // largest single allocation; 0: not known
	DeviceMemory  uint64 // what the device's own heap has left
	GroupSize     uint32 // most invocations of a work-group
	SharedBytes   uint32 // shared memory of a work-group
	Bindings      uint32 // most buffers of a shader; 0: not known
	PushBytes     uint32 // most push constants of a shader; 0: not known
	// GroupCount is the most work-groups of a dispatch along x and y; 0: not known
	GroupCount   [2]uint32
	SubgroupSize uint32 // what is required of the device, or the largest possible where nothing can be
	// MinSubgroupSize is what is required of the device, or the smallest possible where nothing can be.
	MinSubgroupSize uint32
	NoSubgroups     bool // shaders have no operations of subgroups; see WithoutSubgroups
	Software        bool // a processor that pretends to be a GPU
	// LoopTurns is the most turns that all loops of an invocation may take together in one dispatch; 0: no limit, as on all but llvmpipe
	LoopTurns uint32
}

// MemoryPlan lists the memory of a recording.
func (r *Recording) MemoryPlan() MemoryPlan {
	p := MemoryPlan{Buffers: r.Buffers, HostBytes: stagingBytes}
	for _, name := range r.Readback {
		for _, b := range r.Buffers {
			if b.Name == name {
				p.HostBytes += inFlight * b.Bytes()
			}
		}
	}
	return p
}

// Bytes returns the device memory of the plan.
func (p MemoryPlan) Bytes() uint64 {
	var sum uint64
	for _, b := range p.Buffers {
		sum += b.Bytes()
	}
	return sum
}

// String lists the buffers, a line each, and their sum.
func (p MemoryPlan) String() string {
	var b strings.Builder
	for _, buffer := range p.Buffers {
		fmt.Fprintf(&b, "  %-12s %12s\n", buffer.Name, FormatBytes(buffer.Bytes()))
	}
	fmt.Fprintf(&b, "  %-12s %12s on the device, %s on the host", "together", FormatBytes(p.Bytes()), FormatBytes(p.HostBytes))
	return b.String()
}

// FormatBytes writes a size for people, in binary units.
func FormatBytes(n uint64) string {
	value, unit := float64(n), 0
	units := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	for value >= 1024 && unit < len(units)-1 {
		value, unit = value/1024, unit+1
	}
	if unit == 0 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f %s", value, units[unit])
}
