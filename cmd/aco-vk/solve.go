package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

func (s *solveCommand) Run(c console, line *kong.Context) (err error) {
	started := time.Now()
	if err := s.checkAlgorithm(line); err != nil {
		return err
	}
	if err := s.differentFiles(); err != nil {
		return err
	}
	if err := s.checkCheckpoint(c, line); err != nil {
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
	talk := c.talk
	if s.Quiet {
		talk = io.Discard
	}
	var (
		instance *tsp.Instance
		resumed  *checkpoint.File // nil: a run begins
		options  classic.Options
		merged   *mergedRun
	)
	defer func() {
		if resumed != nil {
			resumed.Close()
		}
	}()
	on, err := s.openDevices(s.Device, func() (err error) {
		if instance, err = readInstance(c, s.File); err != nil {
			return err
		}
		if s.Resume != "" {
			if resumed, err = checkpoint.Open(s.Resume); err != nil {
				return err
			}
			if resumed.Header.Algorithm == algorithmMerged {
				merged, err = s.resumeMerged(line, resumed, started, instance)
				return err
			}
			if options, err = s.resume(line, resumed, started); err != nil {
				return err
			}
			return s.keep(&options)
		}
		if merged, err = s.merged(line, started, instance); err != nil || merged != nil {
			return err
		}
		if options, err = s.options(started, instance.Dimension()); err != nil {
			return err
		}
		if err := s.takePreset(line, &options); err != nil {
			return err
		}
		return s.keep(&options)
	})
	if err != nil {
		return err
	}
	defer on.closeAfter(&err)
	on.remarks(talk)
	if merged != nil {
		err := merged.run(c, talk, on, tourFile, jsonFile)
		var tooLarge *pipeline.TooLargeError
		if s.Algorithm != auto || s.Resume != "" || !errors.As(err, &tooLarge) {
			return err
		}
		// Devices there are whose shaders work on too few buffers for merged ants.
		fmt.Fprintf(c.talk, "aco-vk: not merged ants, but the best of the other algorithms: %s\n", tooLarge.Reason())
		if options, err = s.options(started, instance.Dimension()); err != nil {
			return err
		}
		if err := s.keep(&options); err != nil {
			return err
		}
	}
	if s.DryRun {
		if s.Preset == "" {
			options = keptForms(talk, instance, on, options)
		}
		return dryRun(c, instance, on, options)
	}
	result, err := s.solve(talk, instance, on, options)
	for err != nil && s.instead(on, c.talk, err) {
		result, err = s.solve(talk, instance, on, options)
	}
	if err != nil {
		return err
	}
	on.lost(c.talk, result.Devices, "whose tours until then count")
	report := func() (*report, error) { return newReport(instance, on, s.Preset, result) }
	err = s.write(c, instance, result, "nearest-neighbour", report, tourFile, jsonFile)
	return s.unkept(c, result, err)
}

// differentFiles refuses to write two things into one file, or into one that is read, but for what is made of it: a tour, a report or a
// checkpoint.
func (s *solveCommand) differentFiles() error {
	pairs := [][2]string{{s.TourFile, s.JSON}, {s.InitialTour, s.Checkpoint}, {s.Replay, s.Checkpoint}}
	for _, other := range []string{s.TourFile, s.JSON} {
		pairs = append(pairs, [2]string{s.Checkpoint, other}, [2]string{s.Resume, other})
	}
	if s.File != standard { // where two streams are called the same
		pairs = append(pairs, [2]string{s.File, s.TourFile}, [2]string{s.File, s.JSON}, [2]string{s.File, s.Checkpoint})
	}
	for _, pair := range pairs {
		if sameFile(pair[0], pair[1]) {
			return usageError{fmt.Errorf("%s would be overwritten: what is read, --tour, --json and --checkpoint are different files", pair[1])}
		}
	}
	return nil
}

// solve runs until a rule holds or the user ends it. A second signal ends the process at once.
func (s *solveCommand) solve(talk io.Writer, instance *tsp.Instance, on machines, options classic.Options) (*classic.Result, error) {
	ctx, stop := untilInterrupted()
	defer stop()
	known := knownLength(instance, math.MaxInt64)
	colonies := ""
	if number := max(options.Parameters.Colonies, len(on)); number > 1 {
		colonies = fmt.Sprintf(", %d colonies", number)
	}
	fmt.Fprintf(talk, "%s: %d cities, %s%s, on %s\n", instance.Name, instance.Dimension(), instance.Metric, colonies, on.name())
	if options.Resume != nil {
		fmt.Fprintf(talk, "gone on with from iteration %d\n", options.Resume.Iteration())
	}
	if s.Preset == "" { // a paper's system is run as it stands
		var err error
		if options, err = forms(ctx, talk, instance, on, options); err != nil {
			return nil, err
		}
	}
	line := newProgressLine(talk, known, options.TimeLimit)
	defer line.done()
	return classic.SolveOn(ctx, instance, on.devices(), options, line.update)
}

// write hands out what was found; first says what the first tour is. The tour comes first: it is what the time went into.
func (s *solveCommand) write(
	c console, instance *tsp.Instance, result *classic.Result, first string, report func() (*report, error), tourFile, jsonFile output,
) error {
	comment := fmt.Sprintf("Length %d", result.Length)
	writeTour := func(w io.Writer) error { return result.Tour.Write(w, instance.Name, comment) }
	unwritten := tourFile.write(writeTour)
	err := jsonFile.write(func(w io.Writer) error {
		filled, err := report()
		if err != nil {
			return err
		}
		return json.NewEncoder(w).Encode(filled)
	})
	if unwritten != nil || err != nil && tourFile.name == "" {
		rescue(c.talk, writeTour)
	}
	if !s.Quiet {
		out := c.out
		if s.TourFile == standard || s.JSON == standard {
			out = c.talk
		}
		written := s.TourFile
		if unwritten != nil {
			written = ""
		}
		summary(out, instance, result, first, written)
		if n := len(result.Resumed); n > 0 && result.Resumed[n-1] == result.Iterations && result.Stop != classic.StopInterrupted && result.Failure == nil {
			fmt.Fprintln(c.talk, "aco-vk: nothing was added: the run had come to its end; to go on, give it a later one by --iterations or --time-limit, which count from its beginning")
		}
	}
	switch err := errors.Join(unwritten, err); {
	case err != nil:
		return err
	case result.Failure != nil:
		return fmt.Errorf("the run ended early, with the best tour that is known to be right: %w", result.Failure)
	case result.Stop == classic.StopInterrupted:
		return errInterrupted
	}
	return nil
}

// summary tells the result in a few lines.
func summary(out io.Writer, instance *tsp.Instance, result *classic.Result, first, tourFile string) {
	fmt.Fprintf(out, "length      %d", result.Length)
	if known := knownLength(instance, result.Length); known > 0 {
		fmt.Fprintf(out, " (%s over the best known, %d)", gap(result.Length, known), known)
	}
	if result.Trace[len(result.Trace)-1].Iteration == 0 {
		fmt.Fprintf(out, ", the %s tour's", first)
		if result.AntsBest > 0 {
			fmt.Fprintf(out, "; the ants' best is %d", result.AntsBest)
		}
	}
	if len(result.Colonies) > 1 {
		shortest, longest := result.Colonies[0].BestLength, result.Colonies[0].BestLength
		for _, c := range result.Colonies {
			shortest, longest = min(shortest, c.BestLength), max(longest, c.BestLength)
		}
		fmt.Fprintf(out, "\ncolonies    %d, best lengths %d to %d", len(result.Colonies), shortest, longest)
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

// dryRun prints the plan of a run, device by device.
func dryRun(c console, instance *tsp.Instance, on machines, options classic.Options) error {
	plans, err := classic.PlansFor(instance, on.devices(), options)
	if err != nil {
		return err
	}
	printPlans(c, instance, on, plans)
	return nil
}

func printPlans(c console, instance *tsp.Instance, on machines, plans []pipeline.MemoryPlan) {
	for i, plan := range plans {
		fmt.Fprintf(c.out, "%s: %d cities, %s, on %s\n%s\n", instance.Name, instance.Dimension(), instance.Metric, on[i].name(), plan)
	}
}
