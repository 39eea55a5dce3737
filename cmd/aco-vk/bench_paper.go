package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/study/papers"
)

// runPaper measures the tables of a paper and prints them row by row. After each row the JSON file
// has the report so far.
func (b *benchCommand) runPaper(c console) (err error) {
	paper, err := papers.FindPaper(b.Paper)
	if err != nil {
		return usageError{err}
	}
	o, err := b.paperOptions()
	if err != nil {
		return err
	}
	jsonFile, err := newOutput(c, b.JSON)
	if err != nil {
		return err
	}
	devices, err := b.openDevices(c)
	if err != nil {
		return err
	}
	defer devices.closeAfter(&err)
	o.Options = b.options(o.Seeds, devices)
	ctx, stop := untilInterrupted()
	defer stop()
	var writeErr error // of the last report that was written
	markdown := &paperMarkdown{out: c.out, paper: paper}
	report, err := papers.RunPaper(ctx, paper, o, papers.PaperWatch{
		Table: func(table papers.Table, report *papers.Report, left papers.Remaining) {
			fmt.Fprintf(c.messages, "aco-vk: %s\n", remainingText(left))
			markdown.table(table, report)
		},
		Row: func(report *papers.PaperReport, row papers.Row) {
			markdown.current.row(row)
			if jsonFile.whole {
				writeErr = jsonFile.writeJSON(report)
			}
		},
	})
	err = benchError(err)
	if report == nil || errtype.Is[usageError](err) {
		return err
	}
	writeErr = jsonFile.writeJSON(report)
	markdown.end(report)
	return errors.Join(err, writeErr)
}

// paperOptions returns the options of the flags, without the device.
func (b *benchCommand) paperOptions() (o papers.PaperOptions, err error) {
	seeds, err := b.seeds()
	if err != nil {
		return o, err
	}
	if b.MaxCities < 0 {
		return o, usagef("--max-cities: %d is negative", b.MaxCities)
	}
	o = papers.PaperOptions{
		Options: papers.Options{Seeds: seeds}, MaxCities: b.MaxCities, StandIns: b.StandIns, Date: time.Now(),
	}
	o.Previous, err = b.previousReport()
	return o, err
}

// previousReport returns the report to continue, nil if there is none. An interrupted report is
// not overwritten.
func (b *benchCommand) previousReport() (*papers.PaperReport, error) {
	if b.JSON == "" {
		if b.Continue {
			return nil, usagef("--continue needs --json FILE, the report to continue")
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
	report, err := papers.ReadPaper(file)
	switch {
	case b.Continue && err != nil:
		return nil, usagef("--continue: %s: %w", b.JSON, err)
	case b.Continue:
		return report, nil
	case err == nil && !report.Complete:
		return nil, usagef("%s is a report that was interrupted: measure what is missing with --continue, or remove the file", b.JSON)
	}
	return nil, nil
}

// remainingText says what a run has still to measure, and how long that takes.
func remainingText(left papers.Remaining) string {
	text := fmt.Sprintf("rows to measure: %d, about %v", left.Rows, left.Time.Round(time.Second))
	if left.Unknown > 0 {
		text += fmt.Sprintf(
			"; not in this time: %d, of the sequential reference or of lengths whose iterations are not timed yet",
			left.Unknown)
	}
	return text
}
