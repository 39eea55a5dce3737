package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/vk"
)

const (
	deviceAuto = "auto"
	deviceCPU  = "cpu"
)

// emulateFlags are those of commands that open devices.
type emulateFlags struct {
	Emulate string `placeholder:"FILE" help:"Take devices to have no more than the limits in this file, which has fields of what aco-vk devices --json prints; testdata/devices has those of many devices."`
}

// openVulkan opens Vulkan as the environment and the flags ask for it.
func (e emulateFlags) openVulkan() (*vk.Instance, error) {
	o := vk.Options{Validate: os.Getenv("ACO_VK_VALIDATE") == "1"}
	if e.Emulate != "" {
		var err error
		if o.Limits, err = vk.LoadLimits(e.Emulate); err != nil {
			return nil, usageError{err}
		}
	}
	return vk.Open(o)
}

// chosen is the device of a run; its device is nil for the processor.
type chosen struct {
	instance *vk.Instance
	device   *vk.Device
	remark   string // what the user should know of the choice
	passed   int    // with auto, how many devices come before the next one that it chooses
}

// openDevice opens what --device asks for.
func (e emulateFlags) openDevice(wanted string) (chosen, error) {
	if wanted == deviceCPU {
		return chosen{}, nil
	}
	open := func() (chosen, error) { return e.openNamed(wanted) }
	if wanted == deviceAuto {
		open = func() (chosen, error) { return e.openAuto(0) }
	}
	c, err := open()
	switch {
	case wanted == deviceAuto && (errors.Is(err, vk.ErrNoLoader) || errors.Is(err, vk.ErrNoDevices)):
		return chosen{remark: fmt.Sprintf("the processor computes, one thread of it: %v", err)}, nil
	case err != nil:
		return chosen{}, openingError(err)
	case wanted == deviceAuto && c.device.Info().IsSoftware():
		c.remark = "no GPU was found: a software device computes, much slower than any GPU"
	}
	if emulated := c.device.Info().Emulates; emulated != "" {
		c.remark = fmt.Sprintf("%s is taken for %s", c.device.Info().Name, emulated)
	}
	return c, nil
}

// openNamed opens the device of this index, name or UUID.
func (e emulateFlags) openNamed(wanted string) (chosen, error) {
	instance, err := e.openVulkan()
	if err != nil {
		return chosen{}, err
	}
	index, err := chooseDevice(instance.Devices(), wanted)
	if err != nil {
		return chosen{}, errors.Join(err, instance.Close())
	}
	device, err := instance.OpenDevice(index, deviceOptions())
	if err != nil {
		return chosen{}, errors.Join(err, instance.Close())
	}
	return chosen{instance: instance, device: device}, nil
}

// openingError is that of a command that needs Vulkan.
func openingError(err error) error {
	if usage := (usageError{}); errors.As(err, &usage) || errors.Is(err, errNoDevice) {
		return err
	}
	return fmt.Errorf("%w: %w", errNoDevice, err)
}

// close frees the device. Its error is a leak or a message of the validation layer.
func (c chosen) close() error {
	if c.instance == nil {
		return nil
	}
	return errors.Join(c.device.Close(), c.instance.Close())
}

// closeAfter closes what a command ran on, at its end.
func (c chosen) closeAfter(err *error) {
	if closing := c.close(); *err == nil {
		*err = closing
	}
}

// chooseDevice returns the index of the device that is wanted, -1 for the processor when there is no usable device and the choice
// is free. A name is part of the device's or driver's name; lavapipe is what people call llvmpipe's Vulkan driver.
func chooseDevice(devices []vk.Info, wanted string) (int, error) {
	if wanted == deviceAuto {
		return append(ranked(devices), -1)[0], nil
	}
	var matches []int
	for i := range devices {
		if matchesDevice(&devices[i], i, wanted) {
			matches = append(matches, i)
		}
	}
	switch {
	case len(matches) == 0:
		return 0, fmt.Errorf("%w: none is %q; there is %s", errNoDevice, wanted, names(devices))
	case sameUUID(devices, matches):
		// One piece of hardware behind several drivers; the first that can be used will do.
		for _, index := range matches {
			if devices[index].Unusable() == "" {
				return index, nil
			}
		}
	case len(matches) > 1:
		return 0, fmt.Errorf("%w: %q may be device %s; give the index or more of the name", errNoDevice, wanted, joinInts(matches))
	}
	if why := devices[matches[0]].Unusable(); why != "" {
		return 0, fmt.Errorf("%w: %s cannot be used: %s", errNoDevice, devices[matches[0]].Name, why)
	}
	return matches[0], nil
}

// ranked returns the indices of the usable devices, the likely fastest first.
func ranked(devices []vk.Info) (indices []int) {
	for i := range devices {
		if devices[i].Unusable() == "" {
			indices = append(indices, i)
		}
	}
	slices.SortStableFunc(indices, func(a, b int) int { return rank(devices[a].Type) - rank(devices[b].Type) })
	return indices
}

func matchesDevice(d *vk.Info, index int, wanted string) bool {
	if number, err := strconv.Atoi(wanted); err == nil {
		return number == index
	}
	if wanted == "" {
		return false // an unset variable of a shell is no name
	}
	wanted = strings.ToLower(wanted)
	if wanted == "lavapipe" {
		wanted = "llvmpipe"
	}
	return strings.ReplaceAll(wanted, "-", "") == d.UUID ||
		strings.Contains(strings.ToLower(d.Name), wanted) || strings.Contains(strings.ToLower(d.DriverName), wanted)
}

// rank orders kinds of devices from the one that is likely fastest.
func rank(kind string) int {
	for i, k := range []string{"discrete", "integrated", "virtual", "other"} {
		if kind == k {
			return i
		}
	}
	return 4 // a processor
}

func sameUUID(devices []vk.Info, indices []int) bool {
	for _, index := range indices {
		if devices[index].UUID != devices[indices[0]].UUID {
			return false
		}
	}
	return true
}

func names(devices []vk.Info) string {
	words := []string{deviceCPU}
	for i := range devices {
		words = append(words, fmt.Sprintf("%d (%s)", i, devices[i].Name))
	}
	return strings.Join(words, ", ")
}

func joinInts(numbers []int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " or ")
}
