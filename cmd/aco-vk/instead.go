package main

import (
	"fmt"
	"io"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// faults are those of the devices that are opened next, in their order; tests set them.
var faults [][]vk.Fault

// deviceOptions are those of the next device.
func deviceOptions() (o vk.DeviceOptions) {
	if len(faults) > 0 {
		o.Faults, faults = faults[0], faults[1:]
	}
	return o
}

// openAuto opens the first device that can be opened of those that auto chooses from, but for so many, and then the processor.
func (e emulateFlags) openAuto(but int) (chosen, error) {
	why := "no Vulkan device can be used (see aco-vk devices)"
	for {
		instance, err := e.openVulkan()
		if err != nil {
			return chosen{}, err
		}
		best := ranked(instance.Devices())
		if but >= len(best) {
			return chosen{remark: "the processor computes, one thread of it: " + why}, instance.Close()
		}
		device, err := instance.OpenDevice(best[but], deviceOptions())
		but++
		if err == nil {
			return chosen{instance: instance, device: device, passed: but}, nil
		}
		why = err.Error()
		instance.Close()
	}
}

// instead replaces the only device of a run, where it was auto's choice and failed before the first iteration, by the next one.
func (e emulateFlags) instead(on machines, talk io.Writer, failed error) bool {
	if len(on) != 1 || on[0].passed == 0 || !pipeline.DeviceFailed(failed) {
		return false
	}
	next, err := e.openAuto(on[0].passed)
	if err != nil {
		return false
	}
	fmt.Fprintf(talk, "aco-vk: %s takes the place of %s, which failed: %v\n", next.name(), on[0].name(), failed)
	on[0].closeAfter(&failed)
	on[0] = next
	return true
}
