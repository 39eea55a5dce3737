package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/study/papers"
)

// notPaper lists the flags of bench that papers do not have.
var notPaper = []string{"times", "program"}

// runPaper measures the tables of a paper and prints them row by row. After each row the JSON file
// has the report so far.
func (b *benchCommand) runPaper(c console, parsed *kong.Context) (err error) {
	paper, err := papers.FindPaper(b.Paper)
	if err != nil {
		return usageError{err}
	}
	if flag := givenFlag(parsed, notPaper); flag != "" {
		return usageError{fmt.Errorf("--%s is not for --paper, which has no tables by time limit", flag)}
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
			markdown.row(row)
			if jsonFile.whole {
				writeErr = jsonFile.writeJSON(report)
			}
		},
	})
	err = benchError(err)
	if report == nil || errors.As(err, &usageError{}) {
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
		return o, usageError{fmt.Errorf("--max-cities: %d is negative", b.MaxCities)}
	}
	o = papers.PaperOptions{
		Options: papers.Options{Seeds: seeds}, MaxCities: b.MaxCities, StandIns: b.StandIns, Date: time.Now(),
	}
	o.Previous, err = previousReport(b, papers.ReadPaper, func(r *papers.PaperReport) bool { return r.Complete })
	return o, err
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
