package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/vk"
)

type conformCommand struct {
	emulateFlags

	Device string  `placeholder:"NAME" help:"An index, part of a name or a UUID; without it all devices that can be used, one after the other."`
	Quick  bool    `xor:"what" help:"Every shader on one input, and a few whole runs."`
	Stress seconds `xor:"what" placeholder:"10m" help:"In place of the test's cases make up others until the time is over; one that fails is reduced to the smallest that still does."`
	Seed   uint64  `default:"1" help:"Of the cases that --stress makes up."`
	Repeat string  `xor:"what" placeholder:"CASE" help:"Only this case, as a report names it."`
	JSON   string  `name:"json" placeholder:"FILE" help:"Write the report as JSON too; of several devices a line each."`
	HTML   string  `name:"html" placeholder:"FILE" help:"Write the report as a page too, one file for all devices."`
}

// errNotConforming is the end of a test in which a device computed otherwise than the reference.
var errNotConforming = errors.New("not everything is equal to the sequential reference: the device, its driver or a shader computes wrongly")

// errNothingCompared is the end of a test of which the device, or the program, can do nothing.
var errNothingCompared = errors.New("nothing was compared: every case was refused, for the reasons above")

// maxWorkers bounds the cases that run at once: beyond that they wait for the device.
const maxWorkers = 4

func (f *conformCommand) Run(c console) (err error) {
	o := conform.Options{Quick: f.Quick, Stress: time.Duration(f.Stress), Seed: f.Seed, Workers: min(runtime.GOMAXPROCS(0), maxWorkers), Version: version()}
	if f.Repeat != "" {
		repeated, err := conform.ParseCase(f.Repeat)
		if err != nil {
			return err
		}
		o.Cases, o.Workers = []conform.Case{repeated}, 1
	}
	files, err := f.outputs(c)
	if err != nil {
		return err
	}
	if f.JSON == standard || f.HTML == standard {
		c.out = c.talk // the table does not get into the report
	}
	instance, err := f.openVulkan()
	if err != nil {
		return openingError(err)
	}
	defer func() { err = errors.Join(err, instance.Close()) }()
	indices, err := f.devices(instance.Devices())
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupted()
	defer stop()
	var reports []*conform.Report
	var failed error
	for _, index := range indices {
		if ctx.Err() != nil {
			break // of what was not begun there is no report
		}
		name := instance.Devices()[index].Name
		line := newCaseCounter(c.talk, name)
		o.Open = func() (*vk.Device, error) { return instance.OpenDevice(index, vk.DeviceOptions{}) }
		report, err := conform.Test(ctx, o, line.update)
		line.done()
		if err != nil { // the others are tested all the same
			failed = errors.Join(failed, fmt.Errorf("%s: %w", name, err))
			continue
		}
		reports = append(reports, report)
		printConformance(c.out, report)
	}
	if ctx.Err() != nil {
		fmt.Fprintln(c.talk, "aco-vk: interrupted; what was not tested until then is left out")
	}
	failed = errors.Join(failed, files.write(reports))
	return errors.Join(failed, conformity(reports, failed == nil && ctx.Err() != nil))
}

// conformFiles are what reports are written to.
type conformFiles struct{ json, html output }

func (f *conformCommand) outputs(c console) (files conformFiles, err error) {
	if sameFile(f.JSON, f.HTML) {
		return files, usageError{fmt.Errorf("--json and --html are both %s", f.JSON)}
	}
	if files.json, err = newOutput(c, f.JSON); err != nil {
		return files, err
	}
	files.html, err = newOutput(c, f.HTML)
	return files, err
}

func (f conformFiles) write(reports []*conform.Report) error {
	return errors.Join(f.json.write(func(w io.Writer) error {
		for _, report := range reports {
			if err := report.WriteJSON(w); err != nil {
				return err
			}
		}
		return nil
	}), f.html.write(func(w io.Writer) error { return conform.WriteHTML(w, reports) }))
}

// devices are the indices of what is to be tested.
func (f *conformCommand) devices(all []vk.Info) ([]int, error) {
	if f.Device == deviceCPU {
		return nil, usageError{errors.New("--device cpu: the processor is the reference that devices are compared with; see aco-vk devices for what there is")}
	}
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
	if slices.ContainsFunc(reports, (*conform.Report).NothingCompared) {
		return errNothingCompared
	}
	return nil
}
