package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/statistics"
	"github.com/aco-vk/aco-vk/internal/wording"
	"github.com/aco-vk/aco-vk/tsp"
)

// checkSeeds returns an error if --seeds is used with a flag that is for a single run.
func (s *solveCommand) checkSeeds() error {
	if s.Seeds < 0 {
		return usagef("--seeds: %d is negative", s.Seeds)
	}
	for _, single := range []struct {
		flag  string
		given bool
	}{
		{"--checkpoint", s.Checkpoint != ""}, {"--resume", s.Resume != ""}, {"--replay", s.Replay != ""},
		{"--stay-close", s.StayClose != ""}, {"--watch", s.Watch}, {"--trails", s.Trails != ""},
	} {
		if s.Seeds > 0 && single.given {
			return usagef("--seeds with %s: %s is for a single run; leave one of them out", single.flag, single.flag)
		}
	}
	return nil
}

// seedSeries runs once for each seed.
type seedSeries struct {
	*solveCommand
	c        console
	parsed   *kong.Context
	instance *tsp.Instance
	devices  deviceSet
	line     *progressLine
	rows     *statisticsFile // nil: none

	runs []reportRun
	best *aco.Result // shortest tour of all runs; of equal ones the first
}

// run runs the seeds one after the other and writes the best result. A run that is interrupted or
// fails is the last one.
func (s *seedSeries) run(ctx context.Context, options aco.Options, files *resultFiles) error {
	first, ended := uint64(1), error(nil)
	if s.Seed != nil {
		first = *s.Seed
	}
	options.Reserve = 0 // the files are written after the last run
	for i := 0; i < s.Seeds && ended == nil; i++ {
		seed := first + uint64(i)
		options.Seed, options.Started = &seed, time.Now()
		s.rows.receive(&options)
		s.line.nextRun(fmt.Sprintf("seed %d  ", seed), i > 0)
		result, err := s.solve(ctx, s.instance, options, s.line)
		if err != nil {
			ended = withFlagNames(s.parsed, err)
			break
		}
		reportLost(s.c.messages, result.Devices)
		s.add(result)
		ended = runError(result)
	}
	unwritten := s.rows.close(s.best)
	if s.best == nil {
		return ended
	}
	contradiction := s.line.bound.finish(s.best.Length)
	report := func() *report {
		r := newReport(s.instance, s.devices, s.best, s.line.bound.least(s.instance, s.best))
		r.Seeds, r.InitialTour = s.statistics(), s.InitialTour
		return r
	}
	written, err := s.writeFiles(s.c, s.line, s.best, report, files)
	if !s.Quiet {
		s.summarize(written)
		s.line.bound.print(s.summaryWriter(s.c), s.instance, s.best)
	}
	return cmp.Or(err, ended, contradiction, unwritten)
}

// add adds a run and prints its line.
func (s *seedSeries) add(result *aco.Result) {
	if s.best == nil || result.Length < s.best.Length {
		s.best = result
	}
	run := reportRun{
		Seed: result.Seed, Length: result.Length, Iterations: result.Iterations, WallS: result.Elapsed.Seconds(),
		LastImprovementS: result.Trace[len(result.Trace)-1].Elapsed.Seconds(), StopReason: result.Stop,
		Trace: newTrace(result.Trace),
	}
	s.runs = append(s.runs, run)
	if s.Quiet {
		return
	}
	out, percent := s.summaryWriter(s.c), ""
	if result.Reference > 0 {
		percent = wording.Gap(result.Length, result.Reference)
	}
	if len(s.runs) == 1 {
		fmt.Fprintf(out, "%6s  %12s  %8s  %9s  %19s  %10s  %s\n", "seed", "length", "gap", "time",
			"last improvement at", "iterations", "stopped by")
	}
	fmt.Fprintf(out, "%6d  %12s  %8s  %7.2f s  %17.2f s  %10d  %s\n",
		run.Seed, s.instance.Unit.FormatValue(result.UnitLength), percent, run.WallS, run.LastImprovementS,
		run.Iterations, run.StopReason)
}

// statistics returns all runs, and statistics of the runs that a stop rule ended.
func (s *seedSeries) statistics() *reportSeeds {
	r := &reportSeeds{Runs: s.runs, BestLength: s.best.Length}
	var lengths []int64
	for _, run := range s.runs {
		if run.completed() {
			lengths = append(lengths, run.Length)
		}
	}
	r.Completed = len(lengths)
	mean, deviation := statistics.MeanDeviation(lengths)
	if r.Completed > 0 {
		r.MeanLength = &mean
	}
	if r.Completed > 1 {
		r.Deviation = &deviation
	}
	if known := float64(s.best.Reference); known > 0 {
		best := 100 * (float64(r.BestLength)/known - 1)
		r.BestPercent = &best
		if r.Completed > 0 {
			percent := 100 * (mean/known - 1)
			r.MeanPercent = &percent
		}
	}
	return r
}

// summarize prints the best length, the mean and the standard deviation.
func (s *seedSeries) summarize(written bool) {
	out, r, unit := s.summaryWriter(s.c), s.statistics(), s.instance.Unit
	fmt.Fprintf(out, "best        %s, seed %d", unit.FormatValue(s.best.UnitLength), s.best.Seed)
	if r.BestPercent != nil {
		fmt.Fprintf(out, " (%.2f%% over the best known, %d)", *r.BestPercent, s.best.Reference)
	}
	if r.MeanLength != nil {
		fmt.Fprintf(out, "\nmean        %s", unit.FormatMean(*r.MeanLength))
	}
	if r.MeanPercent != nil {
		fmt.Fprintf(out, " (%.2f%% over the best known)", *r.MeanPercent)
	}
	if r.Deviation != nil {
		fmt.Fprintf(out, "\ndeviation   %s in %d runs", unit.FormatMean(*r.Deviation), r.Completed)
	}
	fmt.Fprintln(out)
	if written && s.TourFile != "" && s.TourFile != standard {
		fmt.Fprintf(out, "tour        %s\n", s.TourFile)
	}
}

// reportSeeds has the runs of several seeds. It is in the report of the best run.
type reportSeeds struct {
	Runs        []reportRun `json:"runs"`
	Completed   int         `json:"completed"` // runs that a stop rule ended; the mean and the deviation are of these
	BestLength  int64       `json:"best_length"`
	MeanLength  *float64    `json:"mean_length,omitempty"`        // nil without a completed run
	Deviation   *float64    `json:"standard_deviation,omitempty"` // of the sample; nil with fewer than two completed runs
	BestPercent *float64    `json:"best_error_percent,omitempty"` // over the best known length
	MeanPercent *float64    `json:"mean_error_percent,omitempty"`
}

// reportRun is one of several runs.
type reportRun struct {
	Seed             uint64         `json:"seed"`
	Length           int64          `json:"length"`
	Iterations       int            `json:"iterations"`
	WallS            float64        `json:"wall_s"`
	LastImprovementS float64        `json:"last_improvement_s"` // since the start of the run
	StopReason       aco.StopReason `json:"stop_reason"`
	Trace            []reportTrace  `json:"trace"`
}

// completed reports whether a stop rule ended the run.
func (r reportRun) completed() bool {
	return r.StopReason != aco.StopInterrupted && r.StopReason != aco.StopFailure
}
