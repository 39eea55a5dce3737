package vk

/*
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"
	"unsafe"

	"github.com/vulkan-go/vulkan"

	"github.com/aco-vk/aco-vk/internal/timeline"
)

// Device is an open device with one queue. One goroutine at a time uses it and everything created
// from it; NewPipelines starts more. Different devices may be used concurrently, whether they come
// from one instance or several.
type Device struct {
	in        *Instance
	physical  physical
	handle    vulkan.Device
	queue     vulkan.Queue
	functions *C.avk_device
	memory    memory
	cache     *pipelineCache
	kept      keptPipelines
	cacheDir  string // "": there are no cache files
	opening   *opening
	transfer  *transfer
	open      handles
	ticket    int
	pending   int  // submissions that were not waited for
	submitted bool // anything since the device was opened
	hung      bool
	faults    *faults
	trace     func(call, operation string)
	rewrite   func(PipelineSpec) []byte
	oneByOne  bool
	check     func(ctx context.Context, d *Device, pipelines []PipelineSpec) error
}

// OpenDevice opens the device with an index in Devices. The caller closes it. See
// [DeviceOptions].Before for opening in the background.
func (in *Instance) OpenDevice(index int, o DeviceOptions) (*Device, error) {
	const op = "open device"
	if in == nil || in.handle == nil {
		return nil, refuse(op, "the instance is closed")
	}
	if index < 0 || index >= len(in.devices) {
		return nil, refuse(op, "there is no device %d: the indices are 0 to %d", index, len(in.devices)-1)
	}
	p := in.devices[index]
	if why := p.info.Unusable(); why != "" {
		return nil, refuse(op, "device %d (%s) cannot be used: %s", index, p.info.Name, why)
	}
	d := &Device{in: in, physical: p, faults: newFaults(o.Faults), trace: o.Trace, rewrite: o.Rewrite,
		oneByOne: o.OneByOne, check: o.Check, cacheDir: o.cacheDir()}
	d.ticket = in.open.add("device", p.info.Name, d.Close)
	if o.Before != nil {
		d.openLater(o)
		return d, nil
	}
	if err := d.openNow(o); err != nil {
		in.open.remove(d.ticket)
		return nil, err
	}
	return d, nil
}

// openNow opens the device.
func (d *Device) openNow(o DeviceOptions) error {
	const op = "open device"
	if err := d.create(); err != nil {
		return errors.Join(err, d.in.messages.drain(op))
	}
	d.memory = newMemory(d)
	began := time.Now()
	d.cache = openCache(d)
	d.in.times.Add(timeline.PipelineCache, began)
	if err := d.in.messages.drain(op); err != nil {
		return errors.Join(err, d.close())
	}
	return nil
}

func (d *Device) create() error {
	defer d.in.times.Add(timeline.Device, time.Now())
	family := d.physical.info.QueueFamily
	chain, chainMemory := d.in.featureChain(&d.physical)
	defer C.free(chainMemory)
	extensions := d.physical.enabledExtensions()
	var pins runtime.Pinner
	defer pins.Unpin()
	info := vulkan.DeviceCreateInfo{
		SType:                vulkan.StructureTypeDeviceCreateInfo,
		PNext:                chain,
		QueueCreateInfoCount: 1,
		PQueueCreateInfos: []vulkan.DeviceQueueCreateInfo{{
			SType:            vulkan.StructureTypeDeviceQueueCreateInfo,
			QueueFamilyIndex: family,
			QueueCount:       1,
			PQueuePriorities: pinned(&pins, []float32{1}),
		}},
		EnabledExtensionCount:   uint32(len(extensions)),
		PpEnabledExtensionNames: extensions,
		PEnabledFeatures:        []vulkan.PhysicalDeviceFeatures{d.physical.features},
	}
	defer info.Free()
	var created vulkan.Device
	if err := check("open device "+d.physical.info.Name, vulkan.CreateDevice(d.physical.handle,
		&info, nil, &created)); err != nil {
		return err
	}
	d.handle = created
	var queue vulkan.Queue
	vulkan.GetDeviceQueue(created, family, 0, &queue)
	d.queue = queue
	d.functions = (*C.avk_device)(C.calloc(1, C.sizeof_avk_device))
	C.avk_device_load(d.functions, d.in.functions, convert[C.VkDevice](created))
	return nil
}

// Info returns a copy of the device's description; an empty one for a nil device. Changes to it do
// not reach the device.
func (d *Device) Info() *Info {
	if d == nil {
		return &Info{}
	}
	info := d.physical.info.clone()
	return &info
}

// Describe returns a device that has this description and cannot be used: it plans pipelines and
// dispatches (pipeline.Start), and computes nothing. It need not be closed.
func Describe(info Info) *Device { return &Device{physical: physical{info: info}} }

// Described reports whether the device is from Describe.
func (d *Device) Described() bool { return d != nil && d.in == nil }

// Close waits for the device, saves the pipeline cache and closes the device. It closes what is
// still open and reports it in the error, with validation messages that were not reported before.
// A device that hangs and its instance are not freed, because Vulkan forbids to free what may be
// in use. A second Close does nothing.
func (d *Device) Close() error {
	if d.closed() {
		return nil
	}
	return d.close()
}

func (d *Device) close() error {
	const op = "close device"
	if d.hung {
		d.in.open.remove(d.ticket)
		d.in.hung.Store(true)
		return nil
	}
	if d.submitted { // Mesa's stand-ins for hardware compile pipelines, but cannot wait
		vulkan.DeviceWaitIdle(d.handle) // a lost device is closed like any other
	}
	d.transfer.close()
	err := d.open.closeAll(op)
	d.destroyKept()
	began := time.Now()
	d.cache.close()
	d.in.times.Add(timeline.CacheWrite, began)
	defer d.in.times.Add(timeline.DeviceClose, time.Now())
	d.memory.freeAll()
	vulkan.DestroyDevice(d.handle, nil)
	d.handle = nil
	C.free(unsafe.Pointer(d.functions))
	d.functions = nil
	d.in.open.remove(d.ticket)
	return errors.Join(err, d.in.messages.drain(op))
}

// closed reports whether the device is closed, or could not be opened.
func (d *Device) closed() bool {
	if d == nil {
		return true
	}
	_ = d.opening.wait() // usable returns it
	return d.handle == nil
}

// usable returns an error if the device is closed or hangs.
func (d *Device) usable(op string) error {
	if d.closed() {
		if d != nil && d.opening.wait() != nil {
			return d.opening.wait()
		}
		if d.Described() {
			return refuse(op, "the device is only described")
		}
		return refuse(op, "the device is closed")
	}
	return d.checkHung(op)
}

// checkHung returns an error if the device hangs.
func (d *Device) checkHung(op string) error {
	if d.hung {
		return fmt.Errorf("vk: %s: %w", op, ErrHung)
	}
	return nil
}

// outcome returns the error of an operation: of its VkResult, joined with new messages of the
// validation layer.
func (d *Device) outcome(op string, r vulkan.Result) error {
	err := check(op, r)
	if messages := d.in.messages.drain(op); messages != nil {
		return errors.Join(err, messages)
	}
	return err
}

// Usage counts the open objects. From the first transfer on, they include the staging buffer and
// the command buffer of transfers.
func (d *Device) Usage() Usage {
	_ = d.opening.wait()
	h := Usage{Handles: len(d.open.open)}
	for _, bytes := range d.memory.allocated {
		h.Bytes += bytes
	}
	return h
}

// waitIdle waits for pending submissions, so that a handle that they use can be destroyed.
func (d *Device) waitIdle() {
	if d.pending > 0 {
		vulkan.DeviceWaitIdle(d.handle)
	}
}
