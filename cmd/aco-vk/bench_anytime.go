package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/bench"
	"github.com/aco-vk/aco-vk/bench/anytime"
)

// notAnytime lists the flags of bench that the tables by time limit do not have.
var notAnytime = []string{"seconds", "iterations", "verify"}

func anytimeNames() string {
	var names []string
	for _, t := range anytime.Tables {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

// runAnytime measures a table by time limit and prints it row by row. If it is interrupted or fails, the report has the rows measured so far.
func (b *benchCommand) runAnytime(c console, parsed *kong.Context, table anytime.Table) error {
	for _, step := range parsed.Path {
		if step.Flag != nil && slices.Contains(notAnytime, step.Flag.Name) {
			return usageError{fmt.Errorf("--%s is not for table %s, whose runs have time limits: use --times", step.Flag.Name, table.Name)}
		}
	}
	o := anytime.Options{Device: b.Device, Folder: b.TSPLIB, Instances: b.Instances, Rows: b.Rows, Version: version()}
	for _, limit := range b.Times {
		o.Limits = append(o.Limits, time.Duration(limit))
	}
	if b.Seeds != nil {
		if o.Seeds = *b.Seeds; o.Seeds < 1 {
			return usageError{fmt.Errorf("table %s has only tour lengths: --seeds is at least 1", table.Name)}
		}
	}
	jsonFile, err := newOutput(c, b.JSON)
	if err != nil {
		return err
	}
	if o.Program, err = os.Executable(); err != nil {
		return fmt.Errorf("find the program's own file: %w", err)
	}
	ctx, stop := untilInterrupted()
	defer stop()
	markdown := anytimeMarkdown{out: c.out}
	report, err := anytime.Run(ctx, table, o, markdown.row)
	var usage *bench.UsageError
	switch {
	case errors.Is(err, anytime.ErrNoFolder):
		return noFolder(err)
	case errors.As(err, &usage):
		return usageError{err}
	case report == nil:
		return err
	case errors.Is(err, context.Canceled):
		err = errInterrupted
	}
	if err != nil && len(report.Rows) > 0 { // the row that was interrupted
		markdown.row(report, report.Rows[len(report.Rows)-1])
	}
	markdown.end()
	writeErr := jsonFile.write(func(w io.Writer) error { return json.NewEncoder(w).Encode(report) })
	return errors.Join(err, writeErr)
}
