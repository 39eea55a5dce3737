package vk

/*
#include <stdlib.h>
#include "shim.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/vulkan-go/vulkan"

	"github.com/aco-vk/aco-vk/internal/timeline"
)

// The API versions: 1.1 is required, 1.3 is the newest whose additions are used (required subgroup
// sizes without an extension).
var (
	minimumVersion = vulkan.MakeVersion(1, 1, 0)
	newestVersion  = vulkan.MakeVersion(1, 3, 0)
)

// Instance gives access to the Vulkan devices of the system. Any number of instances may be open.
// OpenDevice and Devices may be called concurrently, and devices of one instance may be used and
// closed concurrently. Close must not run concurrently with anything else that uses the instance
// or its devices.
type Instance struct {
	handle    vulkan.Instance
	functions *C.avk_instance
	messages  *messages
	devices   []physical
	open      handles
	hung      atomic.Bool // one of its devices hangs
	times     *timeline.Timeline
}

// openError returns an error of Open that wraps ErrNoLoader, ErrNoDevices or ErrNoLayer.
func openError(cause error, detail string) error {
	return fmt.Errorf("vk: open: %w (%s)", cause, detail)
}

// Open loads the system's Vulkan loader, creates an instance and lists its devices. An error wraps
// ErrNoLoader, ErrNoDevices, ErrNoLayer or an *Error. The caller closes the instance.
func Open(o Options) (*Instance, error) {
	in, err := open(o)
	invalid := (*ValidationError)(nil)
	if err == nil || errors.Is(err, ErrNoLayer) || errors.As(err, &invalid) {
		return in, err
	}
	return nil, loaderError{err}
}

func open(o Options) (*Instance, error) {
	began := time.Now()
	get, err := loadLoader()
	o.Timeline.Add(timeline.Loader, began)
	if err != nil {
		return nil, err
	}
	if v := uint32(C.avk_loader_version(get)); v < minimumVersion {
		return nil, refuse("open", "the Vulkan loader fails or is older than 1.1: update the driver and the loader; "+
			loaderAdvice)
	}
	in := &Instance{times: o.Timeline}
	if err := in.create(get, o); err != nil {
		return nil, errors.Join(err, in.Close())
	}
	if err := in.list(o.Limits); err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return in, nil
}

func (in *Instance) create(get unsafe.Pointer, o Options) error {
	defer in.times.Add(timeline.Instance, time.Now())
	app := vulkan.ApplicationInfo{
		SType:            vulkan.StructureTypeApplicationInfo,
		PApplicationName: "aco-vk\x00",
		PEngineName:      "aco-vk\x00",
		ApiVersion:       newestVersion,
	}
	info := vulkan.InstanceCreateInfo{SType: vulkan.StructureTypeInstanceCreateInfo, PApplicationInfo: &app}
	if hasInstanceExtension(get, portabilityEnumerate) { // otherwise the loader of macOS hides MoltenVK
		const enumeratePortability = 1 // VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR
		info.Flags = enumeratePortability
		info.PpEnabledExtensionNames = append(info.PpEnabledExtensionNames, portabilityEnumerate)
	}
	if o.Validate {
		name := C.CString(validationLayer)
		installed := C.avk_has_layer(get, name) != 0
		C.free(unsafe.Pointer(name))
		if !installed {
			return openError(ErrNoLayer, "validation was requested")
		}
		in.messages = newMessages()
		info.PNext = C.avk_messages_instance_chain(in.messages.list)
		info.PpEnabledLayerNames = []string{validationLayer}
		info.PpEnabledExtensionNames = append(info.PpEnabledExtensionNames, debugUtils, validationFeatures)
	}
	info.EnabledLayerCount = uint32(len(info.PpEnabledLayerNames))
	info.EnabledExtensionCount = uint32(len(info.PpEnabledExtensionNames))
	defer info.Free()
	var created vulkan.Instance
	if r := vulkan.CreateInstance(&info, nil, &created); r == vulkan.ErrorIncompatibleDriver {
		return openError(ErrNoDevices, Result(r).String())
	} else if r != vulkan.Success {
		return &Error{Op: "create instance", Result: Result(r), Detail: loaderAdvice}
	}
	in.handle = created
	if err := loadInstanceFunctions(created); err != nil {
		return err
	}
	in.functions = (*C.avk_instance)(C.calloc(1, C.sizeof_avk_instance))
	C.avk_instance_load(in.functions, get, convert[C.VkInstance](created))
	if in.messages != nil {
		r := C.avk_messenger_create(in.functions, convert[C.VkInstance](created), in.messages.list,
			&in.messages.messenger)
		return check("create validation messenger", vulkan.Result(r))
	}
	return nil
}

func hasInstanceExtension(get unsafe.Pointer, extension string) bool {
	name := C.CString(strings.TrimSuffix(extension, "\x00"))
	defer C.free(unsafe.Pointer(name))
	return C.avk_has_instance_extension(get, name) != 0
}

// list reads the properties of all devices.
func (in *Instance) list(limits *Limits) error {
	defer in.times.Add(timeline.DeviceList, time.Now())
	var n uint32
	if err := check("list devices", vulkan.EnumeratePhysicalDevices(in.handle, &n, nil)); err != nil {
		return openError(ErrNoDevices, err.Error())
	}
	if n == 0 {
		return openError(ErrNoDevices, "0 devices")
	}
	found := make([]vulkan.PhysicalDevice, n)
	if r := vulkan.EnumeratePhysicalDevices(in.handle, &n, found); r != vulkan.Success && r != vulkan.Incomplete {
		return check("list devices", r)
	}
	for i, handle := range found[:n] {
		p, err := in.examine(i, handle)
		if err != nil {
			return err
		}
		if limits != nil {
			p.clamp(limits)
		}
		in.devices = append(in.devices, p)
	}
	return in.messages.drain("list devices")
}

// Devices describes all devices, also unusable ones, in the order of the loader.
func (in *Instance) Devices() []Info {
	if in == nil {
		return nil
	}
	all := make([]Info, len(in.devices))
	for i, p := range in.devices {
		all[i] = p.info.clone()
	}
	return all
}

// Close closes the instance. It closes devices that are still open and reports them in the error,
// with validation messages that were not reported before. A second Close does nothing.
func (in *Instance) Close() error {
	if in == nil {
		return nil
	}
	var err error
	if in.handle != nil {
		err = in.open.closeAll("close instance")
		if in.hung.Load() { // nothing that the device may use is freed
			in.handle, in.messages, in.functions, in.devices = nil, nil, nil, nil
			return err
		}
		if in.messages != nil && in.messages.messenger != nil {
			C.avk_messenger_destroy(in.functions, convert[C.VkInstance](in.handle), in.messages.messenger)
		}
		began := time.Now()
		vulkan.DestroyInstance(in.handle, nil)
		in.times.Add(timeline.InstanceClose, began)
		in.handle = nil
	}
	err = errors.Join(err, in.messages.drain("close instance"))
	in.messages.free()
	C.free(unsafe.Pointer(in.functions))
	in.messages, in.functions, in.devices = nil, nil, nil
	return err
}
