package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/vk"
)

type conformCommand struct {
	emulateFlags

	Device string `placeholder:"NAME" help:"An index, part of a name or a UUID; without it all devices that can be used, one after the other."`
	Quick  bool   `help:"Every shader on one input, and a few whole runs."`
	JSON   string `name:"json" placeholder:"FILE" help:"Write the report as JSON too; of several devices a line each."`
}

// errNotConforming is the end of a test in which a device computed otherwise than the reference.
var errNotConforming = errors.New("not everything is equal to the sequential reference: the device, its driver or a shader computes wrongly")

func (f *conformCommand) Run(c console) (err error) {
	jsonFile, err := newOutput(c, f.JSON)
	if err != nil {
		return err
	}
	if f.JSON == standard {
		c.out = c.talk // the table does not get into the report
	}
	instance, err := f.openVulkan()
	if err != nil {
		return fmt.Errorf("%w: %w", errNoDevice, err)
	}
	hung := false
	defer func() {
		if !hung {
			err = errors.Join(err, instance.Close())
		}
	}()
	indices, err := f.devices(instance.Devices())
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupted()
	defer stop()
	var reports []*conform.Report
	for _, index := range indices {
		line := newCaseLine(c.talk, instance.Devices()[index].Name)
		report, err := conform.Test(ctx, conform.Options{
			Open:  func() (*vk.Device, error) { return instance.OpenDevice(index, vk.DeviceOptions{}) },
			Quick: f.Quick, Version: version(),
		}, line.update)
		line.done()
		if err != nil {
			return err
		}
		hung = hung || report.Hung
		reports = append(reports, report)
		printConformance(c.out, report)
	}
	err = jsonFile.write(func(w io.Writer) error {
		for _, report := range reports {
			if err := report.Write(w); err != nil {
				return err
			}
		}
		return nil
	})
	return errors.Join(conformity(reports, ctx.Err() != nil), err)
}

// devices are the indices of what is to be tested.
func (f *conformCommand) devices(all []vk.Info) ([]int, error) {
	if f.Device != "" {
		index, err := chooseDevice(all, f.Device)
		if index < 0 {
			err = errNoDevice
		}
		return []int{index}, err
	}
	var indices []int
	for i := range all {
		if all[i].Unusable() == "" {
			indices = append(indices, i)
		}
	}
	if len(indices) == 0 {
		return nil, fmt.Errorf("%w (see aco-vk devices)", errNoDevice)
	}
	return indices, nil
}

// conformity is the error of reports, nil where all is equal.
func conformity(reports []*conform.Report, interrupted bool) error {
	for _, report := range reports {
		if !report.OK() {
			return errNotConforming
		}
	}
	if interrupted {
		return errInterrupted
	}
	return nil
}
