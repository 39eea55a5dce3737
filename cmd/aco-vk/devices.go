package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
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
	instance, err := d.openVulkan()
	if errors.Is(err, vk.ErrNoLoader) || errors.Is(err, vk.ErrNoDevices) {
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
	chosen, _ := aco.ChooseDevice(devices, aco.DeviceAuto)
	for i := range devices {
		listDevice(c.out, &devices[i], i == chosen)
	}
	return nil
}

func listJSON(out io.Writer, devices []vk.Info) error {
	listed := []listedDevice{}
	for i := range devices {
		why := devices[i].Unusable()
		listed = append(listed, listedDevice{&devices[i], why == "", why})
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(listed)
}

// listDevice prints the main properties of a device. A * marks the device that auto chooses.
func listDevice(out io.Writer, d *vk.Info, auto bool) {
	mark := " "
	if auto {
		mark = "*"
	}
	limits := pipeline.LimitsOf(d)
	fmt.Fprintf(out, "%s %d  %s (%s)\n", mark, d.Index, d.Name, d.Type)
	if d.Emulates != "" {
		fmt.Fprintf(out, "     emulates    %s\n", d.Emulates)
	}
	fmt.Fprintf(out, "     driver      %s %s, Vulkan %s\n", d.DriverName, d.DriverVersion, d.APIVersion)
	unused := ""
	if !d.HasSubgroups() {
		unused = ", not used: shared memory replaces them"
	}
	fmt.Fprintf(out, "     subgroups   %d (%d to %d)%s\n", d.SubgroupSize, d.SubgroupSizeMin, d.SubgroupSizeMax, unused)
	fmt.Fprintf(out, "     work-group  %d invocations, %s shared\n", limits.GroupSize, pipeline.FormatBytes(uint64(limits.SharedBytes)))
	fmt.Fprintf(out, "     memory      %s, buffers up to %s\n", pipeline.FormatBytes(limits.DeviceMemory), pipeline.FormatBytes(limits.StorageRange))
	fmt.Fprintf(out, "     uuid        %s\n", d.UUID)
	if why := d.Unusable(); why != "" {
		fmt.Fprintf(out, "     cannot be used: %s\n", why)
	}
}
