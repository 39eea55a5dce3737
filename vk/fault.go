package vk

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// Fault makes calls of a Vulkan function fail, or a device compute wrongly, for tests of what is built on this package.
type Fault struct {
	// Call is vkAllocateMemory, vkMapMemory, vkCreatePipelineCache, vkCreateComputePipelines, vkQueueSubmit or vkWaitForFences;
	// "" is a submission that was waited for, which Corrupt makes wrong.
	Call      string
	Operation string // part of the operation that calls, as errors name it; "": any
	After     int    // so many of these calls go well first
	Times     int    // so many do not, then; 0: all
	Result    Result // in place of the call's; Timeout of vkWaitForFences is a submission that never ends
	Buffer    string // that Corrupt changes, where the submission used it and the host can see its memory
	Corrupt   func(words []uint32)
}

// faults are those of a device, with how many of their calls there were.
type faults struct {
	all   []Fault
	calls []int
}

func newFaults(all []Fault) faults { return faults{slices.Clone(all), make([]int, len(all))} }

// of returns the faults that a call meets.
func (f *faults) match(call, op string) (met []Fault) {
	for i, fault := range f.all {
		if fault.Call != call || !strings.Contains(op, fault.Operation) {
			continue
		}
		f.calls[i]++
		if late := f.calls[i] - fault.After; late > 0 && (fault.Times == 0 || late <= fault.Times) {
			met = append(met, fault)
		}
	}
	return met
}

// ask calls a Vulkan function, unless a fault answers in its place. What was waited for has ended even where the answer is a failure:
// a device that is lost works on nothing any more.
func (d *Device) call(call, op string, function func() vulkan.Result) vulkan.Result {
	met := d.faults.match(call, op)
	if len(met) == 0 {
		return function()
	}
	if call == "vkWaitForFences" && met[0].Result != Timeout {
		function()
	}
	return vulkan.Result(met[0].Result)
}

// spoil has faults change what a submission that was waited for has left.
func (c *CommandBuffer) corrupt(op string) {
	for _, fault := range c.d.faults.match("", op) {
		for b := range c.usedBuffers() {
			if b.name == fault.Buffer && b.host() != nil {
				fault.Corrupt(unsafe.Slice((*uint32)(unsafe.Pointer(&b.host()[0])), b.bytes/wordBytes))
			}
		}
	}
}
