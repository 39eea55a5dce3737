package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/study/experiment"
)

type experimentCommand struct {
	Plan    string   `arg:"" file:"read" help:"Plan in TOML, described in docs/experiments.md: algorithms or presets with values of parameters, instances, seeds and limits."`
	Output  string   `short:"o" placeholder:"FILE" file:"write" help:"File of rows, a JSON object on each line for each run. A run that has a row of this build of the program is not made again, so the same command continues an experiment that was interrupted. Default: the name of the plan with .jsonl."`
	CSV     string   `name:"csv" placeholder:"FILE" file:"write" help:"Also write the rows as a table at the end; - for standard output."`
	Archive string   `placeholder:"FILE" file:"write" help:"Also write a zip file with the plan, the rows and the instances at the end, which reproduce repeats."`
	Reports string   `placeholder:"DIR" xor:"reports" file:"folder" help:"Also write the report of each run to this folder, as solve --json does. The rows of merged and chained then have a command that repeats the run step by step, also if a clock has ended it."`
	Device  []string `default:"auto" sep:"none" placeholder:"DEVICE" help:"Device of the runs, as in solve. Given several times, the devices share the runs, and each makes one at a time. Runs of chained are on the processor."`
	Program string   `placeholder:"FILE" xor:"reports" file:"read" help:"Make each run with this executable of aco-vk, bin/aco-vk for example, in a process of its own. The time of a run is then the time of the process: it reads the instance and opens the device, too."`
	DryRun  bool     `help:"List the runs with the expected time, and stop."`
	Quiet   bool     `short:"q" help:"Print no progress and no summary. Warnings about data and errors are printed."`
	emulateFlags
}

// maxPlanBytes is the largest plan that is read.
const maxPlanBytes = 16 << 20

// AfterApply sets the file of rows that is not given.
func (e *experimentCommand) AfterApply() error {
	e.Output = cmp.Or(e.Output, strings.TrimSuffix(e.Plan, filepath.Ext(e.Plan))+".jsonl")
	return nil
}

// Run makes the runs of the plan that have no row.
func (e *experimentCommand) Run(c console) (err error) {
	ctx, stop := untilInterrupted()
	defer stop()
	if e.Output == standard {
		return usagef("%s: give the rows a file of their own with --output", e.Output)
	}
	if e.Reports != "" && !e.DryRun {
		if err := os.MkdirAll(e.Reports, 0o777); err != nil {
			return usageError{err}
		}
	}
	if e.Archive == standard {
		return usagef("--archive -: an archive is a file of its own; name a file")
	}
	table, err := newOutput(c, e.CSV)
	if err != nil {
		return err
	}
	archived, err := newOutput(c, e.Archive)
	if err != nil {
		return err
	}
	plan, err := e.readPlan()
	if err != nil {
		return err
	}
	study := &study{experimentCommand: e, c: c, plan: plan}
	if err := study.findExecutable(); err != nil {
		return err
	}
	runs, err := study.readInstances(ctx)
	if err == nil {
		err = cmp.Or(study.c.mayWrite(e.Output), study.c.mayWrite(e.CSV), study.c.mayWrite(e.Archive))
	}
	if err != nil {
		return err
	}
	if err := study.check(ctx); err != nil {
		return err
	}
	if e.DryRun {
		return study.list(runs)
	}
	journal, err := experiment.OpenJournal(e.Output)
	if err != nil {
		return asUsage(err)
	}
	defer journal.Close()
	state, err := experiment.Compare(runs, journal.Rows(), study.program, e.Output)
	if err != nil {
		return usageError{err}
	}
	ended := study.run(ctx, state, func(row experiment.Row) error {
		if err := state.Add(row, e.Output); err != nil {
			return usageError{err}
		}
		if err := journal.Add(row); err != nil {
			return fmt.Errorf("write %s: %w", e.Output, err)
		}
		study.made++
		return nil
	})
	if state, err = experiment.Compare(runs, journal.Rows(), study.program, e.Output); err != nil {
		return usageError{err}
	}
	rows := state.Sorted(plan.Name)
	if err := journal.Replace(rows); err != nil {
		return errors.Join(ended, err)
	}
	err = table.write(func(w io.Writer) error { return experiment.WriteCSV(w, rows) })
	if ended == nil && err == nil && e.Archive != "" {
		err = study.archive(archived, runs)
	}
	return study.finish(state, errors.Join(ended, err))
}

// readPlan reads the plan.
func (e *experimentCommand) readPlan() (*experiment.Plan, error) {
	known, err := planVocabulary()
	if err != nil {
		return nil, err
	}
	text, err := cachefile.Read(e.Plan, maxPlanBytes)
	if err != nil {
		return nil, usageError{err}
	}
	plan, err := experiment.ParsePlan(text, filepath.Base(e.Plan), known)
	if err != nil {
		return nil, usageError{err}
	}
	return plan, nil
}

// asUsage makes an error of a file's contents one of usage.
func asUsage(err error) error {
	if errtype.Is[*experiment.Error](err) {
		return usageError{err}
	}
	return err
}

// list prints the runs and the expected time.
func (s *study) list(runs []experiment.Run) error {
	rows, err := experiment.ReadJournal(s.Output)
	if err != nil {
		return asUsage(err)
	}
	state, err := experiment.Compare(runs, rows, s.program, s.Output)
	if err != nil {
		return usageError{err}
	}
	var estimate experiment.Estimate
	fmt.Fprintf(s.c.out, "%6s  %-30s  %-24s  %8s  %-20s  %8s  %s\n", "run", "configuration", "instance", "cities", "limit",
		"seed", "row")
	for _, run := range runs {
		status := "no"
		if row, found := state.Rows[run.ID]; found {
			estimate.Add(row)
			if status = "yes"; row.Failed() {
				status = "failed"
			}
		}
		fmt.Fprintf(s.c.out, "%6d  %-30s  %-24s  %8d  %-20s  %8d  %s\n", run.Index, run.Configuration.Name, run.Instance.Name,
			run.Instance.Cities, run.Limit, run.Seed, status)
	}
	seconds, unknown := estimate.Seconds(state.Left, len(s.Device))
	fmt.Fprintf(s.c.out, "%d runs, %d are left: %s\n", len(runs), len(state.Left), timeText(seconds, unknown, len(state.Left)))
	return nil
}

// finish prints what the experiment has, and returns its error.
func (s *study) finish(state *experiment.State, err error) error {
	failed := 0
	for _, run := range state.Runs {
		if row := state.Rows[run.ID]; row.Failed() {
			if failed++; failed == 1 {
				fmt.Fprintf(s.c.messages, "aco-vk: %s, %s, seed %d failed: %s\n", row.Configuration, row.Instance, row.Seed, row.Error)
			}
		}
	}
	done := len(state.Runs) - len(state.Left)
	if !s.Quiet {
		fmt.Fprintf(s.c.messages, "%d of %d runs have a row in %s, %d of them new\n", done, len(state.Runs), s.Output, s.made)
		s.nameChosen(state)
		if len(state.Foreign) > 0 {
			fmt.Fprintf(s.c.messages, "aco-vk: %d rows of %s are of another build of the program and are not counted; they are at its end\n",
				len(state.Foreign), s.Output)
		}
		if len(state.Other) > 0 {
			fmt.Fprintf(s.c.messages, "aco-vk: %d rows of %s are of runs that the plan does not have; they are at its end\n",
				len(state.Other), s.Output)
		}
	}
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(s.c.messages, "aco-vk: interrupted; the same command makes the runs that are left")
		return errInterrupted
	case err != nil:
		return err
	case failed > 0:
		return fmt.Errorf("%d runs failed; their rows say why, and the same command makes them again", failed)
	}
	return nil
}

// nameChosen says which methods ran for the configurations that leave the choice to the program.
func (s *study) nameChosen(state *experiment.State) {
	var ran []string
	for _, run := range state.Runs {
		method := state.Rows[run.ID].Method
		if c := run.Configuration; c.Algorithm == "" && c.Preset == "" && method != "" && !slices.Contains(ran, method) {
			ran = append(ran, method)
		}
	}
	if len(ran) > 0 {
		fmt.Fprintf(s.c.messages, "aco-vk: auto was %s here; another device may have another choice, so name the algorithm to compare machines\n",
			strings.Join(ran, ", "))
	}
}
