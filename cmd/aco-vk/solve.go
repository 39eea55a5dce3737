package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

type solveCommand struct {
	File string `arg:"" help:"Instance: a TSPLIB file, a CSV file of coordinates (x,y or lat,lon), - for standard input, or gen:KIND:CITIES:SEED (uniform, clustered or grid)."`

	Algorithm string  `enum:"as" default:"as" group:"Algorithm" help:"as: Ant System (Dorigo et al. 1996) as Zhou et al. 2017 run it."`
	Ants      int     `default:"0" group:"Algorithm" help:"Number of ants; 0: one for each city."`
	Alpha     float64 `default:"1" group:"Algorithm" help:"Exponent of the pheromone, a multiple of 0.5."`
	Beta      float64 `default:"2" group:"Algorithm" help:"Exponent of the inverse distance, a multiple of 0.5."`
	Rho       float64 `default:"0.5" group:"Algorithm" help:"Share of the pheromone that evaporates in an iteration."`
	Selection string  `enum:"auto,scan,trial,near" default:"auto" group:"Algorithm" help:"How an ant chooses its next city; auto: near."`
	Trials    int     `default:"0" group:"Algorithm" help:"Draws of a step with selection trial; 0: 16."`
	Seed      uint64  `default:"1" group:"Algorithm" help:"Seed of the random numbers."`

	Iterations int     `group:"stop" help:"Stop after so many iterations."`
	TimeLimit  seconds `group:"stop" help:"Stop after so much time, everything included: seconds, or 1m30s."`
	Target     int64   `group:"stop" help:"Stop at a tour of this length or shorter."`
	Stall      int     `group:"stop" help:"Stop after so many iterations without improvement."`

	Device    string  `default:"auto" group:"Device" help:"auto (the best GPU, else a software device, else cpu), an index, part of a name, a UUID, or cpu (the sequential reference)."`
	MaxSubmit seconds `default:"100ms" group:"Device" help:"Device time that one submission aims at; one step of all ants may take longer."`
	Distances string  `enum:"auto,matrix,coordinates" default:"auto" group:"Device" help:"Where a device takes the lengths of tours from, the same lengths: matrix, of all distances; coordinates, by which it computes them (EUC_2D, CEIL_2D, MAN_2D and MAX_2D), so that larger instances fit; auto: the matrix where it fits."`

	TourFile string `name:"tour" placeholder:"FILE" group:"Output" help:"Write the tour in TSPLIB's format; - for standard output."`
	JSON     string `name:"json" placeholder:"FILE" group:"Output" help:"Write the report, described in docs/report.md; - for standard output."`
	Quiet    bool   `short:"q" group:"Output" help:"No progress and no summary."`
	DryRun   bool   `group:"Output" help:"Print the device and the memory that the run would take, and stop."`
}

const (
	// selectionAuto leaves the selection to the number of cities.
	selectionAuto = "auto"
	// distancesAuto leaves it to the device's memory where distances come from.
	distancesAuto = "auto"
)

func (s *solveCommand) options(started time.Time) (aco.Options, error) {
	if s.Ants < 0 || s.Iterations < 0 || s.Target < 0 || s.Stall < 0 {
		return aco.Options{}, usageError{fmt.Errorf("ants, iterations, target and stall are not negative")}
	}
	parameters := problem.Parameters{Ants: s.Ants, Alpha: s.Alpha, Beta: s.Beta, Rho: s.Rho, Seed: s.Seed, Trials: s.Trials}
	if s.Selection != selectionAuto {
		parameters.Selection = problem.Selection(s.Selection)
	}
	form := aco.Form{}
	if s.Distances != distancesAuto {
		form.Distances = aco.Distances(s.Distances)
	}
	return aco.Options{
		Parameters: parameters, Form: form, Iterations: s.Iterations, TimeLimit: time.Duration(s.TimeLimit), Target: s.Target,
		Stall: s.Stall, MaxSubmit: time.Duration(s.MaxSubmit), Started: started,
	}.WithDefaults(), nil
}

func (s *solveCommand) Run(c console) (err error) {
	options, err := s.options(time.Now())
	if err != nil {
		return err
	}
	if err := s.differentFiles(); err != nil {
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
	instance, err := readInstance(c, s.File)
	if err != nil {
		return err
	}
	on, err := openDevice(s.Device)
	if err != nil {
		return err
	}
	defer on.closeAfter(&err)
	talk := c.talk
	if s.Quiet {
		talk = io.Discard
	}
	if on.remark != "" {
		fmt.Fprintf(talk, "aco-vk: %s\n", on.remark)
	}
	if s.DryRun {
		return dryRun(c, instance, on, keptForms(talk, instance, on, options))
	}
	result, err := s.solve(talk, instance, on, options)
	if err != nil {
		return err
	}
	return s.write(c, instance, on, result, tourFile, jsonFile)
}

// differentFiles refuses to write two things into one file, or into the file that is read.
func (s *solveCommand) differentFiles() error {
	pairs := [][2]string{{s.TourFile, s.JSON}}
	if s.File != standard { // where two streams are called the same
		pairs = append(pairs, [2]string{s.File, s.TourFile}, [2]string{s.File, s.JSON})
	}
	for _, pair := range pairs {
		if sameFile(pair[0], pair[1]) {
			return usageError{fmt.Errorf("%s would be overwritten: the instance, --tour and --json are different files", pair[1])}
		}
	}
	return nil
}

// solve runs until a rule holds or the user ends it. A second signal ends the process at once.
func (s *solveCommand) solve(talk io.Writer, instance *tsp.Instance, on chosen, options aco.Options) (*aco.Result, error) {
	ctx, stop := untilInterrupted()
	defer stop()
	known := knownLength(instance, math.MaxInt64)
	fmt.Fprintf(talk, "%s: %d cities, %s, on %s\n", instance.Name, instance.Dimension(), instance.Metric, on.name())
	options, err := forms(ctx, talk, instance, on, options)
	if err != nil {
		return nil, err
	}
	line := newProgressLine(talk, known, options)
	defer line.done()
	return aco.Solve(ctx, instance, on.device, options, line.update)
}

// write hands out what was found. The tour comes first: it is what the time went into.
func (s *solveCommand) write(c console, instance *tsp.Instance, on chosen, result *aco.Result, tourFile, jsonFile output) error {
	comment := fmt.Sprintf("Length %d", result.Length)
	err := tourFile.write(func(w io.Writer) error { return tsp.WriteTour(w, instance.Name, comment, result.Tour) })
	if err != nil {
		return err
	}
	report, err := newReport(instance, on, result)
	if err != nil {
		return err
	}
	err = jsonFile.write(func(w io.Writer) error { return json.NewEncoder(w).Encode(report) })
	if err != nil {
		return err
	}
	if !s.Quiet {
		out := c.out
		if s.TourFile == standard || s.JSON == standard {
			out = c.talk
		}
		summary(out, instance, result, s.TourFile)
	}
	if result.Stop == aco.StopInterrupted {
		return errInterrupted
	}
	return nil
}

// summary tells the result in a few lines.
func summary(out io.Writer, instance *tsp.Instance, result *aco.Result, tourFile string) {
	fmt.Fprintf(out, "length      %d", result.Length)
	if known := knownLength(instance, result.Length); known > 0 {
		fmt.Fprintf(out, " (%s over the best known, %d)", gap(result.Length, known), known)
	}
	if result.Trace[len(result.Trace)-1].Iteration == 0 {
		fmt.Fprint(out, ", the nearest-neighbour tour's")
		if result.AntsBest > 0 {
			fmt.Fprintf(out, "; the ants' best is %d", result.AntsBest)
		}
	}
	fmt.Fprintf(out, "\niterations  %d in %.2f s\nstopped by  %s\n", result.Iterations, result.Wall.Seconds(), result.Stop)
	if tourFile != "" && tourFile != standard {
		fmt.Fprintf(out, "tour        %s\n", tourFile)
	}
}

// name is the device as people know it.
func (c chosen) name() string {
	if c.device == nil {
		return "the processor (sequential reference)"
	}
	return c.device.Info().Name
}

// dryRun prints the plan of a run.
func dryRun(c console, instance *tsp.Instance, on chosen, options aco.Options) error {
	plan, err := aco.PlanFor(instance, on.device, options)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: %d cities, %s, on %s\n%s\n", instance.Name, instance.Dimension(), instance.Metric, on.name(), plan)
	return nil
}
