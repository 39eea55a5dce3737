package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
)

// Run turns flags into options, solves, and writes the result.
func (s *solveCommand) Run(c console, parsed *kong.Context) (err error) {
	started := time.Now()
	if err := s.checkFiles(c); err != nil {
		return err
	}
	tourFile, err := newOutput(c, s.TourFile)
	if err != nil {
		return err
	}
	jsonFile, err := newOutput(c, s.JSON)
	if err != nil {
		return err
	}
	var (
		instance *tsp.Instance
		options  aco.Options
	)
	devices, err := s.openDevices(s.Device, func() (err error) {
		if instance, err = readInstance(c, s.File); err == nil {
			options, err = s.options(instance, started)
		}
		return err
	})
	if err != nil {
		return err
	}
	defer devices.closeAfter(&err)
	options.Devices = devices
	if s.DryRun {
		return withFlagNames(parsed, s.dryRun(c, instance, options))
	}
	result, err := s.solve(c, instance, options)
	if err != nil {
		return withFlagNames(parsed, err)
	}
	report := func() (*report, error) { return newReport(instance, devices, result) }
	return s.write(c, instance, result, report, tourFile, jsonFile)
}

// solve runs until a stop rule holds or the user interrupts. A second signal ends the process at once.
func (s *solveCommand) solve(c console, instance *tsp.Instance, options aco.Options) (*aco.Result, error) {
	ctx, stop := untilInterrupted()
	defer stop()
	messages := c.messages
	if s.Quiet {
		messages = io.Discard
	}
	line := newProgressLine(messages, c.messages, instance)
	defer line.done()
	options.Progress = line.update
	result, err := aco.Solve(ctx, instance, options)
	if errors.Is(err, context.Canceled) { // a run to resume was interrupted during its setup: the checkpoint is unchanged
		return nil, errInterrupted
	}
	return result, err
}

// dryRun prints the memory that the run would take of each device.
func (s *solveCommand) dryRun(c console, instance *tsp.Instance, options aco.Options) error {
	messages := c.messages
	if s.Quiet {
		messages = io.Discard
	}
	options.Progress = newProgressLine(messages, c.messages, instance).update
	plans, err := aco.Plan(instance, options)
	if err != nil {
		return err
	}
	what := fmt.Sprintf("%s: %d cities, %s", instance.Name, instance.Dimension(), instance.Metric)
	deviceSet(options.Devices).printPlans(c, what, plans)
	return nil
}
