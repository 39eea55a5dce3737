package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/wording"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// write writes the tour, the report and the summary. It returns the error that sets the exit code.
func (s *solveCommand) write(
	c console, line *progressLine, result *aco.Result, report func() *report, files *resultFiles,
) error {
	reportLost(c.messages, result.Devices)
	written, err := s.writeFiles(c, line, result, report, files)
	if !s.Quiet {
		s.summarize(c, line.instance, result, written, files)
	}
	if err != nil {
		return err
	}
	if s.Checkpoint != "" && result.Algorithm == aco.AlgorithmExhaustive && !s.Quiet {
		fmt.Fprintln(c.messages, "aco-vk: all tours were compared: no checkpoint was written")
	}
	if result.CheckpointErr != nil {
		fmt.Fprintf(c.messages,
			"aco-vk: the last checkpoint could not be written; %s is older than the end of the run: %v\n", s.Checkpoint,
			result.CheckpointErr)
	}
	if err := runError(result); err != nil || result.CheckpointErr == nil {
		return err
	}
	return errReported
}

// runError returns why a run ended before a stop rule did, nil if a rule ended it.
func runError(result *aco.Result) error {
	switch {
	case result.Failure != nil:
		return fmt.Errorf("the run ended early, with the best tour that was verified: %w", result.Failure)
	case result.Stop == aco.StopInterrupted:
		return errInterrupted
	}
	return nil
}

// writeFiles writes the tour and the report, and reports whether the tour was written. It writes
// the tour first, because that is what the user needs most.
func (s *solveCommand) writeFiles(
	c console, line *progressLine, result *aco.Result, makeReport func() *report, files *resultFiles,
) (written bool, err error) {
	instance := line.instance
	line.begin("writing")
	began := time.Now()
	comment := fmt.Sprintf("Length %s", instance.Unit.FormatValue(result.UnitLength))
	if result.Path != nil {
		comment += ", " + describePath(instance, result.Tour)
	}
	writeTour := func(w io.Writer) error { return tsplib.WriteTour(w, result.Tour, instance.Name, comment) }
	unwritten := files.tour.write(writeTour)
	routes := files.writeRoutes(result)
	files.wrote = time.Since(began)
	fill := func() *report {
		filled := makeReport()
		filled.Timings.ReadS, filled.Timings.WriteS = files.read.Seconds(), files.wrote.Seconds()
		return filled
	}
	err = files.json.write(func(w io.Writer) error { return json.NewEncoder(w).Encode(fill()) })
	if files.archive.name != "" {
		err = errors.Join(err, s.writeArchive(files.archive, instance, fill(), writeTour))
	}
	line.done()
	if unwritten != nil || (err != nil || routes != nil) && files.tour.name == "" {
		rescue(c.messages, writeTour)
	}
	return unwritten == nil, errors.Join(unwritten, routes, err)
}

// reportLost prints which devices failed while others continued the run.
func reportLost(messages io.Writer, devices []aco.DeviceResult) {
	for i, d := range devices {
		switch {
		case d.Lost == nil || len(devices) == 1: // a run without devices has ended, with result.Failure
		case d.Lost.InSetup:
			fmt.Fprintf(messages,
				"aco-vk: %s, --device number %d, failed before the first iteration; the other devices run its colonies: %v\n", d.Name, i+1, d.Lost.Err)
		case d.Lost.Shared:
			fmt.Fprintf(messages,
				"aco-vk: %s, --device number %d, failed after %.1f s and %d iterations; the other devices have the same tour and run its ants: %v\n",
				d.Name, i+1, d.Lost.Elapsed.Seconds(), d.Lost.Iteration, d.Lost.Err)
		default:
			fmt.Fprintf(messages,
				"aco-vk: %s, --device number %d, failed after %.1f s and iteration %d of its colonies; the run keeps its last verified tours: %v\n",
				d.Name, i+1, d.Lost.Elapsed.Seconds(), d.Lost.Iteration, d.Lost.Err)
		}
	}
}

// summarize prints the result in a few lines, with advice.
func (s *solveCommand) summarize(
	c console, instance *tsp.Instance, result *aco.Result, written bool, files *resultFiles,
) {
	out := s.summaryWriter(c)
	tourFile := s.TourFile
	if !written {
		tourFile = ""
	}
	if poor := poorFirstTour(result); poor != "" {
		fmt.Fprintf(c.messages, "aco-vk: the time was too short for the greedy first tour: the tour %s; give the run more time\n", poor)
	}
	summary(out, instance, files.input.Format, result, tourFile)
	if times := longTimes(result, files); times != "" {
		fmt.Fprintf(out, "times       %s\n", times)
	}
	if written {
		s.printRoutes(out)
	}
	if n := len(result.Resumed); n > 0 && result.Resumed[n-1] == result.Iterations &&
		result.Stop != aco.StopInterrupted && result.Failure == nil {
		fmt.Fprintln(c.messages,
			"aco-vk: no iteration was added: the run had already ended; to continue it, give a larger --iterations or --time-limit, which count from the start of the run")
	}
}

// summaryWriter returns where the summary goes: to the messages if standard output has the tour
// or the report.
func (s *solveCommand) summaryWriter(c console) io.Writer {
	if s.TourFile == standard || s.JSON == standard {
		return c.messages
	}
	return c.out
}

// summary prints the length of the result, and what the run has taken. Of places it leaves out how the
// solver works.
func summary(out io.Writer, instance *tsp.Instance, from format.Format, result *aco.Result, tourFile string) {
	unit := instance.Unit
	fmt.Fprintf(out, "length      %s", unit.FormatValue(result.UnitLength))
	if result.Reference > 0 {
		fmt.Fprintf(out, " (%s over the best known, %d)", wording.Gap(result.Length, result.Reference), result.Reference)
	}
	if result.Path != nil {
		fmt.Fprintf(out, ", %s", describePath(instance, result.Tour))
	}
	last := result.Trace[len(result.Trace)-1]
	found := len(result.Trace) > 1 || last.Iteration > 0 || last.Recombined
	if !found && result.Stop != aco.StopOptimal {
		fmt.Fprintf(out, ", the length of the %s tour", firstTourName(result.FirstTour))
		if classic, ok := result.Method.(*aco.ClassicResult); ok && classic.AntsBest > result.Length {
			fmt.Fprintf(out, "; the best tour of an ant has %s", unit.Format(classic.AntsBest))
		}
	}
	if found {
		fmt.Fprintf(out, "\nfound       after %.2f s", last.Elapsed.Seconds())
	}
	if found && from == format.TSPLIB {
		fmt.Fprintf(out, ", by %s", finder(result.Algorithm, last))
	}
	if c := result.StayClose; c != nil {
		fmt.Fprintf(out, "\nnew legs    %d, at %s each", c.NewLegs, unit.Format(c.Price))
	}
	if len(result.Colonies) > 1 && from == format.TSPLIB {
		fmt.Fprintf(out, "\ncolonies    %s", colonyLengths(unit, result))
	}
	fmt.Fprintf(out, "\niterations  %d in %.2f s\nstopped by  %s\n", result.Iterations, result.Elapsed.Seconds(),
		stopText(instance, result))
	if tourFile != "" && tourFile != standard {
		fmt.Fprintf(out, "tour        %s\n", tourFile)
	}
}

// stopText returns the stop reason of a result, with an explanation if it is no flag.
func stopText(in *tsp.Instance, result *aco.Result) string {
	switch result.Stop {
	case aco.StopIdle:
		return "idle: no shorter tour is to be expected"
	case aco.StopOptimal:
		return "optimal: " + wording.Optimal(toursText(in, result), withinText(in.Unit, result.Within), result.StayClose != nil)
	}
	return string(result.Stop)
}

// toursText names the tours that a run has compared.
func toursText(in *tsp.Instance, result *aco.Result) string {
	what, given, fixed := "tour", 0, len(in.Fixed) > 0
	if result.Path != nil {
		what = "open path"
		for _, end := range result.Path {
			if end != tsp.FreeEnd {
				given++
			}
		}
	}
	with := []string{"", " with the same end", " with the same ends"}[given]
	switch {
	case fixed && given > 0:
		with += " and the fixed legs"
	case fixed:
		with = " with the fixed legs"
	}
	return what + with
}

// withinText writes how much shorter a tour can be, "" for 0.
func withinText(unit tsp.Unit, within float64) string {
	if within == 0 {
		return ""
	}
	return unit.FormatValue(within)
}

// longTimes returns the times before and after the search, "" if all of them are short.
func longTimes(result *aco.Result, files *resultFiles) string {
	const long = time.Second
	if files.read < long && result.Setup-files.read < long && files.wrote < long {
		return ""
	}
	return fmt.Sprintf("reading %.1f s, set-up %.1f s, search %.1f s, writing %.1f s",
		files.read.Seconds(), max(0, result.Setup-files.read).Seconds(), max(0,
			result.Elapsed-result.Setup).Seconds(), files.wrote.Seconds())
}

// describePath describes an open path.
func describePath(instance *tsp.Instance, path tsp.Tour) string {
	return fmt.Sprintf("an open path from %s to %s", instance.CityText(path[0]),
		instance.CityText(path[len(path)-1]))
}

// finder returns what found a tour.
func finder(algorithm aco.Algorithm, tour aco.Improvement) string {
	switch {
	case tour.Recombined:
		return "recombination of the colonies' tours"
	case algorithm == aco.AlgorithmChained:
		return "kicks"
	}
	return "ants"
}

// colonyLengths returns the number of colonies and the range of their best lengths. Colonies of
// the default solver start each round from other tours, and the length of the run may be of an
// earlier round.
func colonyLengths(unit tsp.Unit, result *aco.Result) string {
	shortest, longest := int64(math.MaxInt64), int64(0)
	for _, c := range result.Colonies {
		if c.BestLength >= result.Length { // the others have no tour without forbidden legs
			shortest, longest = min(shortest, c.BestLength), max(longest, c.BestLength)
		}
	}
	if shortest > longest {
		return fmt.Sprintf("%d, all with forbidden legs in the last round", len(result.Colonies))
	}
	best := "best lengths"
	if result.Algorithm == aco.AlgorithmMerged {
		best = "best lengths of the last round"
	}
	if result.StayClose != nil {
		best += ", with the prices of new legs,"
	}
	return fmt.Sprintf("%d, %s %s to %s", len(result.Colonies), best, unit.Format(shortest), unit.Format(longest))
}

// poorFirstTour says what a run started from that had no time for a greedy tour, "" for other runs.
func poorFirstTour(result *aco.Result) string {
	_, classic := result.Method.(*aco.ClassicResult)
	switch {
	case result.FirstTour == aco.FirstCurve:
		return "follows a space-filling curve"
	case result.FirstTour == aco.FirstNearest && !classic:
		return "goes from each city to the nearest one that is left"
	}
	return ""
}

// firstTourName returns the name of the kind of first tour.
func firstTourName(first aco.FirstTour) string {
	switch first {
	case aco.FirstNearest:
		return "nearest-neighbour"
	case aco.FirstCurve:
		return "space-filling curve"
	}
	return string(first)
}
