package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/bench"
)

// stagesInOrder are the stages of an iteration as a table's columns.
var stagesInOrder = []string{"choice", "prefix", "construct", "evaluate", "best", "evaporate", "deposit"}

// column is a column of a table in Markdown. A cell is "" where a row has nothing to say.
type column struct {
	heading string
	cell    func(bench.Row) string
}

// benchMarkdown prints a report as a table in Markdown, row by row as they come.
type benchMarkdown struct {
	out     io.Writer
	report  *bench.Report
	columns []column
}

func newBenchMarkdown(out io.Writer, table bench.Table, report *bench.Report) *benchMarkdown {
	m := &benchMarkdown{out, report, columnsOf(table, report)}
	fmt.Fprintf(out, "%s: %s, on %s\n", report.Table, report.Title, deviceText(report.Device))
	if report.CopyGBs > 0 {
		fmt.Fprintf(out, "A plain shader reads and writes this device's memory at %.3g GB/s.\n", report.CopyGBs)
	}
	for _, source := range report.Sources {
		fmt.Fprintf(out, "Beside: %s.\n", source)
	}
	headings := make([]string, len(m.columns))
	for i, c := range m.columns {
		headings[i] = c.heading
	}
	fmt.Fprintln(out)
	line(out, headings)
	fmt.Fprintf(out, "|%s\n", strings.Repeat("---|", len(headings)))
	return m
}

func deviceText(d bench.Device) string {
	if d.Reference() {
		return "the processor (sequential reference)"
	}
	return fmt.Sprintf("%s, driver %s", d.Name, d.DriverVersion)
}

// line prints a table's line. What would end a cell is written as it is meant.
func line(out io.Writer, cells []string) {
	for i, cell := range cells {
		cells[i] = strings.NewReplacer("|", `\|`, "\n", " ").Replace(cell)
	}
	fmt.Fprintf(out, "| %s |\n", strings.Join(cells, " | "))
}

func (m *benchMarkdown) row(row bench.Row) {
	cells := make([]string, len(m.columns))
	for i, c := range m.columns {
		cells[i] = c.cell(row)
	}
	line(m.out, cells)
}

// end prints what is told of all rows together: whether the papers' systems are in the papers' order.
func (m *benchMarkdown) end() error {
	if m.report.Table != "presets" {
		return nil
	}
	comparisons, err := m.report.Comparisons()
	if err != nil || len(comparisons) == 0 {
		return err
	}
	fmt.Fprint(m.out, "\nThe papers' order of their own systems:\n\n")
	line(m.out, []string{"instance", "faster by the paper", "ms here", "slower by the paper", "ms here", "holds here", "source"})
	fmt.Fprintf(m.out, "|%s\n", strings.Repeat("---|", 7))
	for _, c := range comparisons {
		holds := "no"
		if c.Holds() {
			holds = "yes"
		}
		line(m.out, []string{c.Instance, c.Faster, number(c.FasterMS), c.Slower, number(c.SlowerMS), holds, c.Source})
	}
	return nil
}

// columnsOf are the columns that a table's quantity asks for.
func columnsOf(table bench.Table, report *bench.Report) []column {
	columns := []column{
		{"instance", func(r bench.Row) string { return r.Instance }},
		{"what", func(r bench.Row) string { return r.What }},
		{"verified", func(r bench.Row) string { return string(r.Verified) }},
	}
	if table.MeasuresTimes() {
		columns = slices.Concat(columns, timeColumns(table))
	}
	if table.MeasuresLengths() {
		columns = slices.Concat(columns, lengthColumns())
	}
	if table.Quantity == bench.Hash {
		columns = slices.Concat(columns, tourColumns(report.Device))
	}
	columns = slices.Concat(columns, besideColumns(table))
	return append(columns, column{"remark", func(r bench.Row) string { return r.Remark }})
}

func timeColumns(table bench.Table) []column {
	timed := func(heading string, cell func(*bench.Times) string) column {
		return column{heading, func(r bench.Row) string {
			if r.Times == nil {
				return ""
			}
			return cell(r.Times)
		}}
	}
	var columns []column
	if table.ByStage {
		for _, stage := range stagesInOrder {
			columns = append(columns, timed(stage, func(t *bench.Times) string { return number(t.StagesMS[stage]) }))
		}
	}
	if table.Stages != nil {
		columns = append(columns, timed(measuredHeading(table.Stages), func(t *bench.Times) string { return number(t.MeasuredMS) }))
	}
	columns = append(columns, timed("iteration, ms", func(t *bench.Times) string { return number(t.IterationMS) }))
	if table.Quantity == bench.Bandwidth {
		columns = append(columns, timed("GB/s", func(t *bench.Times) string { return number(t.GBs) }))
	}
	return append(columns, timed("of copy bandwidth", func(t *bench.Times) string {
		if t.OfCopy == 0 {
			return ""
		}
		return fmt.Sprintf("%.0f%%", 100*t.OfCopy)
	}))
}

// measuredHeading names the stages that a table measures.
func measuredHeading(stages []string) string {
	if len(stages) <= 2 {
		return strings.Join(stages, " + ") + ", ms"
	}
	return stages[0] + " to " + stages[len(stages)-1] + ", ms"
}

func lengthColumns() []column {
	known := func(heading string, cell func(*bench.Lengths) string) column {
		return column{heading, func(r bench.Row) string {
			if r.Lengths == nil {
				return ""
			}
			return cell(r.Lengths)
		}}
	}
	return []column{
		known("runs", func(l *bench.Lengths) string { return fmt.Sprintf("%d of %d iterations", len(l.BySeed), l.Iterations) }),
		known("mean length", func(l *bench.Lengths) string { return fmt.Sprintf("%.1f", l.Mean) }),
		known("least", func(l *bench.Lengths) string { return fmt.Sprint(slices.Min(l.BySeed)) }),
		known("most", func(l *bench.Lengths) string { return fmt.Sprint(slices.Max(l.BySeed)) }),
		known("over the best known", func(l *bench.Lengths) string {
			if l.BestKnown == 0 {
				return ""
			}
			return fmt.Sprintf("%+.2f%%", 100*(l.Mean/float64(l.BestKnown)-1))
		}),
	}
}

func tourColumns(device bench.Device) []column {
	made := func(heading string, cell func(*bench.Tour) string) column {
		return column{heading, func(r bench.Row) string {
			if r.Tour == nil {
				return ""
			}
			return cell(r.Tour)
		}}
	}
	return []column{
		made("iterations", func(t *bench.Tour) string { return fmt.Sprint(t.Iterations) }),
		made("seed", func(t *bench.Tour) string { return fmt.Sprint(t.Seed) }),
		{"device", func(bench.Row) string {
			if device.Reference() {
				return deviceText(device)
			}
			return fmt.Sprintf("%s, subgroup %d", deviceText(device), device.SubgroupSize)
		}},
		made("ants' best", func(t *bench.Tour) string { return fmt.Sprint(t.AntsBest) }),
		made("tour_sha256", func(t *bench.Tour) string { return t.SHA256 }),
	}
}

// besideColumns are the published figures, each with its ratio to ours.
func besideColumns(table bench.Table) []column {
	var columns []column
	for i, heading := range table.Beside {
		figure := func(r bench.Row) bench.Beside {
			if i >= len(r.Published) {
				return bench.Beside{}
			}
			return r.Published[i]
		}
		columns = append(columns,
			column{heading, func(r bench.Row) string { return number(figure(r).Value) }},
			column{ratioHeading(table.Quantity), func(r bench.Row) string { return ratioText(table.Quantity, figure(r).Ratio) }})
	}
	return columns
}

func ratioHeading(q bench.Quantity) string {
	switch q {
	case bench.Time:
		return "times as fast"
	case bench.Length:
		return "longer by"
	}
	return "times as much"
}

func ratioText(q bench.Quantity, ratio float64) string {
	if ratio == 0 {
		return ""
	}
	if q == bench.Length {
		return fmt.Sprintf("%+.2f%%", 100*(ratio-1))
	}
	return fmt.Sprintf("%.3g", ratio)
}

// number writes a figure in four digits, nothing for none; more of them before the point are written in full.
func number(value float64) string {
	switch {
	case value == 0:
		return ""
	case value >= 1000:
		return fmt.Sprintf("%.0f", value)
	}
	return fmt.Sprintf("%.4g", value)
}
