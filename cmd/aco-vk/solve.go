package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

type solveCommand struct {
	File string `arg:"" help:"Instance: a TSPLIB file, a CSV file of coordinates (x,y or lat,lon), - for standard input, or gen:KIND:CITIES:SEED (uniform, clustered or grid)."`

	Preset    string  `placeholder:"NAME" group:"Algorithm" help:"A system of a paper, its parameters and its form, as aco-vk presets lists them. --ants and --seed go with it; flags that say what it says do not."`
	Algorithm string  `enum:"as" default:"as" group:"Algorithm" help:"as: Ant System (Dorigo et al. 1996) as Zhou et al. 2017 run it."`
	Ants      int     `default:"0" group:"Algorithm" help:"Number of ants; 0: one for each city."`
	Alpha     float64 `default:"1" group:"Algorithm" help:"Exponent of the pheromone, a multiple of 0.5."`
	Beta      float64 `default:"2" group:"Algorithm" help:"Exponent of the inverse distance, a multiple of 0.5."`
	Rho       float64 `default:"0.5" group:"Algorithm" help:"Share of the pheromone that evaporates in an iteration."`
	Selection string  `enum:"auto,${selections}" default:"auto" group:"Algorithm" help:"How an ant chooses its next city. By roulette over all unvisited cities: scan, or tile (the same tours, by tiles). By roulette over a list of them: compress, cursor, or cursor-tile (the tours of cursor, by tiles). By some draws from all cities and, where none is unvisited, by scan: trial, or hybrid (with compress at the end). Nearest cities apart from the others, then compress: near. Not in proportion to pheromone and nearness, heavy cities win more often: iroulette, by the largest product of weight and a random number; tiled, by the heaviest of a city drawn in each tile. auto: near."`
	Trials    int     `default:"0" group:"Algorithm" help:"Draws of a step; 0: 16 with selection trial, 8 with hybrid, 31 with near."`
	Rest      int     `default:"0" group:"Algorithm" help:"Unvisited cities from which on hybrid and near keep them as a list; 0: 15% of the cities with hybrid, 128 or an eighth with near."`
	Tile      int     `default:"0" group:"Algorithm" help:"Cities of a tile with selection tiled; 0: 128."`
	Deposit   string  `enum:"auto,atomic,atomic-tiled,reduction,gather-tiled,gather,rows" default:"auto" group:"Form" help:"How a device adds up the ants' pheromone: atomic, atomic-tiled, reduction (of symmetric instances), gather-tiled and gather, versions 2, 1, 3, 4 and 5 of Cecilia et al. 2013, of which the last three look for every edge in every tour; rows, as in Uchida et al. 2014; auto: what was measured, else atomic."`
	Seed      uint64  `default:"1" group:"Algorithm" help:"Seed of the random numbers."`

	Mapping string `enum:"auto,group,task" default:"auto" group:"Form" help:"What stands for an ant on the device: group, a work-group; task, an invocation (Cecilia et al. 2013), with selection scan alone; auto: what was measured, else group."`
	Search  string `enum:"auto,guide,kary" default:"auto" group:"Form" help:"How a draw of selections trial and hybrid finds its city: guide, from where a table says; kary, by a subgroup together (Uchida et al. 2014); auto: what was measured, else guide."`

	Iterations int     `group:"stop" help:"Stop after so many iterations."`
	TimeLimit  seconds `group:"stop" help:"Stop after so much time, everything included: seconds, or 1m30s."`
	Target     int64   `group:"stop" help:"Stop at a tour of this length or shorter."`
	Stall      int     `group:"stop" help:"Stop after so many iterations without improvement."`

	Device    string  `default:"auto" group:"Device" help:"auto (the best GPU, else a software device, else cpu), an index, part of a name, a UUID, or cpu (the sequential reference)."`
	Dispatch  string  `enum:"auto,${dispatches}" default:"auto" group:"Form" help:"How the steps of a tour are dispatched: all, as many as fit a submission; one, each alone; dynamic, each alone in work-groups that fit the unvisited cities; blocks, those that have work-groups of one such size together. dynamic and blocks need a selection that keeps a list: compress, cursor, cursor-tile or hybrid; auto: what was measured, else all."`
	MaxSubmit seconds `default:"100ms" group:"Device" help:"Device time that one submission aims at; one step of all ants may take longer."`
	Distances string  `enum:"auto,matrix,coordinates" default:"auto" group:"Form" help:"Where a device takes the lengths of tours from: matrix, of all distances; coordinates, by which it computes them (EUC_2D, CEIL_2D, MAN_2D and MAX_2D), so that larger instances fit; auto: what was measured, else the matrix where it fits."`

	TourFile string `name:"tour" placeholder:"FILE" group:"Output" help:"Write the tour in TSPLIB's format; - for standard output."`
	JSON     string `name:"json" placeholder:"FILE" group:"Output" help:"Write the report, described in docs/report.md; - for standard output."`
	Quiet    bool   `short:"q" group:"Output" help:"No progress and no summary."`
	DryRun   bool   `group:"Output" help:"Print the device and the memory that the run would take, and stop."`
}

// selectionAuto leaves the selection to the program.
const selectionAuto = "auto"

// joined lists what a flag can be set to.
func joined[T ~string](all []T) string {
	var list []string
	for _, name := range all {
		list = append(list, string(name))
	}
	return strings.Join(list, ",")
}

func (s *solveCommand) options(started time.Time) (aco.Options, error) {
	if s.Ants < 0 || s.Iterations < 0 || s.Target < 0 || s.Stall < 0 {
		return aco.Options{}, usageError{fmt.Errorf("ants, iterations, target and stall are not negative")}
	}
	parameters := problem.Parameters{
		Ants: s.Ants, Alpha: s.Alpha, Beta: s.Beta, Rho: s.Rho, Seed: s.Seed, Trials: s.Trials, Rest: s.Rest, Tile: s.Tile,
	}
	if s.Selection != selectionAuto {
		parameters.Selection = problem.Selection(s.Selection)
	}
	form := aco.Form{
		Mapping: chosenForm[aco.Mapping](s.Mapping), Dispatch: chosenForm[aco.Dispatch](s.Dispatch), Search: chosenForm[aco.Search](s.Search),
		Deposit: chosenForm[aco.Deposit](s.Deposit), Distances: chosenForm[aco.Distances](s.Distances),
	}
	return aco.Options{
		Parameters: parameters, Form: form, Iterations: s.Iterations, TimeLimit: time.Duration(s.TimeLimit), Target: s.Target,
		Stall: s.Stall, MaxSubmit: time.Duration(s.MaxSubmit), Started: started,
	}.WithDefaults(), nil
}

func (s *solveCommand) Run(c console, line *kong.Context) (err error) {
	options, err := s.options(time.Now())
	if err != nil {
		return err
	}
	if err := s.takePreset(line, &options); err != nil {
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
		if s.Preset == "" {
			options = keptForms(talk, instance, on, options)
		}
		return dryRun(c, instance, on, options)
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
	if s.Preset == "" { // a paper's system is run as it stands
		var err error
		if options, err = forms(ctx, talk, instance, on, options); err != nil {
			return nil, err
		}
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
	report, err := newReport(instance, on, s.Preset, result)
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
