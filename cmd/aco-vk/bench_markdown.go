package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

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
