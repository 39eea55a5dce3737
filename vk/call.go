//go:build cgo

package vk

import (
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// check returns the error of a VkResult, nil for success.
func check(op string, r vulkan.Result) error {
	if r == vulkan.Success {
		return nil
	}
	e := &Error{Op: op, Result: Result(r)}
	switch e.Result {
	case DeviceLost:
		e.Detail = "the device was lost (the driver reset it after a fault or a submission that took too long): open it again"
	case OutOfDeviceMemory:
		e.Detail = "the device's memory is full: close other programs that use it, or choose another device"
	case OutOfHostMemory, MemoryMapFailed:
		e.Detail = "the system's memory is full: close other programs"
	default:
		e.Detail = "the driver failed: update it, or choose another device"
	}
	return e
}

// faults are the faults of a device, and how many calls each has matched. Pipelines are made
// concurrently, so match may be called concurrently.
type faults struct {
	mu    sync.Mutex
	all   []Fault
	calls []int
}

func newFaults(all []Fault) *faults {
	return &faults{all: slices.Clone(all), calls: make([]int, len(all))}
}

// match counts a call and returns the faults that apply to it.
func (f *faults) match(call, op string) (matching []Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, fault := range f.all {
		if fault.Call != call || !strings.Contains(op, fault.Operation) {
			continue
		}
		f.calls[i]++
		if late := f.calls[i] - fault.After; late > 0 && (fault.Times == 0 || late <= fault.Times) {
			matching = append(matching, fault)
		}
	}
	return matching
}

// call calls a Vulkan function, or returns the result of a fault in its place. A fault of
// vkWaitForFences other than Timeout still waits, because a lost device does not run its
// submissions any more.
func (d *Device) call(name, op string, function func() vulkan.Result) vulkan.Result {
	if d.trace != nil {
		d.trace(name, op)
	}
	matching := d.faults.match(name, op)
	if len(matching) == 0 {
		return function()
	}
	if name == "vkWaitForFences" && matching[0].Result != Timeout {
		function()
	}
	return vulkan.Result(matching[0].Result)
}

// corrupt lets faults change the results of a completed submission.
func (c *CommandBuffer) corrupt(op string) {
	for _, fault := range c.d.faults.match("", op) {
		for b := range c.usedBuffers() {
			if b.name == fault.Buffer && b.host() != nil {
				fault.Corrupt(unsafe.Slice((*uint32)(unsafe.Pointer(&b.host()[0])), b.bytes/wordBytes))
			}
		}
	}
}
