package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/conform/results"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/vk"
)

type conformCommand struct {
	emulateFlags
	conformSelection

	Device    string  `placeholder:"NAME" help:"Device to test: an index, a part of its name or a UUID. Default: all usable devices, one after the other."`
	Quick     bool    `xor:"what" help:"Test each shader on one input, and a few whole runs. Takes seconds."`
	Stress    seconds `xor:"what" placeholder:"TIME" help:"Test random cases for this time, for example 10m. A case that differs is reduced to a smaller case that still differs."`
	Seed      uint64  `default:"1" help:"Seed of the random cases of --stress."`
	Perturb   bool    `help:"Run the subgroups of each work-group in reversed order. This shows missing barriers that the usual order of a software device hides; no result may change."`
	Repeat    string  `xor:"what" placeholder:"CASE" help:"Test only this case, in the form that a report prints."`
	Export    string  `placeholder:"DIR" file:"folder" help:"With --repeat: write the first stage that differs, of the case reduced to a smaller one, to a folder in DIR, as a program in C and as scripts for Amber and VkRunner, with its modules and buffers. If nothing differs, write every stage of the last iteration; if the device fails, the stage where it does."`
	Subgroups string  `placeholder:"SIZE" help:"With --export: run nothing and open no device, but write every stage of the last iteration for devices with subgroups of this size, from 4 to 128, or 0 for devices without subgroup operations. With all: for each of these sizes, in its own folder, without the stages that an earlier one has. --emulate gives other limits than most devices have."`
	Compare   string  `xor:"what" placeholder:"FILE" file:"read" help:"Test nothing, but compare the report in this file with the one in OTHER: two devices, drivers, versions or days. Without OTHER the file has two reports."`
	NoCache   bool    `help:"Compile every pipeline: use neither the caches of aco-vk nor the caches of Mesa's and Nvidia's drivers."`

	Jobs        int     `placeholder:"N" help:"Cases that run at the same time, each in a process of its own. Default: one for each processor, at most 4."`
	CaseTimeout seconds `placeholder:"TIME" help:"End a case that takes longer than this, for example 2m. Default: a case without progress ends after minutes."`
	Output      string  `placeholder:"DIR" file:"folder" help:"Write results.csv and failures.csv as deqp-runner does, junit.xml, results.tap, report.json, report.html and summary.txt to this folder. It takes one device."`
	Resume      bool    `help:"Go on with a test into the same --output that was interrupted: cases that have run do not run again."`

	JSON  string `name:"json" placeholder:"FILE" file:"write" help:"Write the report as JSON, one line per device."`
	HTML  string `name:"html" placeholder:"FILE" file:"write" help:"Write the report of all devices, or the comparison, as an HTML page."`
	Other string `arg:"" optional:"" file:"read" help:"With --compare: the file with the second report."`
}

var (
	errNotConforming = errors.New(
		"some results differ from the sequential reference, or could not be computed: the device, its driver or a shader is faulty")
	errImproved = errors.New(
		"some cases are better than the baseline says: take those out of it that pass, and write Fail for those that fail")
	errDeviceFailed = errors.New(
		"the device failed: it was lost or hung, or its driver crashed outside of a case, and some cases did not run")
	errNothingCompared = errors.New("nothing was compared: every case was refused for the reasons above")
)

const (
	// conformJobs is the default limit of cases that run at the same time. More of them only wait for
	// a GPU.
	conformJobs = 4
	// maxConformJobs keeps the processes few enough for any system. Each opens the device.
	maxConformJobs = 256
)

func (f *conformCommand) Run(c console) (err error) {
	if f.Compare != "" {
		return f.compare(c)
	}
	if f.Other != "" {
		return usagef("%s: conform takes a file only with --compare", f.Other)
	}
	if f.Export != "" && f.Repeat == "" {
		return usagef("--export needs the case: name it with --repeat")
	}
	if f.Subgroups != "" && (f.Export == "" || f.Output != "" || f.JSON != "" || f.HTML != "") {
		return usagef("--subgroups is for --export, and runs nothing that a report could have")
	}
	o, err := f.options()
	if err != nil {
		return err
	}
	if f.Subgroups != "" {
		return f.exportFor(c, o)
	}
	expected, err := f.expectations()
	if err != nil {
		return err
	}
	jsonFile, err := newOutput(c, f.JSON)
	if err != nil {
		return err
	}
	page, err := newOutput(c, f.HTML)
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
	if (f.List || f.Output != "") && len(devices) > 1 {
		return usagef("there are %d devices: choose one with --device for --list and --output", len(devices))
	}
	if f.List {
		return f.list(c, o, devices[0])
	}
	if err := sayUnmatched(c, expected.Baseline, o, devices); err != nil {
		return err
	}
	ctx, stop := untilInterrupted()
	defer stop()
	tests, err := f.testDevices(ctx, c, o, devices, expected)
	if ctx.Err() != nil {
		fmt.Fprintln(c.messages, "aco-vk: interrupted; the reports hold what was tested before")
	}
	err = errors.Join(err, f.write(tests, jsonFile, page))
	return errors.Join(err, conformity(tests, err == nil && ctx.Err() != nil))
}

// exportFor exports the case for devices with subgroups of the sizes of --subgroups.
func (f *conformCommand) exportFor(c console, o conform.Options) error {
	with, err := f.vulkanOptions()
	if err != nil {
		return err
	}
	sizes := conform.SubgroupSizes
	if f.Subgroups != "all" {
		size, err := strconv.ParseUint(f.Subgroups, 10, 32)
		if err != nil || !slices.Contains(sizes, uint32(size)) {
			return usagef("--subgroups %s: want all or one of %d", f.Subgroups, sizes)
		}
		sizes = []uint32{uint32(size)}
	}
	ctx, stop := untilInterrupted()
	defer stop()
	folders, err := conform.Export(ctx, o, with.Limits, sizes...)
	printExported(c.out, folders)
	return err
}

// list prints the names of what a test of the device would run.
func (f *conformCommand) list(c console, o conform.Options, device vk.Info) error {
	o.Device = device
	plan, err := conform.NewPlan(o)
	if err != nil {
		return err
	}
	for _, name := range plan.Names() {
		fmt.Fprintln(c.out, name)
	}
	return nil
}

// options returns the options of the test, without the device.
func (f *conformCommand) options() (conform.Options, error) {
	o := conform.Options{
		Quick: f.Quick, Stress: time.Duration(f.Stress), Seed: f.Seed,
		Workers: cmp.Or(f.Jobs, min(runtime.GOMAXPROCS(0), conformJobs)), Version: version(), Perturbed: f.Perturb,
		NoCache: f.NoCache, CaseTimeout: time.Duration(f.CaseTimeout),
	}
	if o.Workers < 1 || o.Workers > maxConformJobs {
		return o, usagef("--jobs must be 1 to %d, not %d", maxConformJobs, f.Jobs)
	}
	if f.Repeat != "" {
		testCase, err := conform.ParseCase(f.Repeat)
		if err != nil {
			return o, err
		}
		o.Cases, o.Workers, o.Export = []conform.Case{testCase}, 1, f.Export
	}
	if f.Resume && (f.Output == "" || f.Stress > 0) {
		return o, usagef("--resume goes on with a test into --output, and not with --stress")
	}
	return o, f.apply(&o)
}

// testDevices tests devices one after the other until ctx is done. If a device gives no report,
// the others are still tested.
func (f *conformCommand) testDevices(
	ctx context.Context, c console, o conform.Options, devices []vk.Info, expected results.Expectations,
) (tests []*conformTest, failed error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	for _, device := range devices {
		if ctx.Err() != nil {
			break
		}
		o.Device, o.Command = device, func() *exec.Cmd { return f.worker(program, device.Index) }
		if f.Export != "" && len(devices) > 1 {
			o.Export = filepath.Join(f.Export, strconv.Itoa(device.Index))
		}
		test, err := f.testDevice(ctx, c, o, expected)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", device.Name, err))
		}
		if test != nil {
			tests = append(tests, test)
		}
	}
	return tests, failed
}

// worker returns the command that starts a process for cases on a device.
func (f *conformCommand) worker(program string, device int) *exec.Cmd {
	name := conformWorker
	if f.Perturb {
		name = perturbedWorker
	}
	command := f.workerCommand(program, name, device)
	if f.NoCache {
		command.Args = append(command.Args, noCache)
		command.Env = append(os.Environ(), "MESA_SHADER_CACHE_DISABLE=true", "__GL_SHADER_DISK_CACHE=0")
	}
	return command
}

// testDevice tests a device, prints the summary and writes the files of --output. The test is nil
// if there is no report.
func (f *conformCommand) testDevice(
	ctx context.Context, c console, o conform.Options, expected results.Expectations,
) (*conformTest, error) {
	plan, err := conform.NewPlan(o)
	if err != nil {
		return nil, err
	}
	names := plan.Names()
	var folder *conformFolder
	if f.Output != "" {
		if folder, o.Done, err = openConformFolder(f.Output, o, names, f.Resume); err != nil {
			return nil, err
		}
		o.Record = folder.record
	}
	counter := &caseCounter{statusLine: newStatusLine(c.messages), device: o.Device.Name}
	report, err := conform.Test(ctx, o, counter.update)
	counter.clear()
	if report == nil {
		return nil, err
	}
	test := &conformTest{report: report, results: expected.Apply(results.Of(report, names))}
	out := io.MultiWriter(c.out, &test.summary)
	printConformance(out, report)
	printResults(out, test.results)
	return test, errors.Join(err, folder.write(c, test, repeatCommand(f.Perturb)))
}

// write writes the reports of all devices.
func (f *conformCommand) write(tests []*conformTest, jsonFile, page output) error {
	var reports []*conform.Report
	for _, t := range tests {
		reports = append(reports, t.report)
	}
	return errors.Join(jsonFile.write(func(w io.Writer) error {
		for _, report := range reports {
			if err := report.WriteJSON(w); err != nil {
				return err
			}
		}
		return nil
	}), page.write(func(w io.Writer) error { return conform.WriteHTML(w, reports, repeatCommand(f.Perturb)) }))
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
		return nil, usagef("--device cpu: the CPU is the reference that devices are compared with; aco-vk devices lists the devices")
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

// conformity returns the error that sets the exit code, nil if nothing is unexpected.
func conformity(tests []*conformTest, interrupted bool) error {
	for _, t := range tests {
		if !t.report.Complete && t.hasProblemOfDevice() {
			return errDeviceFailed
		}
	}
	for _, t := range tests {
		if t.failed() {
			return errNotConforming
		}
	}
	if slices.ContainsFunc(tests, (*conformTest).improved) {
		return errImproved
	}
	if interrupted {
		return errInterrupted
	}
	if slices.ContainsFunc(tests, func(t *conformTest) bool { return t.report.NothingCompared() }) {
		return errNothingCompared
	}
	return nil
}

// failed reports whether a result is worse than expected, or an error belongs to no case. What did
// not run has not failed.
func (t *conformTest) failed() bool {
	return slices.ContainsFunc(results.Unexpected(t.results), func(r results.Result) bool {
		return r.Status != results.Missing && !r.Status.Improved()
	}) || t.hasProblemOfDevice()
}

// hasProblemOfDevice reports whether an error belongs to no case. An interruption and a file that
// cannot be written are no such error.
func (t *conformTest) hasProblemOfDevice() bool {
	return slices.ContainsFunc(t.report.Problems, func(p conform.Problem) bool { return p.Case == "" })
}

// improved reports whether a result is better than expected.
func (t *conformTest) improved() bool {
	return slices.ContainsFunc(t.results, func(r results.Result) bool { return r.Status.Improved() })
}
