package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/tune"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

type tuneCommand struct {
	File string `arg:"" optional:"" file:"read" help:"Instance, as for solve. Default: generated instances of 200, 400, 800, 1600 and 3200 cities, as many as the time allows."`

	Selection string  `enum:"auto,${selections}" default:"auto" help:"How an ant chooses its next city, as for solve."`
	Device    string  `default:"auto" help:"auto (the best Vulkan device), an index, part of a name or a UUID."`
	TimeLimit seconds `default:"60s" help:"Measure for at most this long."`
	MaxSubmit seconds `default:"100ms" help:"Target device time of one submission."`

	inputFlags
}

// defaultSizes are the numbers of cities to measure if no instance is given, each in a size class
// of its own.
var defaultSizes = []int{200, 400, 800, 1600, 3200}

func (t *tuneCommand) Run(c console) (err error) {
	if t.Device == aco.DeviceCPU {
		return usageError{errors.New(
			"the sequential reference has no kernel configurations to choose from: tune a device")}
	}
	ctx, stop := untilInterrupted()
	defer stop()
	inputs, err := t.inputs(ctx, c)
	if err != nil {
		return err
	}
	announceValidation(c.messages)
	device, err := emulateFlags{}.openDevice(measuredDevice(t.Device), openOptions{})
	if err != nil {
		return err
	}
	defer deviceSet{device}.closeAfter(&err)
	if vkdevice.Of(device) == nil {
		return fmt.Errorf("%w: %s", errNoDevice, device.Notice())
	}
	limited, cancel := context.WithTimeout(ctx, time.Duration(t.TimeLimit))
	defer cancel()
	for i, input := range inputs {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		if err := t.measure(limited, c, input, device); err != nil {
			return err
		}
		if limited.Err() != nil {
			break
		}
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	return nil
}

func (t *tuneCommand) inputs(ctx context.Context, c console) ([]*format.Input, error) {
	if t.File == "" && t.inputFlags != (inputFlags{Format: auto, Metric: auto, roadFlags: roadFlags{Minimize: auto}}) {
		return nil, usageError{errors.New(
			"--format, --sheet, --columns, --crs, --metric, --matrix, --roads and --minimize describe a file, and none is given")}
	}
	if t.File != "" {
		input, err := t.readAndWarn(ctx, c, t.File)
		return []*format.Input{input}, err
	}
	var inputs []*format.Input
	for _, cities := range defaultSizes {
		instance, err := generate.Instance("uniform", cities, int64(cities))
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, &format.Input{Instance: instance, Format: format.TSPLIB})
	}
	return inputs, nil
}

// measure searches with one instance, prints the measurements and stores the fastest
// configuration.
func (t *tuneCommand) measure(ctx context.Context, c console, input *format.Input, device *aco.Device) error {
	instance := input.Instance
	options := classic.Options{Parameters: classicmodel.AntSystem(),
		Options: engine.Options{MaxSubmit: time.Duration(t.MaxSubmit)}}
	if t.Selection != auto {
		options.Parameters.Selection = classicmodel.Selection(t.Selection)
	}
	key, err := tune.KeyOf(instance, vkdevice.Of(device), options.Parameters)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: %d cities, %s, selection %s, on %s\n", instance.Name, instance.Dimension(),
		metricText(instance, input.Format), key.Selection, device.Name())
	outcome, err := tune.Search(ctx, instance, vkdevice.Of(device), options, tune.Outcome{})
	timedOut := ctx.Err() != nil && errors.Is(err, ctx.Err())
	if err != nil && !timedOut {
		return err
	}
	printMeasured(c.out, outcome)
	if timedOut {
		fmt.Fprintln(c.out, "the time limit ended the search before all configurations were measured")
		earlier, _ := tune.LoadCached(instance, vkdevice.Of(device), options.Parameters)
		if earlier.Complete || outcome.Kernel == (classic.KernelConfig{}) {
			return nil // an earlier search had more time
		}
	}
	if err := tune.StoreCached(instance, vkdevice.Of(device), options.Parameters, outcome); err != nil {
		fmt.Fprintf(c.messages, "aco-vk: the measurements cannot be stored; later runs use defaults: %v\n", err)
		return nil
	}
	fmt.Fprintf(c.out, "stored for %d to %d cities: %s\n", key.From, key.To, tune.Describe(outcome.Kernel))
	return nil
}

// printMeasured prints a table of the measured configurations; a * marks the chosen ones.
func printMeasured(out io.Writer, outcome tune.Outcome) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, m := range outcome.Measured {
		what := m.Fault
		if what == "" {
			what = fmt.Sprintf("%.4f ms", m.MS)
		}
		mark := " "
		if m.Chosen {
			mark = "*"
		}
		fmt.Fprintf(table, "%s %s\t%s\t%s\n", mark, m.Axis, m.Value, what)
	}
	table.Flush()
}
