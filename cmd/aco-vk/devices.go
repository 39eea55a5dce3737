package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

type devicesCommand struct {
	JSON bool `name:"json" help:"Print all properties of each device as JSON."`

	emulateFlags
}

type listedDevice struct {
	*vk.Info
	Usable bool   `json:"usable"`
	WhyNot string `json:"why_not,omitempty"`
}

func (d *devicesCommand) Run(c console) (err error) {
	announceValidation(c.messages)
	instance, err := d.openVulkan()
	if vk.IsUnavailable(err) {
		return fmt.Errorf("%w: %w; --device cpu works without Vulkan", errNoDevice, err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, instance.Close()) }()
	devices := instance.Devices()
	if d.JSON {
		return listJSON(c.out, devices)
	}
	chosen, _ := vkdevice.Choose(devices, aco.DeviceAuto)
	for i := range devices {
		listDevice(c.out, &devices[i], i == chosen)
	}
	fmt.Fprint(c.out, legend)
	return nil
}

func listJSON(out io.Writer, devices []vk.Info) error {
	listed := []listedDevice{}
	for i := range devices {
		why := devices[i].Unusable()
		listed = append(listed, listedDevice{&devices[i], why == "", why})
	}
	return writeIndented(out, listed)
}

// legend explains the list of devices.
const legend = `
* is the device that --device auto takes; without a GPU it takes the processor (--device cpu).
--device selects by number, part of a name, or UUID.
`

// listDevice prints the main properties of a device. A * marks the device that auto chooses.
func listDevice(out io.Writer, d *vk.Info, auto bool) {
	mark := " "
	if auto {
		mark = "*"
	}
	limits := pipeline.LimitsOf(d)
	fmt.Fprintf(out, "%s device %d    %s\n", mark, d.Index, d.Name)
	line := func(label, format string, values ...any) {
		fmt.Fprintf(out, "  %-12s%s\n", label, fmt.Sprintf(format, values...))
	}
	line("type", "%s", typeName(d))
	if d.Emulates != "" {
		line("emulates", "%s", d.Emulates)
	}
	line("driver", "%s %s", d.DriverName, d.DriverVersion)
	line("API", "Vulkan %s", d.APIVersion)
	unused := ""
	if !d.HasSubgroups() {
		unused = ", not used: shared memory replaces them"
	}
	line("subgroups", "%d invocations (%d to %d)%s", d.SubgroupSize, d.SubgroupSizeMin, d.SubgroupSizeMax, unused)
	line("work-groups", "up to %d invocations, %s of shared memory", limits.GroupSize,
		pipeline.FormatBytes(uint64(limits.SharedBytes)))
	line("memory", "%s, buffers up to %s", pipeline.FormatBytes(limits.DeviceMemory),
		pipeline.FormatBytes(limits.StorageRange))
	line("UUID", "%s", d.UUID)
	if why := d.Unusable(); why != "" {
		line("usable", "no: %s", why)
	} else {
		line("usable", "yes")
	}
}

// typeName returns the type of a device in words.
func typeName(d *vk.Info) string {
	switch {
	case d.IsSoftware():
		return "software device, on the processor"
	case d.Type == "discrete", d.Type == "integrated", d.Type == "virtual":
		return d.Type + " GPU"
	}
	return d.Type
}
