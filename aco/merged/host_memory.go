package merged

import (
	"fmt"
	"strings"

	"github.com/aco-vk/aco-vk/pipeline"
)

// HostPlan lists the memory of the host that a run takes at its peak.
type HostPlan []HostPart

// HostPart is what a part of the data takes.
type HostPart struct {
	Name   string
	Bytes  uint64
	Held   bool // by the caller, before the run begins
	Device bool // allocated by the driver of a device without memory of its own
}

// Bytes returns the memory of all parts.
func (p HostPlan) Bytes() uint64 {
	return p.sum(func(HostPart) bool { return true })
}

// Held returns the memory of the parts that the caller holds.
func (p HostPlan) Held() uint64 {
	return p.sum(func(part HostPart) bool { return part.Held })
}

// Heap returns the memory of the parts that are no device's.
func (p HostPlan) Heap() uint64 {
	return p.sum(func(part HostPart) bool { return !part.Device })
}

func (p HostPlan) sum(counts func(HostPart) bool) (sum uint64) {
	for _, part := range p {
		if counts(part) {
			sum += part.Bytes
		}
	}
	return sum
}

// String returns a line for each part, and their sum.
func (p HostPlan) String() string {
	var b strings.Builder
	for _, part := range p {
		fmt.Fprintf(&b, "  %-12s %12s\n", part.Name, pipeline.FormatBytes(part.Bytes))
	}
	fmt.Fprintf(&b, "  %-12s %12s on the host at most", "total", pipeline.FormatBytes(p.Bytes()))
	return b.String()
}

// Check returns a *HostTooSmallError if the plan exceeds the available memory, which includes what the caller holds. 0: the memory is unknown.
func (p HostPlan) Check(available uint64) error {
	if available > 0 && p.Bytes() > available {
		return &HostTooSmallError{p, available}
	}
	return nil
}

// HostTooSmallError is the error of a run that takes more memory of the host than there is.
type HostTooSmallError struct {
	Plan      HostPlan
	Available uint64
}

// Error returns the reason and the plan, one line for each part.
func (e *HostTooSmallError) Error() string {
	return fmt.Sprintf("the plan does not fit the host: %s of memory needed, %s available\n%s",
		pipeline.FormatBytes(e.Plan.Bytes()), pipeline.FormatBytes(e.Available), e.Plan)
}
