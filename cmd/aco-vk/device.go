package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/internal/precompile"
	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/vk"
)

// emulateFlags are the flags of commands that open Vulkan devices.
type emulateFlags struct {
	Emulate string `placeholder:"FILE" file:"read" help:"Limit devices to the properties in this file. It has fields of the output of aco-vk devices --json; testdata/devices has files for many devices."`
}

// validateVariable is the environment variable that turns validation on. Its only value is 1.
const validateVariable = "ACO_VK_VALIDATE"

// announceValidation says whether the environment turns validation on.
func announceValidation(messages io.Writer) {
	switch value := os.Getenv(validateVariable); value {
	case "", "0":
	case "1":
		fmt.Fprintf(messages,
			"aco-vk: %s=1: Vulkan's validation layer checks every call, and the command takes two to four times as long\n", validateVariable)
	default:
		fmt.Fprintf(messages, "aco-vk: %s=%s has no effect; 1 turns validation on\n", validateVariable, value)
	}
}

// vulkanOptions returns the options of the flags and of the environment.
func (e emulateFlags) vulkanOptions() (o vk.Options, err error) {
	o.Validate = os.Getenv(validateVariable) == "1"
	if e.Emulate != "" {
		if o.Limits, err = vk.LoadLimits(e.Emulate); err != nil {
			return o, usageError{err}
		}
	}
	return o, nil
}

// openVulkan opens an instance of Vulkan.
func (e emulateFlags) openVulkan() (*vk.Instance, error) {
	o, err := e.vulkanOptions()
	if err != nil {
		return nil, err
	}
	return vk.Open(o)
}

// openOptions say how a command opens devices.
type openOptions struct {
	checker *precompile.Checker // opens them and makes their pipelines in processes of their own first; may be nil
	times   *timeline.Timeline  // of a run, which opens them in the background and returns their errors; nil: there is none
}

// openDevice opens the device of a --device flag.
func (e emulateFlags) openDevice(name string, with openOptions) (*aco.Device, error) {
	o, err := e.vulkanOptions()
	if err != nil {
		return nil, err
	}
	o.Timeline = with.times
	return openAs(name, vkdevice.Options{Vulkan: o, Open: func(instance *vk.Instance, index int) (*vk.Device, error) {
		o := vk.DeviceOptions{Faults: nextFaults()}
		before := func() error { return nil }
		if with.checker != nil {
			before = func() error {
				defer with.times.Add(timeline.DriverCheck, time.Now())
				return with.checker.CheckOpening(instance, index)
			}
			o.Check = with.checker.Check
		}
		if with.times != nil {
			o.Before = before
		} else if err := before(); err != nil {
			return nil, err
		}
		return instance.OpenDevice(index, o)
	}})
}

// openAs opens a device with options that package aco does not promise.
func openAs(name string, o vkdevice.Options) (*aco.Device, error) {
	device, err := vkdevice.Open(name, o)
	if err != nil {
		return nil, err
	}
	return device.(*aco.Device), nil
}

// checkInChild returns a checker of drivers in processes of their own, nil if this program cannot
// start itself.
func (e emulateFlags) checkInChild() *precompile.Checker {
	program, err := os.Executable()
	if err != nil {
		return nil
	}
	return &precompile.Checker{Command: func(index int) *exec.Cmd {
		return e.workerCommand(program, precompileWorker, index)
	}}
}

// measuredDevice returns the name of the device that a command measures or tests. auto is the
// best Vulkan device, even if a run is better on the processor.
func measuredDevice(name string) string {
	if name == aco.DeviceAuto {
		return aco.DeviceVulkan
	}
	return name
}

// faults are the faults of the devices that are opened next, in their order; tests set them.
var faults [][]vk.Fault

// nextFaults returns the faults of the device that is opened now.
func nextFaults() (next []vk.Fault) {
	if len(faults) > 0 {
		next, faults = faults[0], faults[1:]
	}
	return next
}

// deviceSet are the devices of a run in their order.
type deviceSet []*aco.Device

// openDevices opens the device of each --device flag while meanwhile runs, and in the background
// afterwards. An error of meanwhile has priority. Drivers are checked in processes of their own.
func (e emulateFlags) openDevices(
	names []string, times *timeline.Timeline, meanwhile func() error,
) (set deviceSet, err error) {
	var (
		failed  error
		opening sync.WaitGroup
	)
	opening.Go(func() {
		set, failed = e.openAll(names, openOptions{checker: e.checkInChild(), times: times})
	})
	err = meanwhile()
	opening.Wait()
	if err = cmp.Or(err, failed); err != nil {
		set.closeAfter(&err)
		return nil, err
	}
	return set, nil
}

// openAll opens the devices one after the other.
func (e emulateFlags) openAll(names []string, with openOptions) (set deviceSet, err error) {
	for _, name := range names {
		device, err := e.openDevice(name, with)
		if err != nil {
			set.closeAfter(&err)
			return nil, err
		}
		set = append(set, device)
	}
	return set, nil
}

// closeAfter closes the devices at the end of a command, at once: each takes some 50 ms. Nobody waits
// for devices that are still being opened or make pipelines: the end of the process ends that. It
// sets err to the first error unless it is set.
func (s deviceSet) closeAfter(err *error) {
	errs := make([]error, len(s))
	var closing sync.WaitGroup
	for i, d := range s {
		if !vkdevice.IsBusy(d) {
			closing.Go(func() { errs[i] = d.Close() })
		}
	}
	closing.Wait()
	if slices.ContainsFunc(s, func(d *aco.Device) bool { return vkdevice.IsBusy(d) }) {
		child.EndAll() // their driver may hang there
	}
	*err = cmp.Or(*err, cmp.Or(errs...))
}

// name returns the names of the devices, joined by "and".
func (s deviceSet) name() string {
	var names []string
	for _, d := range s {
		names = append(names, d.Name())
	}
	return strings.Join(names, " and ")
}

// openingError wraps an error of opening Vulkan in errNoDevice, unless it is a usage error.
func openingError(err error) error {
	if errtype.Is[usageError](err) || errors.Is(err, errNoDevice) {
		return err
	}
	return fmt.Errorf("%w: %w", errNoDevice, err)
}
