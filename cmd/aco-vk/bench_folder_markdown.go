package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/aco-vk/aco-vk/bench/anytime"
)

// folderMarkdown prints a report of all instances of a folder as Markdown: a line for each instance and time limit as soon as it is measured,
// then a summary by size.
type folderMarkdown struct {
	out   io.Writer
	begun bool
}

func (m *folderMarkdown) row(report *anytime.Report, row anytime.Row) {
	if !m.begun {
		m.begun = true
		fmt.Fprintf(m.out, "%s: %s, on %s\n\n", report.Table, report.Title, anytimeDevice(report.Device))
		writeHeadings(m.out, anytime.CellHeadings)
	}
	for _, cell := range row.Cells {
		if len(cell.Runs) > 0 {
			writeRow(m.out, row.CellTexts(cell))
		}
	}
}

func (m *folderMarkdown) end(report *anytime.Report) {
	table := report.SummaryTable()
	if len(table) > 1 {
		fmt.Fprintln(m.out)
		writeHeadings(m.out, table[0])
		for _, texts := range table[1:] {
			writeRow(m.out, texts)
		}
		fmt.Fprint(m.out, "\nErrors over the best known length, of runs with a tour. The last improvement is the mean over the runs, since their start. "+
			"An instance in two classes is measured with the limit of each.\n")
	}
	for i, skipped := range report.Skipped {
		if i == 0 {
			fmt.Fprint(m.out, "\nFiles that cannot be read:\n\n")
		}
		fmt.Fprintf(m.out, "- %s\n", strings.ReplaceAll(skipped.Reason, "\n", " "))
	}
}
