// Package vkdevice chooses Vulkan devices by name, and opens them for package aco with options
// that aco does not promise.
//
// aco.Device hides its Vulkan device, so that no type of package vk is part of what aco promises.
// Package aco sets the variables Open, Of and IsBusy, through which other packages of this module
// reach it.
package vkdevice

import (
	"time"

	"github.com/aco-vk/aco-vk/vk"
)

// OpeningTime is the time limit up to which no device is opened for a run. Listing and opening devices
// takes 50 to 100 ms, and a new device has no pipelines yet.
const OpeningTime = 100 * time.Millisecond

// Options change how a device is opened.
type Options struct {
	Vulkan vk.Options
	// Open replaces [vk.Instance.OpenDevice], for options of the Vulkan device; nil: none.
	Open func(instance *vk.Instance, index int) (*vk.Device, error)
}

var (
	// Open opens the device of a name, as aco.OpenDevice does. It returns an *aco.Device.
	Open func(name string, o Options) (device any, err error)
	// Of returns the Vulkan device of an *aco.Device, nil for the processor.
	Of func(device any) *vk.Device
	// IsBusy reports whether an *aco.Device is still being opened, makes pipelines for a run that has
	// ended, or is used by a run. Its Close waits for that.
	IsBusy func(device any) bool
)
