package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// Run turns flags into options, solves, and writes the result.
func (s *solveCommand) Run(c console, parsed *kong.Context) (err error) {
	times, began := timeline.OfProcess(), time.Now()
	started := times.Zero() // a time limit counts from here
	if !s.Quiet {
		defer logTimes(c.messages, times)
	}
	ctx, stop := untilInterrupted()
	defer stop()
	ctx = timeline.With(ctx, times)
	if err := s.checkFiles(c); err != nil {
		return err
	}
	replay, err := s.readReplay()
	if err != nil {
		return err
	}
	files, err := s.newFiles(c)
	if err != nil {
		return err
	}
	var (
		input    *format.Input
		instance *tsp.Instance
		options  aco.Options
	)
	line := s.newProgress(c)
	defer line.close()
	line.begin("reading")
	devices, err := s.openDevices(s.devices(replay), times, func() (err error) {
		defer times.Add(timeline.Input, began)
		if err = s.checkSize(); err != nil {
			return err
		}
		if input, err = s.readInput(ctx, c, s.File, line.asked); err != nil {
			return err
		}
		waited := waitedForRoads(times)
		files.read, started = time.Since(began)-waited, started.Add(waited)
		ends, err := s.prepare(ctx, input, s.recordedPath(replay))
		if line.warn(input); err != nil {
			return err
		}
		if err = files.use(input); err != nil {
			return err
		}
		instance = input.Instance
		if options, err = s.options(parsed, instance, replay, started); err != nil {
			return err
		}
		options.Path = ends
		if err = s.setInitialTour(ctx, line, instance, &options, replay); err != nil {
			return err
		}
		if s.TimeLimit > 0 {
			options.Reserve = files.reserve(ctx, instance)
		}
		return ctx.Err()
	})
	if err != nil {
		return withFlagNames(parsed, err)
	}
	defer func() {
		defer times.Add(timeline.Close, time.Now())
		devices.closeAfter(&err)
	}()
	line.instance, line.format, options.Devices = instance, input.Format, devices
	line.priced = options.StayClose.Price != 0
	options.Reserve += closingTime(times, devices, instance.Dimension())
	if s.DryRun {
		return withFlagNames(parsed, s.dryRun(ctx, c, line, options))
	}
	if err := limitHeap(ctx, instance, options); err != nil {
		return withFlagNames(parsed, err)
	}
	statistics, err := s.newStatisticsFile()
	if err != nil {
		return err
	}
	pheromone, err := s.newTrailsFile(c)
	if err != nil {
		return err
	}
	line.bound = s.startBound(ctx, instance, options.Path, started)
	if s.Seeds > 0 {
		series := &seedSeries{
			solveCommand: s, c: c, parsed: parsed, instance: instance, devices: devices, line: line, rows: statistics,
		}
		return series.run(ctx, options, files)
	}
	var watched *watchedRun
	if s.Watch {
		if watched, err = s.watchRun(c, line, input, options, stop); err != nil {
			return err
		}
		options.Progress = watched.Progress
	}
	statistics.receive(&options)
	pheromone.receive(&options)
	result, err := s.solve(ctx, instance, options, line)
	unwritten := cmp.Or(statistics.close(result), pheromone.close(err != nil))
	watched.finish(result, err)
	defer watched.close() // after the output: whoever does not wait for the page loses no tour
	if err != nil {
		return withFlagNames(parsed, err)
	}
	contradiction := line.bound.finish(result.Length)
	stop()
	report := func() *report {
		r := newReport(instance, devices, result, line.bound.least(instance, result))
		r.Timings.Parts, r.InitialTour = newParts(times), s.InitialTour
		return r
	}
	defer times.Add(timeline.Output, time.Now())
	err = s.write(c, line, result, report, files)
	if !s.Quiet {
		line.bound.print(s.summaryWriter(c), instance, result)
	}
	return cmp.Or(err, contradiction, unwritten)
}

// devices returns the names of the devices to open. A method for the processor alone needs none
// that is chosen automatically, nor does a run that ends before it would be open.
func (s *solveCommand) devices(replay *replayed) []string {
	isChained := s.Algorithm == string(aco.AlgorithmChained) || replay != nil && replay.Algorithm == aco.AlgorithmChained
	isQuick := s.TimeLimit > 0 && time.Duration(s.TimeLimit) <= vkdevice.OpeningTime && s.Seeds == 0
	if (isChained || isQuick) && slices.Equal(s.Device, []string{aco.DeviceAuto}) {
		return []string{aco.DeviceCPU}
	}
	return s.Device
}

// newProgress returns the line of progress of the command.
func (s *solveCommand) newProgress(c console) *progressLine {
	messages := c.messages
	if s.Quiet {
		messages = io.Discard
	}
	announceValidation(messages)
	line := newProgressLine(messages, c.messages)
	line.iterations, line.holding = s.Iterations, s.Resume != ""
	if s.Rules == (option.Rules[seconds]{}) {
		line.target, line.open = s.Target, s.Target == "" && s.Resume == "" && s.Replay == ""
	}
	return line
}

// solve runs until a stop rule holds or ctx is cancelled.
func (s *solveCommand) solve(
	ctx context.Context, instance *tsp.Instance, options aco.Options, line *progressLine,
) (*aco.Result, error) {
	defer line.done()
	also := options.Progress
	options.Progress = func(p aco.Progress) {
		line.update(p)
		if also != nil {
			also(p)
		}
	}
	result, err := aco.Solve(ctx, instance, options)
	// a run to resume was interrupted during its setup: the checkpoint is unchanged
	if errors.Is(err, context.Canceled) {
		return nil, errInterrupted
	}
	if err != nil {
		return nil, err
	}
	line.accept()
	return result, s.beginAtStart(instance, result)
}

// dryRun prints the memory that the run would take of each device.
func (s *solveCommand) dryRun(ctx context.Context, c console, line *progressLine, options aco.Options) error {
	instance := line.instance
	options.Progress = line.update
	plans, err := aco.Plan(ctx, instance, options)
	if err != nil {
		return err
	}
	what := fmt.Sprintf("%s: %s, %s", instance.Name, citiesText(instance, instance.Dimension()), metricText(instance, line.format))
	host, err := aco.PlanHost(ctx, instance, options)
	if err != nil {
		return err
	}
	line.done()
	for i, plan := range plans {
		fmt.Fprintf(c.out, "%s, on %s\n%s\n", what, options.Devices[i].Name(), plan)
	}
	if host != nil {
		fmt.Fprintf(c.out, "host\n%s\n", host)
	}
	return nil
}

// largeHeap is the least memory of a run for which limitHeap limits the heap. Smaller runs make
// more garbage than their data, and collecting it more often would cost time.
const largeHeap = 512 << 20

// limitHeap limits the heap to the memory that the run needs at its peak. Without a limit the
// garbage collector lets it grow to up to twice of that. The data of a large run are a few slices
// without pointers, so collecting more often costs next to nothing. A limit of the environment
// (GOMEMLIMIT) remains.
func limitHeap(ctx context.Context, instance *tsp.Instance, options aco.Options) error {
	if debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return nil
	}
	plan, err := aco.PlanHost(ctx, instance, options)
	if err != nil || plan == nil || plan.Heap < largeHeap {
		return err
	}
	debug.SetMemoryLimit(int64(plan.Heap))
	return nil
}

// checkSize refuses a generated instance that is too large for the memory of the host before it
// is generated, if the default solver may run on it. The run checks all instances
// again, with its own parameters.
func (s *solveCommand) checkSize() error {
	spec, found := strings.CutPrefix(s.File, generatorPrefix)
	if !found || s.Algorithm != "auto" && s.Algorithm != string(aco.AlgorithmMerged) {
		return nil
	}
	kind, cities, _, err := generate.Parse(spec)
	if err != nil || kind == "oneway" || cities < model.MinCities || cities > model.MaxCities {
		return nil // generating it returns the error
	}
	return aco.CheckCities(cities)
}
