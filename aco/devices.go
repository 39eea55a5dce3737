package aco

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// Names of devices for OpenDevice.
const (
	DeviceAuto   = "auto"   // the best GPU, else the processor, which finds shorter tours than a software device in the same time
	DeviceVulkan = "vulkan" // the best GPU, else a software device
	DeviceCPU    = "cpu"    // the reference in Go, on all processors
)

// Device is an open device, or the processor. It is for one run at a time.
type Device struct {
	options  DeviceOptions
	instance *vk.Instance
	device   *vk.Device // nil: the processor
	auto     bool       // chosen automatically: Solve may replace it
	tried    int        // with auto, the number of devices tried
	notice   string     // see Notice
}

// DeviceOptions change how devices are opened; the zero value is what most programs want.
type DeviceOptions struct {
	Vulkan vk.Options
	// Open replaces [vk.Instance.OpenDevice], for options of the Vulkan device.
	Open func(instance *vk.Instance, index int) (*vk.Device, error)
}

// DeviceInfo describes a Vulkan device.
type DeviceInfo struct {
	Index    int
	Name     string
	Type     string // "discrete", "integrated", "virtual", "cpu" or "other"
	Driver   string
	UUID     string
	Memory   uint64 // bytes of the device's own memory that are free
	Unusable string // why it cannot be used, "" if it can
	Auto     bool   // DeviceAuto chooses it
}

// Devices lists the Vulkan devices of this system. The processor, which is always there, is not listed. Without Vulkan the error is
// ErrNoDevice.
func Devices() (list []DeviceInfo, err error) {
	instance, err := vk.Open(vk.Options{})
	if err != nil {
		return nil, openError(err)
	}
	defer func() { err = errors.Join(err, instance.Close()) }()
	devices := instance.Devices()
	best, _ := ChooseDevice(devices, DeviceAuto)
	for i := range devices {
		d := &devices[i]
		list = append(list, DeviceInfo{
			Index: i, Name: d.Name, Type: d.Type, Driver: d.DriverName + " " + d.DriverVersion, UUID: d.UUID,
			Memory: pipeline.LimitsOf(d).DeviceMemory, Unusable: d.Unusable(), Auto: i == best,
		})
	}
	return list, nil
}

// OpenDevice opens a device by name: DeviceAuto, DeviceVulkan, DeviceCPU, an index of Devices, a part of the name of a device or driver, or a UUID. The
// caller closes it. Opening a name twice returns two devices. If no device matches, or if it cannot be used, the error is ErrNoDevice.
func OpenDevice(name string, options DeviceOptions) (*Device, error) {
	d := &Device{options: options, auto: name == DeviceAuto}
	var err error
	switch name {
	case DeviceCPU:
	case DeviceAuto:
		err = d.openNext()
	default:
		err = d.openNamed(name)
	}
	if err != nil {
		return nil, openError(err)
	}
	if d.device == nil {
		return d, nil
	}
	if info := d.device.Info(); info.Emulates != "" {
		d.notice = fmt.Sprintf("%s is taken for %s", info.Name, info.Emulates)
	}
	return d, nil
}

// Name returns the device's name.
func (d *Device) Name() string {
	if d.device == nil {
		return "the processor"
	}
	return d.device.Info().Name
}

// Notice returns a line for the user: the automatic choice is not a GPU, or the device emulates another one. It is "" otherwise.
func (d *Device) Notice() string { return d.notice }

// Vulkan returns the Vulkan device, nil for the processor.
func (d *Device) Vulkan() *vk.Device { return d.device }

// Close frees the device. The error names a leak, or has messages of the validation layer.
func (d *Device) Close() error {
	if d.instance == nil {
		return nil
	}
	err := errors.Join(d.device.Close(), d.instance.Close())
	d.instance, d.device = nil, nil
	return err
}

// open opens a device of an instance.
func (d *Device) open(instance *vk.Instance, index int) (*vk.Device, error) {
	if d.options.Open != nil {
		return d.options.Open(instance, index)
	}
	return instance.OpenDevice(index, vk.DeviceOptions{})
}

// openNamed opens the device of an index, a name or a UUID.
func (d *Device) openNamed(name string) error {
	instance, err := vk.Open(d.options.Vulkan)
	if err != nil {
		return err
	}
	index, err := ChooseDevice(instance.Devices(), name)
	if err == nil {
		d.device, err = d.open(instance, index)
	}
	if err != nil {
		return errors.Join(err, instance.Close())
	}
	d.instance = instance
	return nil
}

// openError wraps the error of opening a device in ErrNoDevice.
func openError(err error) error {
	if errors.Is(err, ErrNoDevice) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrNoDevice, err)
}

// ChooseDevice returns the index of the device that OpenDevice opens for a name, -1 for the processor.
func ChooseDevice(devices []vk.Info, name string) (int, error) {
	switch name {
	case DeviceAuto:
		return append(automatic(devices), -1)[0], nil
	case DeviceVulkan:
		if usable := ranked(devices); len(usable) > 0 {
			return usable[0], nil
		}
		return 0, fmt.Errorf("%w: no Vulkan device can be used; choose %s", ErrNoDevice, DeviceCPU)
	case DeviceCPU:
		return -1, nil
	}
	var matches []int
	for i := range devices {
		if matchesDevice(&devices[i], i, name) {
			matches = append(matches, i)
		}
	}
	switch {
	case len(matches) == 0:
		return 0, fmt.Errorf("%w: no device matches %q; choose from %s", ErrNoDevice, name, deviceNames(devices))
	case sameUUID(devices, matches):
		// One piece of hardware with several drivers: the first that can be used.
		for _, index := range matches {
			if devices[index].Unusable() == "" {
				return index, nil
			}
		}
	case len(matches) > 1:
		return 0, fmt.Errorf("%w: %q matches devices %v; give an index or more of the name", ErrNoDevice, name, matches)
	}
	if why := devices[matches[0]].Unusable(); why != "" {
		return 0, fmt.Errorf("%w: %s cannot be used: %s", ErrNoDevice, devices[matches[0]].Name, why)
	}
	return matches[0], nil
}

func matchesDevice(d *vk.Info, index int, name string) bool {
	if number, err := strconv.Atoi(name); err == nil {
		return number == index
	}
	if name == "" {
		return false // the name is from an unset shell variable
	}
	name = strings.ToLower(name)
	if name == "lavapipe" { // what people call llvmpipe's Vulkan driver
		name = "llvmpipe"
	}
	return strings.ReplaceAll(name, "-", "") == d.UUID ||
		strings.Contains(strings.ToLower(d.Name), name) || strings.Contains(strings.ToLower(d.DriverName), name)
}

func sameUUID(devices []vk.Info, indices []int) bool {
	return !slices.ContainsFunc(indices, func(i int) bool { return devices[i].UUID != devices[indices[0]].UUID })
}

func deviceNames(devices []vk.Info) string {
	names := []string{DeviceCPU, DeviceVulkan}
	for i := range devices {
		names = append(names, fmt.Sprintf("%d (%s)", i, devices[i].Name))
	}
	return strings.Join(names, ", ")
}
