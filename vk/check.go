//go:build cgo

package vk

import "github.com/vulkan-go/vulkan"

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
