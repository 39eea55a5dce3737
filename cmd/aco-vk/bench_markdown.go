package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/study/anytime"
	"github.com/aco-vk/aco-vk/study/papers"
)

// benchMarkdown prints a report as a Markdown table, each row as soon as it is measured.
type benchMarkdown struct {
	out     io.Writer
	report  *papers.Report
	columns []column
}

func newBenchMarkdown(
	out io.Writer, table papers.Table, report *papers.Report, quantities []papers.Quantity,
) *benchMarkdown {
	m := &benchMarkdown{out, report, columnsOf(table, report, quantities)}
	fmt.Fprintf(out, "%s: %s, on %s\n", report.Table, report.Title, deviceText(report.Device))
	if report.CopyGBPerS > 0 {
		fmt.Fprintf(out, "A plain shader reads and writes this device's memory at %.3g GB/s.\n", report.CopyGBPerS)
	}
	for _, source := range report.Sources {
		fmt.Fprintf(out, "Beside: %s.\n", source)
	}
	if table.StandIns {
		fmt.Fprintln(out,
			"The instances are generated: as many cities as the published ones, of a similar kind. Published lengths and errors are left out. "+
				"Published times stay: except with candidate lists, trials or local search they depend on the number of cities alone.")
	}
	headings := make([]string, len(m.columns))
	for i, c := range m.columns {
		headings[i] = c.heading
	}
	fmt.Fprintln(out)
	writeHeadings(out, headings)
	return m
}

func deviceText(d papers.Device) string {
	if d.Reference() {
		return "the processor (sequential reference)"
	}
	return fmt.Sprintf("%s, driver %s", d.Name, d.DriverVersion)
}

// writeRow prints a row of a table and escapes what would end a cell.
func writeRow(out io.Writer, cells []string) {
	escaped := make([]string, len(cells))
	for i, cell := range cells {
		escaped[i] = strings.NewReplacer("|", `\|`, "\n", " ").Replace(cell)
	}
	fmt.Fprintf(out, "| %s |\n", strings.Join(escaped, " | "))
}

// writeHeadings prints the headings of a table.
func writeHeadings(out io.Writer, headings []string) {
	writeRow(out, headings)
	fmt.Fprintf(out, "|%s\n", strings.Repeat("---|", len(headings)))
}

func (m *benchMarkdown) row(row papers.Row) {
	cells := make([]string, len(m.columns))
	for i, c := range m.columns {
		cells[i] = c.cell(row)
	}
	writeRow(m.out, cells)
}

// end prints what racy means, if a row is racy.
func (m *benchMarkdown) end() {
	if slices.ContainsFunc(m.report.Rows, func(r papers.Row) bool { return r.Verified == papers.Racy }) {
		fmt.Fprint(m.out,
			"\nracy: ants read trails while others write them, as in the paper. No two runs are equal, so there is nothing to compare.\n")
	}
}

// folderMarkdown prints a report of all instances of a folder as Markdown: a line for each
// instance and time limit as soon as it is measured, then a summary by size.
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
		fmt.Fprint(m.out,
			"\nErrors over the best known length, of runs with a tour. The last improvement is the mean over the runs, since their start. "+
				"An instance in two classes is measured with the limit of each.\n")
	}
	for i, skipped := range report.Skipped {
		if i == 0 {
			fmt.Fprint(m.out, "\nFiles that cannot be read:\n\n")
		}
		fmt.Fprintf(m.out, "- %s\n", strings.ReplaceAll(skipped.Reason, "\n", " "))
	}
}
