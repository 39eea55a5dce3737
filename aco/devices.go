package aco

import (
	"errors"
	"fmt"
	"sync"

	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Names of devices for OpenDevice.
const (
	// DeviceAuto is the best GPU, else the processor, which finds shorter tours than a software
	// device in the same time.
	DeviceAuto   = "auto"
	DeviceVulkan = "vulkan" // the best GPU, else a software device
	DeviceCPU    = "cpu"    // the reference in Go, on all processors
)

// Device is an open device, or the processor. Any number of goroutines may use it. Runs on one
// device wait for each other, in the order of their calls; runs on the processor do not. A later
// run need not make the pipelines that an earlier one has made. If the driver has reset the device
// during a run, which is an error or a Loss of that run, the next run opens it again.
type Device struct {
	choice  string // the name of OpenDevice
	options vkdevice.Options
	number  uint64        // in the order of opening
	free    chan struct{} // has an element while no run uses the device

	mutex sync.Mutex
	now   opened
}

// opened is what a device is at the moment.
type opened struct {
	instance *vk.Instance
	device   *vk.Device // nil: the processor, or closed
	name     string
	auto     bool   // chosen automatically: Solve may replace it
	tried    int    // with auto, the number of devices tried
	notice   string // see Notice
	closed   bool
	lost     bool // by the driver: the next run opens it again
}

// DeviceOptions change how devices are opened; the zero value is what most programs want.
type DeviceOptions struct {
	// Validate enables Vulkan's validation layer. Its messages become errors of runs and of Close,
	// and a run takes two to four times as long.
	Validate bool
	// CacheDir is the folder of the device's pipelines; "": aco-vk in the user's cache folder.
	CacheDir string
	NoCache  bool // nothing is read from such a folder or written to it; not with CacheDir
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
// A device keeps the pipelines that its driver has made in a file whose name begins with the driver's
// numbers and ends in .pipelines.
func OpenDevice(name string, options DeviceOptions) (*Device, error) {
	if options.NoCache && options.CacheDir != "" {
		return nil, exclude("NoCache", "CacheDir", "a device without caches has no folder for them")
	}
	return openDevice(name, vkdevice.Options{
		Vulkan: vk.Options{Validate: options.Validate},
		Open: func(instance *vk.Instance, index int) (*vk.Device, error) {
			return instance.OpenDevice(index, vk.DeviceOptions{CacheDir: options.CacheDir, NoCache: options.NoCache})
		},
	})
}

func init() {
	vkdevice.Open = func(name string, o vkdevice.Options) (any, error) { return openDevice(name, o) }
	vkdevice.Of = func(device any) *vk.Device { return device.(*Device).state().device }
	vkdevice.IsBusy = func(device any) bool { return device.(*Device).isBusy() }
}

func openDevice(name string, options vkdevice.Options) (*Device, error) {
	d := &Device{choice: name, options: options, number: openedDevices.Add(1), free: make(chan struct{}, 1)}
	var err error
	if d.now, err = openChoice(name, options); err != nil {
		return nil, openError(err)
	}
	d.give()
	return d, nil
}

// openChoice opens what a name of OpenDevice stands for.
func openChoice(name string, options vkdevice.Options) (opened, error) {
	switch name {
	case DeviceCPU:
		return opened{name: processorName}, nil
	case DeviceAuto:
		return opened{auto: true}.next(options)
	}
	return openNamed(name, options)
}

// processorName is the name of the processor.
const processorName = "the processor"

// state returns what the device is at the moment.
func (d *Device) state() opened {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.now
}

// set changes what the device is.
func (d *Device) set(now opened) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.now = now
}

// Name returns the device's name.
func (d *Device) Name() string { return d.state().name }

// Notice returns a line for the user: the automatic choice is not a GPU, or the device emulates
// another one. It is "" otherwise.
func (d *Device) Notice() string { return d.state().notice }

// isBusy reports whether Close would wait.
func (d *Device) isBusy() bool { return len(d.free) == 0 || d.state().device.IsOpening() }

// Close waits for the run that uses the device, and frees the device. So a function of that run's
// Options must not call it. If a run has ended before its pipelines were made, Close waits for the
// driver to make the pipelines that it has begun. Later runs on the device fail with ErrDeviceClosed.
// Errors name a leak, or have messages of the validation layer. A second Close does nothing.
func (d *Device) Close() error {
	now := d.state()
	if now.device != nil {
		<-d.free
		defer d.give()
		now = d.state() // the run may have replaced it
	}
	if now.closed {
		return nil
	}
	err := now.close()
	now.device, now.instance, now.closed = nil, nil, true
	d.set(now)
	return err
}

// close frees the Vulkan device, if there is one.
func (o opened) close() error {
	if o.instance == nil {
		return nil
	}
	return errors.Join(o.device.Close(), o.instance.Close())
}

// open returns an open device of an instance.
func (o opened) open(options vkdevice.Options, instance *vk.Instance, index int) (opened, error) {
	open := options.Open
	if open == nil {
		open = func(instance *vk.Instance, index int) (*vk.Device, error) {
			return instance.OpenDevice(index, vk.DeviceOptions{})
		}
	}
	device, err := open(instance, index)
	if err != nil {
		return o, err
	}
	info := device.Info()
	o.instance, o.device, o.name, o.notice, o.lost = instance, device, info.Name, "", false
	if info.Emulates != "" {
		o.notice = fmt.Sprintf("%s is taken for %s", info.Name, info.Emulates)
	}
	return o, nil
}

// openNamed opens the device of an index, a name or a UUID.
func openNamed(name string, options vkdevice.Options) (o opened, err error) {
	instance, err := vk.Open(options.Vulkan)
	if err != nil {
		return o, err
	}
	index, err := vkdevice.Choose(instance.Devices(), name)
	if err == nil {
		o, err = o.open(options, instance, index)
	}
	if err != nil {
		return o, errors.Join(err, instance.Close())
	}
	return o, nil
}

// openError wraps the error of opening a device in ErrNoDevice.
func openError(err error) error {
	if errors.Is(err, ErrNoDevice) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrNoDevice, err)
}
