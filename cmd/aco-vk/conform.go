package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/vk"
)

type conformCommand struct {
	emulateFlags

	Device  string  `placeholder:"NAME" help:"Device to test: an index, a part of its name or a UUID. Default: all usable devices, one after the other."`
	Quick   bool    `xor:"what" help:"Test each shader on one input, and a few whole runs. Takes seconds."`
	Stress  seconds `xor:"what" placeholder:"TIME" help:"Test random cases for this time, for example 10m. A case that differs is reduced to a smaller case that still differs."`
	Seed    uint64  `default:"1" help:"Seed of the random cases of --stress."`
	Perturb bool    `help:"Run the subgroups of each work-group in reversed order. This shows missing barriers that the usual order of a software device hides; no result may change."`
	Repeat  string  `xor:"what" placeholder:"CASE" help:"Test only this case, in the form that a report prints."`
	Compare string  `xor:"what" placeholder:"FILE" help:"Test nothing, but compare the report in this file with the one in OTHER: two devices, drivers, versions or days. Without OTHER the file has two reports."`
	JSON    string  `name:"json" placeholder:"FILE" help:"Write the report as JSON, one line per device."`
	HTML    string  `name:"html" placeholder:"FILE" help:"Write the report of all devices, or the comparison, as an HTML page."`
	Other   string  `arg:"" optional:"" help:"With --compare: the file with the second report."`
}

var (
	errNotConforming = errors.New(
		"some results differ from the sequential reference, or could not be computed: the device, its driver or a shader is faulty")
	errNothingCompared = errors.New("nothing was compared: every case was refused for the reasons above")
)

// maxConformWorkers limits the cases that run in parallel. More of them only wait for the device.
const maxConformWorkers = 4

func (f *conformCommand) Run(c console) (err error) {
	if f.Compare != "" {
		return f.compare(c)
	}
	if f.Other != "" {
		return usageError{fmt.Errorf("%s: conform takes a file only with --compare", f.Other)}
	}
	o, err := f.options()
	if err != nil {
		return err
	}
	files, err := f.outputs(c)
	if err != nil {
		return err
	}
	if f.JSON == standard || f.HTML == standard {
		c.out = c.messages // standard output is for the report alone
	}
	announceValidation(c.messages)
	instance, err := f.openVulkan()
	if err != nil {
		return openingError(err)
	}
	defer func() { err = errors.Join(err, instance.Close()) }()
	devices, err := f.devices(instance.Devices())
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupted()
	defer stop()
	reports, err := f.testDevices(ctx, c, o, devices)
	if ctx.Err() != nil {
		fmt.Fprintln(c.messages, "aco-vk: interrupted; the reports hold what was tested before")
	}
	err = errors.Join(err, files.write(reports))
	return errors.Join(err, conformity(reports, err == nil && ctx.Err() != nil))
}

// options returns the options of the test, without the device.
func (f *conformCommand) options() (conform.Options, error) {
	o := conform.Options{
		Quick: f.Quick, Stress: time.Duration(f.Stress), Seed: f.Seed,
		Workers: min(runtime.GOMAXPROCS(0), maxConformWorkers), Version: version(), Perturbed: f.Perturb,
	}
	if f.Repeat != "" {
		testCase, err := conform.ParseCase(f.Repeat)
		if err != nil {
			return o, err
		}
		o.Cases, o.Workers = []conform.Case{testCase}, 1
	}
	return o, nil
}

// testDevices tests devices one after the other until ctx is done. If a device gives no report,
// the others are still tested.
func (f *conformCommand) testDevices(
	ctx context.Context, c console, o conform.Options, devices []vk.Info,
) (reports []*conform.Report, failed error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	worker := conformWorker
	if f.Perturb {
		worker = perturbedWorker
	}
	for _, device := range devices {
		if ctx.Err() != nil {
			break
		}
		o.Device, o.Command = device, func() *exec.Cmd { return f.workerCommand(program, worker, device.Index) }
		counter := newCaseCounter(c.messages, device.Name)
		report, err := conform.Test(ctx, o, counter.update)
		counter.clear()
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", device.Name, err))
			continue
		}
		reports = append(reports, report)
		printConformance(c.out, report)
	}
	return reports, failed
}

// conformFiles are the files that reports are written to.
type conformFiles struct {
	json, html output
	perturbed  bool
}

func (f *conformCommand) outputs(c console) (files conformFiles, err error) {
	files.perturbed = f.Perturb
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
	}), f.html.write(func(w io.Writer) error { return conform.WriteHTML(w, reports, repeatCommand(f.perturbed)) }))
}

// repeatCommand returns a function that returns the command line that repeats a case.
func repeatCommand(perturbed bool) func(testCase string) string {
	command := "aco-vk conform --repeat "
	if perturbed {
		command = "aco-vk conform --perturb --repeat "
	}
	return func(testCase string) string { return command + testCase }
}

// devices returns the devices to test.
func (f *conformCommand) devices(all []vk.Info) ([]vk.Info, error) {
	if f.Device == aco.DeviceCPU {
		return nil, usageError{errors.New(
			"--device cpu: the CPU is the reference that devices are compared with; aco-vk devices lists the devices")}
	}
	if f.Device != "" {
		index, err := vkdevice.Choose(all, measuredDevice(f.Device))
		switch {
		case err != nil:
			return nil, err
		case index < 0:
			return nil, errNoDevice
		}
		return all[index : index+1], nil
	}
	devices := slices.DeleteFunc(slices.Clone(all), func(device vk.Info) bool { return device.Unusable() != "" })
	if len(devices) == 0 {
		return nil, fmt.Errorf("%w (see aco-vk devices)", errNoDevice)
	}
	return devices, nil
}

// conformity returns the error that sets the exit code, nil if all is equal.
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
