package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/study/anytime"
)

// notAnytime lists the flags of bench that the tables by time limit do not have, onlyAnytime
// those that only they have.
var (
	notAnytime  = []string{"seconds", "iterations", "verify"}
	onlyAnytime = []string{"times", "program", "continue", "max-cities"}
)

// givenFlag returns the first of the flags that is on the command line, "" if none is.
func givenFlag(parsed *kong.Context, flags []string) string {
	for _, step := range parsed.Path {
		if step.Flag != nil && slices.Contains(flags, step.Flag.Name) {
			return step.Flag.Name
		}
	}
	return ""
}

func anytimeNames() string {
	var names []string
	for _, t := range anytime.Tables {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

// runAnytime measures a table by time limit and prints it row by row. After each row the JSON
// file has the runs so far.
func (b *benchCommand) runAnytime(c console, parsed *kong.Context, table anytime.Table) error {
	if flag := givenFlag(parsed, notAnytime); flag != "" {
		return usageError{fmt.Errorf("--%s is not for table %s, whose runs have time limits: use --times", flag,
			table.Name)}
	}
	o, err := b.anytimeOptions(table)
	if err != nil {
		return err
	}
	jsonFile, err := newOutput(c, b.JSON)
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupted()
	defer stop()
	markdown := newAnytimeMarkdown(c.out, table)
	var writeErr error // of the last report that was written
	report, err := anytime.Run(ctx, table, o, func(report *anytime.Report, row anytime.Row) {
		markdown.row(report, row)
		if jsonFile.whole {
			writeErr = jsonFile.writeJSON(report)
		}
	})
	err = benchError(err)
	if report == nil || errors.As(err, &usageError{}) {
		return err
	}
	markdown.end(report)
	writeErr = jsonFile.writeJSON(report)
	if err == nil && report.Device == (anytime.Device{}) {
		err = errors.New("no run has a tour; the table has the reasons")
	}
	return errors.Join(err, writeErr)
}

// anytimeOptions returns the options of the flags.
func (b *benchCommand) anytimeOptions(table anytime.Table) (o anytime.Options, err error) {
	device, err := b.oneDevice()
	if err != nil {
		return o, err
	}
	o = anytime.Options{
		Program: b.Program, Device: device, Folder: b.TSPLIB, StandIns: b.StandIns, Instances: b.Instances,
		MaxCities: b.MaxCities, Rows: b.Rows, Version: version(),
	}
	for _, limit := range b.Times {
		o.Limits = append(o.Limits, time.Duration(limit))
	}
	if b.Seeds != nil {
		if o.Seeds = *b.Seeds; o.Seeds < 1 {
			return o, usageError{fmt.Errorf("table %s has only tour lengths: --seeds is at least 1", table.Name)}
		}
	}
	switch {
	case b.MaxCities < 0:
		return o, usageError{fmt.Errorf("--max-cities: %d is negative", b.MaxCities)}
	case b.MaxCities > 0 && !table.Folder:
		return o, usageError{fmt.Errorf(
			"--max-cities is not for table %s, which has a list of instances: use --instances", table.Name)}
	case b.Program == "":
		if o.Program, err = os.Executable(); err != nil {
			return o, fmt.Errorf("find the program's own file: %w", err)
		}
	default:
		if o.Program, err = exec.LookPath(b.Program); err != nil {
			return o, usageError{fmt.Errorf("--program: %w", err)}
		}
	}
	o.Previous, err = previousReport(b, anytime.Read, func(r *anytime.Report) bool { return r.Complete })
	return o, err
}

// previousReport returns the report to continue, nil if there is none. An interrupted report is
// not overwritten.
func previousReport[R any](
	b *benchCommand, read func(io.Reader) (*R, error), complete func(*R) bool,
) (*R, error) {
	if b.JSON == "" {
		if b.Continue {
			return nil, usageError{errors.New("--continue needs --json FILE, the report to continue")}
		}
		return nil, nil
	}
	info, err := os.Stat(b.JSON)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 { // a new file, or for example a pipe
		return nil, nil
	}
	file, err := os.Open(b.JSON)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	report, err := read(file)
	switch {
	case b.Continue && err != nil:
		return nil, usageError{fmt.Errorf("--continue: %s: %w", b.JSON, err)}
	case b.Continue:
		return report, nil
	case err == nil && !complete(report):
		return nil, usageError{fmt.Errorf(
			"%s is a report that was interrupted: measure what is missing with --continue, or remove the file", b.JSON)}
	}
	return nil, nil
}
