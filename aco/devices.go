package aco

import (
	"errors"
	"fmt"

	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// Names of devices for OpenDevice.
const (
	// DeviceAuto is the best GPU, else the processor, which finds shorter tours than a software
	// device in the same time.
	DeviceAuto   = "auto"
	DeviceVulkan = "vulkan" // the best GPU, else a software device
	DeviceCPU    = "cpu"    // the reference in Go, on all processors
)

// Device is an open device, or the processor. It is for one run at a time.
type Device struct {
	options  vkdevice.Options
	instance *vk.Instance
	device   *vk.Device // nil: the processor
	auto     bool       // chosen automatically: Solve may replace it
	tried    int        // with auto, the number of devices tried
	notice   string     // see Notice
}

// DeviceOptions change how devices are opened; the zero value is what most programs want.
type DeviceOptions struct {
	// Validate enables Vulkan's validation layer. Its messages become errors of runs and of Close,
	// and a run takes two to four times as long.
	Validate bool
	// CacheDir is the folder of the pipeline caches; "": aco-vk in the user's cache folder.
	CacheDir string
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

// Devices lists the Vulkan devices of this system. The processor, which is always there, is not
// listed. Without Vulkan the error is ErrNoDevice.
func Devices() (list []DeviceInfo, err error) {
	instance, err := vk.Open(vk.Options{})
	if err != nil {
		return nil, openError(err)
	}
	defer func() { err = errors.Join(err, instance.Close()) }()
	found := instance.Devices()
	best, _ := vkdevice.Choose(found, DeviceAuto)
	for i := range found {
		d := &found[i]
		list = append(list, DeviceInfo{
			Index: i, Name: d.Name, Type: d.Type, Driver: d.DriverName + " " + d.DriverVersion, UUID: d.UUID,
			Memory: pipeline.LimitsOf(d).DeviceMemory, Unusable: d.Unusable(), Auto: i == best,
		})
	}
	return list, nil
}

// OpenDevice opens a device by name: DeviceAuto, DeviceVulkan, DeviceCPU, an index of Devices, a
// part of the name of a device or driver, or a UUID. The caller closes it. Opening a name twice
// returns two devices. If no device matches, or if it cannot be used, the error is ErrNoDevice.
func OpenDevice(name string, options DeviceOptions) (*Device, error) {
	return openDevice(name, vkdevice.Options{
		Vulkan: vk.Options{Validate: options.Validate},
		Open: func(instance *vk.Instance, index int) (*vk.Device, error) {
			return instance.OpenDevice(index, vk.DeviceOptions{CacheDir: options.CacheDir})
		},
	})
}

func init() {
	vkdevice.Open = func(name string, o vkdevice.Options) (any, error) { return openDevice(name, o) }
	vkdevice.Of = func(device any) *vk.Device { return device.(*Device).device }
}

func openDevice(name string, options vkdevice.Options) (*Device, error) {
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

// Notice returns a line for the user: the automatic choice is not a GPU, or the device emulates
// another one. It is "" otherwise.
func (d *Device) Notice() string { return d.notice }

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
	index, err := vkdevice.Choose(instance.Devices(), name)
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
