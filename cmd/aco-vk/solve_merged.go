package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	// tourTime and reportTime are what writing a city takes, of the tour's file and of the report.
	tourTime   = 40 * time.Nanosecond
	reportTime = 100 * time.Nanosecond
	// closing is what it takes to close a device, and the process with it.
	closing = 50 * time.Millisecond
)

// mergedRun is a run of merged ants on an instance.
type mergedRun struct {
	*solveCommand
	instance *tsp.Instance
	options  merged.Options
}

// merged returns the run that the flags ask for, nil where they ask for another algorithm.
func (s *solveCommand) merged(line *kong.Context, started time.Time, instance *tsp.Instance) (*mergedRun, error) {
	if s.Algorithm != algorithmMerged && !s.choosesMerged(line, instance) {
		return nil, nil
	}
	if s.Iterations < 0 || s.Target < 0 || s.Stall < 0 {
		return nil, usageError{fmt.Errorf("iterations, target and stall are not negative")}
	}
	o := merged.Options{
		Parameters: model.Recommended(instance.Dimension()), Iterations: s.Iterations, TimeLimit: time.Duration(s.TimeLimit), Target: s.Target,
		Stall: s.Stall, MaxSubmit: time.Duration(s.MaxSubmit), Started: started, After: s.after(instance), Checkpoint: s.checkpoint(),
	}
	o.Parameters.Colonies, o.Parameters.Windows, o.Parameters.Ants, o.Parameters.Seed = s.Colonies, s.Windows, s.Ants, s.Seed
	o.Parameters.Pheromone = unlessAuto[model.Pheromone](s.Pheromone)
	given(&o.Parameters.Candidates, s.Candidates)
	given(&o.Parameters.Kick, s.Kick)
	if s.Temperature != nil {
		o.Parameters.Temperature = *s.Temperature
	}
	if s.InitialTour != "" {
		tour, err := tsp.ReadTourFile(s.InitialTour)
		if err != nil {
			return nil, err
		}
		if err := tour.Validate(instance.Dimension()); err != nil {
			return nil, usageError{fmt.Errorf("%s is not a tour of %s: %w", s.InitialTour, instance.Name, err)}
		}
		o.InitialTour = tour
	}
	if s.Replay != "" {
		if err := s.repeat(line, instance, &o); err != nil {
			return nil, err
		}
	}
	return &mergedRun{s, instance, o}, nil
}

// after is what it takes to write a tour and a report, and to end.
func (s *solveCommand) after(instance *tsp.Instance) time.Duration {
	after, cities := closing, time.Duration(instance.Dimension())
	if s.TourFile != "" {
		after += cities * tourTime
	}
	if s.JSON != "" {
		after += cities * reportTime
	}
	return after
}

// choosesMerged says whether auto is merged ants: where no flag asks for something that they do not have.
func (s *solveCommand) choosesMerged(line *kong.Context, instance *tsp.Instance) bool {
	return s.Algorithm == auto && instance.Symmetric() && instance.Dimension() >= model.MinCities && flagOf(line, notOfMerged) == ""
}

// run plans or makes the run, and hands out what was found.
func (r *mergedRun) run(c console, talk io.Writer, on machines, tourFile, jsonFile output) error {
	if r.DryRun {
		plans, err := merged.PlansFor(r.instance, on.devices(), r.options)
		if err != nil {
			return err
		}
		printPlans(c, r.instance, on, plans)
		return nil
	}
	result, err := r.solve(talk, on)
	for err != nil && r.instead(on, c.talk, err) {
		result, err = r.solve(talk, on)
	}
	if errors.Is(err, context.Canceled) { // before the run was gone on with: its checkpoint stands
		return errInterrupted
	}
	if err != nil {
		return err
	}
	on.lost(c.talk, result.Devices, "of which counts what was found until tours were last copied from it")
	first := string(result.FirstTour)
	if result.FirstTour == model.StartCurve {
		first = "space-filling curve"
		fmt.Fprintln(talk, "the run ended before a better first tour was made than that along a space-filling curve; give it more time")
	}
	report := func() (*report, error) { return newMergedReport(r.instance, on, result) }
	return r.unkept(c, &result.Result, r.write(c, r.instance, &result.Result, first, report, tourFile, jsonFile))
}

// solve runs until a rule holds or the user ends it. A second signal ends the process at once.
func (r *mergedRun) solve(talk io.Writer, on machines) (*merged.Result, error) {
	ctx, stop := untilInterrupted()
	defer stop()
	o := r.options.WithDefaults()
	fmt.Fprintf(talk, "%s: %d cities, %s, merged ants, on %s\n", r.instance.Name, r.instance.Dimension(), r.instance.Metric, on.name())
	if o.Resume != nil {
		fmt.Fprintf(talk, "gone on with from iteration %d\n", o.Resume.Iteration())
	}
	line := newProgressLine(talk, knownLength(r.instance, math.MaxInt64), o.TimeLimit)
	defer line.done()
	return merged.Solve(ctx, r.instance, on.devices(), o, line.update)
}

// newMergedReport is the report of a run of merged ants.
func newMergedReport(instance *tsp.Instance, on machines, result *merged.Result) (*report, error) {
	r, err := newReport(instance, on, "", &result.Result)
	if err != nil {
		return nil, err
	}
	r.Instance.SHA256 = instance.SHA256()
	r.Algorithm, r.Parameters, r.Seed = algorithmMerged, result.Parameters, result.Parameters.Seed
	r.Schedule, r.FirstTour, r.FirstLength = &result.Schedule, result.FirstTour, result.FirstLength
	return r, nil
}
