package pipeline

import (
	"fmt"
	"slices"
	"strings"
)

// MemoryPlan lists the memory that a recording needs on a device.
type MemoryPlan struct {
	Buffers   []Buffer
	HostBytes uint64 // host memory for inputs, readback and staging
}

// Limits are the limits of a device that recipes and recordings depend on.
type Limits struct {
	StorageRange  uint64    // largest storage buffer that can be bound
	MaxAllocation uint64    // largest single allocation; 0: unknown
	DeviceMemory  uint64    // size or budget of the largest device-local heap
	GroupSize     uint32    // most invocations of a work-group
	SharedBytes   uint32    // most shared memory of a work-group
	Bindings      uint32    // most storage buffers of a shader; 0: unknown
	PushBytes     uint32    // most push constants of a shader; 0: unknown
	GroupCount    [2]uint32 // most work-groups of a dispatch along x and y; 0: unknown
	// SubgroupSize and MinSubgroupSize are both the size that pipelines require. On devices that cannot require a size, they are the
	// largest and the smallest size that the driver may choose.
	SubgroupSize, MinSubgroupSize uint32
	NoSubgroups                   bool   // shaders without subgroup operations are needed; see WithoutSubgroups
	Software                      bool   // the device runs on the processor
	LoopIterations                uint32 // most iterations of all loops of an invocation in one dispatch; 0: no limit, as on all devices but llvmpipe
}

// MemoryPlan returns the memory that the recording needs.
func (r *Recording) MemoryPlan() MemoryPlan {
	p := MemoryPlan{Buffers: r.Buffers, HostBytes: stagingBytes}
	for _, name := range slices.Concat(r.Inputs, r.Readback) {
		for _, b := range r.Buffers {
			if b.Name == name {
				p.HostBytes += maxInFlight * b.Bytes()
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

// String returns a line for each buffer, and their sum.
func (p MemoryPlan) String() string {
	var b strings.Builder
	for _, buffer := range p.Buffers {
		fmt.Fprintf(&b, "  %-12s %12s\n", buffer.Name, FormatBytes(buffer.Bytes()))
	}
	fmt.Fprintf(&b, "  %-12s %12s on the device, %s on the host", "total", FormatBytes(p.Bytes()), FormatBytes(p.HostBytes))
	return b.String()
}

// FormatBytes formats a size in binary units, such as 1.5 MiB.
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
