package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/study/device"
	"github.com/aco-vk/aco-vk/vk"
)

// deviceTable is the name of the table of a device's own figures, which needs no files.
const (
	deviceTable      = "device"
	deviceTableTitle = "memory, atomics, subgroups, latencies, pipelines and solver of a device; needs no files"
)

// deviceTableFlags are the flags that the table of a device has.
var deviceTableFlags = []string{"table", "device", "seconds", "json"}

// runDevice measures a device and prints its figures one by one. If it is interrupted or fails,
// the report has the figures so far.
func (b *benchCommand) runDevice(c console, parsed *kong.Context) error {
	given := givenFlags(parsed)
	for _, flag := range given {
		if !slices.Contains(deviceTableFlags, flag) {
			return usagef("table %s does not have --%s, only --%s", deviceTable, flag, strings.Join(deviceTableFlags[1:], ", --"))
		}
	}
	if len(b.Device) > 1 {
		return usagef("only tables of papers have rows of several devices: give --device once")
	}
	if b.Device[0] == aco.DeviceCPU {
		return usagef("table device measures Vulkan devices: --device cannot be cpu")
	}
	jsonFile, err := newOutput(c, b.JSON)
	if err != nil {
		return err
	}
	announceValidation(c.messages)
	ctx, stop := untilInterrupted()
	defer stop()
	o := device.Options{Open: b.openWithCache, Version: version()}
	if slices.Contains(given, "seconds") {
		o.Timing = time.Duration(b.Seconds)
	}
	report, err := device.Measure(ctx, o, func(r *device.Report) { startDeviceTable(c.out, r) },
		func(f device.Figure) {
			writeRow(c.out, []string{string(f.Subject), f.What, f.Text(), string(f.Unit), f.Over, f.Remark})
		})
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	if report == nil {
		return err
	}
	return errors.Join(err, jsonFile.writeJSON(report))
}

// openWithCache opens the device with a folder for its pipeline cache; "" is the user's.
func (b *benchCommand) openWithCache(cacheDir string) (*aco.Device, error) {
	o, err := emulateFlags{}.vulkanOptions()
	if err != nil {
		return nil, err
	}
	return openAs(measuredDevice(b.Device[0]), vkdevice.Options{Vulkan: o,
		Open: func(instance *vk.Instance, index int) (*vk.Device, error) {
			return instance.OpenDevice(index, vk.DeviceOptions{CacheDir: cacheDir})
		}})
}

// givenFlags returns the names of the flags on the command line.
func givenFlags(parsed *kong.Context) (names []string) {
	for _, step := range parsed.Path {
		if step.Flag != nil {
			names = append(names, step.Flag.Name)
		}
	}
	return names
}

func startDeviceTable(out io.Writer, r *device.Report) {
	fmt.Fprintf(out, "%s: %s, on %s\n%s, %d cores, %s, %s\n\n", deviceTable, deviceTableTitle, deviceText(r.Device),
		r.Host.CPU, r.Host.Cores, r.Host.OS, r.Date.Format(time.DateOnly))
	writeHeadings(out, []string{"subject", "what", "value", "unit", "measured over", "remark"})
}
