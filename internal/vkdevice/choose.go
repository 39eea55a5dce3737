package vkdevice

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/vk"
)

// Names of devices, as package aco has them.
const (
	Auto   = "auto"   // the best GPU, else the processor
	Vulkan = "vulkan" // the best GPU, else a software device
	CPU    = "cpu"    // the processor
)

// ErrNone is aco.ErrNoDevice.
var ErrNone = errors.New("no usable device")

// Choose returns the index of the device that aco.OpenDevice opens for a name, -1 for the
// processor.
func Choose(devices []vk.Info, name string) (int, error) {
	switch name {
	case Auto:
		return append(Automatic(devices), -1)[0], nil
	case Vulkan:
		if usable := Ranked(devices); len(usable) > 0 {
			return usable[0], nil
		}
		return 0, fmt.Errorf("%w: no Vulkan device can be used; choose %s", ErrNone, CPU)
	case CPU:
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
		return 0, fmt.Errorf("%w: no device matches %q; choose from %s", ErrNone, name, deviceNames(devices))
	case sameUUID(devices, matches):
		// One piece of hardware with several drivers: the first that can be used.
		for _, index := range matches {
			if devices[index].Unusable() == "" {
				return index, nil
			}
		}
	case len(matches) > 1:
		return 0, fmt.Errorf("%w: %q matches devices %v; give an index or more of the name", ErrNone, name, matches)
	}
	if why := devices[matches[0]].Unusable(); why != "" {
		return 0, fmt.Errorf("%w: %s cannot be used: %s", ErrNone, devices[matches[0]].Name, why)
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
	names := []string{CPU, Vulkan}
	for i := range devices {
		names = append(names, fmt.Sprintf("%d (%s)", i, devices[i].Name))
	}
	return strings.Join(names, ", ")
}

// Ranked returns the indices of the usable devices, the likely fastest first.
func Ranked(devices []vk.Info) (indices []int) {
	for i := range devices {
		if devices[i].Unusable() == "" {
			indices = append(indices, i)
		}
	}
	slices.SortStableFunc(indices, func(a, b int) int { return rank(devices[a].Type) - rank(devices[b].Type) })
	return indices
}

// Automatic returns the usable devices that Auto tries, the likely fastest first: GPUs, and
// devices that emulate one. The processor is better than a software device: on two cores its tours
// were shorter for all of 14 instances, by the default solver and by MMAS. E1k.0 was at .24% after
// 5 s, and at 2.03% on a software device.
func Automatic(devices []vk.Info) []int {
	return slices.DeleteFunc(Ranked(devices), func(i int) bool {
		return devices[i].IsSoftware() &&
			devices[i].Emulates == ""
	})
}

// rank orders types of devices, the likely fastest first.
func rank(kind string) int {
	types := []string{"discrete", "integrated", "virtual", "other"} // and then processors
	if at := slices.Index(types, kind); at >= 0 {
		return at
	}
	return len(types)
}
