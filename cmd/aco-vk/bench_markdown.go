package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/bench"
)

// benchMarkdown prints a report as a Markdown table, each row as soon as it is measured.
type benchMarkdown struct {
	out     io.Writer
	report  *bench.Report
	columns []column
}

func newBenchMarkdown(out io.Writer, table bench.Table, report *bench.Report, quantities []bench.Quantity) *benchMarkdown {
	m := &benchMarkdown{out, report, columnsOf(table, report, quantities)}
	fmt.Fprintf(out, "%s: %s, on %s\n", report.Table, report.Title, deviceText(report.Device))
	if report.CopyGBPerS > 0 {
		fmt.Fprintf(out, "A plain shader reads and writes this device's memory at %.3g GB/s.\n", report.CopyGBPerS)
	}
	for _, source := range report.Sources {
		fmt.Fprintf(out, "Beside: %s.\n", source)
	}
	if table.StandIns {
		fmt.Fprintln(out, "The instances are generated: as many cities as the published ones, of a similar kind. Published lengths and errors are left out. "+
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

func deviceText(d bench.Device) string {
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

func (m *benchMarkdown) row(row bench.Row) {
	cells := make([]string, len(m.columns))
	for i, c := range m.columns {
		cells[i] = c.cell(row)
	}
	writeRow(m.out, cells)
}

// end prints the notes below the table: what racy means, and whether the papers' order of their systems holds here.
func (m *benchMarkdown) end() error {
	if slices.ContainsFunc(m.report.Rows, func(r bench.Row) bool { return r.Verified == bench.Racy }) {
		fmt.Fprint(m.out, "\nracy: ants read trails while others write them, as in the paper. No two runs are equal, so there is nothing to compare.\n")
	}
	if m.report.Table != "presets" {
		return nil
	}
	comparisons, err := m.report.Comparisons()
	if err != nil || len(comparisons) == 0 {
		return err
	}
	fmt.Fprint(m.out, "\nThe papers' order of their own systems:\n\n")
	writeHeadings(m.out, []string{"instance", "faster by the paper", "ms here", "slower by the paper", "ms here", "holds here", "source"})
	for _, c := range comparisons {
		holds := "no"
		if c.Holds() {
			holds = "yes"
		}
		writeRow(m.out, []string{c.Instance, c.Faster, number(c.FasterMS), c.Slower, number(c.SlowerMS), holds, c.Source})
	}
	return nil
}
