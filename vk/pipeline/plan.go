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
	Driver        string    // name of the driver, for messages
	GroupSize     uint32    // most invocations of a work-group
	SharedBytes   uint32    // most shared memory of a work-group
	Bindings      uint32    // most storage buffers of a shader; 0: unknown
	PushBytes     uint32    // most push constants of a shader; 0: unknown
	GroupCount    [2]uint32 // most work-groups of a dispatch along x and y; 0: unknown
	// SubgroupSize and MinSubgroupSize are both the size that pipelines require. On devices that
	// cannot require a size, they are the largest and the smallest size that the driver may
	// choose.
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
	fmt.Fprintf(&b, "  %-12s %12s on the device, %s on the host", "total", FormatBytes(p.Bytes()),
		FormatBytes(p.HostBytes))
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

// Parts divides a buffer that is too large for one binding among the bindings of a shader that
// reads it in parts. All parts have the same size, a multiple of unit words, so that no element of
// so many words is in two of them. The first part has the buffer's name, the others have a number
// behind it: candidates, candidates_1, candidates_2. Run.Upload writes them like one buffer.
func (b Buffer) Parts(count int, unit uint64) []Buffer {
	elements := (b.Words + unit - 1) / unit
	each := (elements + uint64(count) - 1) / uint64(count) * unit
	parts := make([]Buffer, count)
	for i := range parts {
		parts[i] = Buffer{partName(b.Name, i), each}
	}
	return parts
}

// Fits reports whether a device with these limits can bind the buffer as a whole. Unknown limits
// do not limit.
func (b Buffer) Fits(l Limits) bool {
	return (l.StorageRange == 0 || b.Bytes() <= l.StorageRange) &&
		(l.MaxAllocation == 0 || b.Bytes() <= l.MaxAllocation)
}

// partName returns the name of a part of a buffer.
func partName(name string, part int) string {
	if part == 0 {
		return name
	}
	return fmt.Sprintf("%s_%d", name, part)
}

// TooLargeError is the error of a recording that exceeds a limit of a device.
type TooLargeError struct {
	Plan  MemoryPlan // the memory of the recording
	What  string     // what exceeds the limit, such as "buffer tours", "stage construct" or "the plan"
	Limit string     // the limit, such as "device memory" or "storage buffers per shader"
	Bytes bool       // Need and Have are bytes, not numbers of objects
	Need  uint64     // what the recording needs
	Have  uint64     // what the device has
}

// Error returns the reason and the plan, one line for each buffer.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the plan does not fit the device: %s\n%s", e.Reason(), e.Plan)
}

// Reason says on one line what is too large and by how much.
func (e *TooLargeError) Reason() string {
	need, have := fmt.Sprint(e.Need), fmt.Sprint(e.Have)
	if e.Bytes {
		need, have = FormatBytes(e.Need), FormatBytes(e.Have)
	}
	return fmt.Sprintf("%s exceeds the limit of %s: %s needed, %s available", e.What, e.Limit, need, have)
}

// OfMemory reports whether buffers are too large, not a shader or a dispatch.
func (e *TooLargeError) OfMemory() bool {
	return e.Limit == limitBuffer || e.Limit == limitAllocation || e.Limit == limitMemory
}

// The limits of memory.
const (
	limitBuffer     = "one storage buffer"
	limitAllocation = "one allocation"
	limitMemory     = "device memory"
)

// Check returns a *TooLargeError when the recording exceeds a limit: the bindings and push
// constants of its shaders, its dispatches or its memory. It does not check work-group sizes,
// which the recipe chooses within the same limits.
func (r *Recording) Check(l Limits) error {
	plan := r.MemoryPlan()
	for i := range r.Passes {
		p := &r.Passes[i]
		stage := "stage " + p.Stage
		groups := uint64(l.GroupCount[0]) * uint64(l.GroupCount[1])
		for _, c := range []TooLargeError{
			{plan, stage, "storage buffers per shader", false, uint64(len(p.Shader.Bindings)), uint64(l.Bindings)},
			{plan, stage, "push constants", true, uint64(4 * len(p.Shader.Push)), uint64(l.PushBytes)},
			{plan, stage, "work-groups per dispatch", false, uint64(p.maxWorkGroups()), groups},
		} {
			if c.Have > 0 && c.Need > c.Have {
				return &c
			}
		}
	}
	return plan.Check(l)
}

// maxWorkGroups returns the number of work-groups of the pass's largest dispatch.
func (p *Pass) maxWorkGroups() uint32 {
	switch {
	case p.Groups > 0:
		return p.Groups
	case p.MaxUnits > 0:
		return min(p.Units, p.MaxUnits)
	}
	return p.Units
}

// Check returns a *TooLargeError when the plan exceeds a limit.
func (p MemoryPlan) Check(l Limits) error {
	for _, b := range p.Buffers {
		if b.Bytes() > l.StorageRange {
			return &TooLargeError{p, "buffer " + b.Name, limitBuffer, true, b.Bytes(), l.StorageRange}
		}
		if l.MaxAllocation > 0 && b.Bytes() > l.MaxAllocation {
			return &TooLargeError{p, "buffer " + b.Name, limitAllocation, true, b.Bytes(), l.MaxAllocation}
		}
	}
	if p.Bytes() > l.DeviceMemory {
		return &TooLargeError{p, "the plan", limitMemory, true, p.Bytes(), l.DeviceMemory}
	}
	return nil
}
