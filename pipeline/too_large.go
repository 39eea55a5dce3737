package pipeline

import "fmt"

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

// Check returns a *TooLargeError when the recording exceeds a limit: the bindings and push constants of its shaders, its
// dispatches or its memory. It does not check work-group sizes, which the recipe chooses within the same limits.
func (r *Recording) Check(l Limits) error {
	plan := r.MemoryPlan()
	for i := range r.Passes {
		p := &r.Passes[i]
		stage := "stage " + p.Stage
		if n := len(p.Shader.Bindings); l.Bindings > 0 && n > int(l.Bindings) {
			return &TooLargeError{plan, stage, "storage buffers per shader", false, uint64(n), uint64(l.Bindings)}
		}
		if push := 4 * len(p.Shader.Push); l.PushBytes > 0 && push > int(l.PushBytes) {
			return &TooLargeError{plan, stage, "push constants", true, uint64(push), uint64(l.PushBytes)}
		}
		groups, limit := uint64(p.maxWorkGroups()), uint64(l.GroupCount[0])*uint64(l.GroupCount[1])
		if limit > 0 && groups > limit {
			return &TooLargeError{plan, stage, "work-groups per dispatch", false, groups, limit}
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
