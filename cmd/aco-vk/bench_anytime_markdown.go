package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/study/anytime"
	"github.com/aco-vk/aco-vk/study/papers"
)

// byTimeMarkdown prints a report of a table by time limit as Markdown.
type byTimeMarkdown interface {
	row(*anytime.Report, anytime.Row) // as soon as it is measured
	end(*anytime.Report)              // after the last row
}

func newAnytimeMarkdown(out io.Writer, table anytime.Table) byTimeMarkdown {
	if table.Folder {
		return &folderMarkdown{out: out}
	}
	return &anytimeMarkdown{out: out}
}

// anytimeMarkdown prints a report of errors by time limit as a Markdown table, each row as soon
// as it is measured.
type anytimeMarkdown struct {
	out    io.Writer
	limits []float64 // of the columns; nil before the first row
}

// row prints a row, before the first one the header.
func (m *anytimeMarkdown) row(report *anytime.Report, row anytime.Row) {
	if m.limits == nil {
		m.header(report, row)
	}
	cells := []string{papers.InstanceText(row.Instance, row.StandInFor), fmt.Sprint(row.Cities), row.Label}
	for _, limit := range m.limits {
		text := ""
		if i := slices.IndexFunc(row.Cells, func(c anytime.Cell) bool { return c.LimitS == limit }); i >= 0 {
			text = cellText(row, row.Cells[i])
		}
		cells = append(cells, text)
	}
	cells = append(cells, memoryText(row.PeakBytes()), pointsText(row.Goals))
	for _, curve := range row.Published {
		cells = append(cells, pointsText(curve.Points))
	}
	writeRow(m.out, append(cells, strings.Join(row.Failures(), "; ")))
}

func (m *anytimeMarkdown) header(report *anytime.Report, first anytime.Row) {
	m.limits = report.LimitsS
	fmt.Fprintf(m.out, "%s: %s, on %s\n", report.Table, report.Title, anytimeDevice(report.Device))
	for _, source := range report.Sources {
		fmt.Fprintf(m.out, "Beside: %s.\n", source)
	}
	headings := []string{"instance", "cities", "what"}
	for _, limit := range m.limits {
		headings = append(headings, fmt.Sprintf("%g s", limit))
	}
	headings = append(headings, "memory", "goals")
	for _, curve := range first.Published {
		headings = append(headings, curve.Heading)
	}
	headings = append(headings, "remark")
	fmt.Fprintln(m.out)
	writeHeadings(m.out, headings)
}

func anytimeDevice(d anytime.Device) string {
	if d.DriverVersion == "" {
		return d.Name
	}
	return fmt.Sprintf("%s, driver %s", d.Name, d.DriverVersion)
}

// end prints a legend for the cells.
func (m *anytimeMarkdown) end(*anytime.Report) {
	if m.limits != nil {
		fmt.Fprint(m.out,
			"\nErrors over the best known length in percent: mean ± its standard error (best to worst); bold: within the goal. "+
				"Seconds: the longest run, if it exceeds its limit by more than 3%.\n")
	}
}

// cellText writes a cell: errors, or lengths if no best length is known.
func cellText(row anytime.Row, cell anytime.Cell) string {
	mean, least, most, ok := cell.Lengths()
	if !ok {
		return ""
	}
	number := func(length float64) string {
		if row.BestKnown == 0 {
			return fmt.Sprintf("%.0f", length)
		}
		return fmt.Sprintf("%.3f", row.Percent(length))
	}
	text := number(mean)
	if reached, _ := row.MeetsGoal(cell); reached {
		text = "**" + text + "**"
	}
	if deviation, ok := cell.StandardError(); ok {
		text += " ± " + number(float64(row.BestKnown)+deviation)
	}
	if len(cell.Runs) > 1 {
		text += fmt.Sprintf(" (%s to %s)", number(float64(least)), number(float64(most)))
	}
	if took, late := cell.Overtime(); late {
		text += fmt.Sprintf(", %.2f s", took.Seconds())
	}
	return text
}

func pointsText(points []anytime.ErrorPoint) string {
	var list []string
	for _, p := range points {
		list = append(list, fmt.Sprintf("%s at %g s", strconv.FormatFloat(p.Percent, 'f', -1, 64), p.Seconds))
	}
	return strings.Join(list, ", ")
}

// memoryText writes an amount of host memory, "" for 0.
func memoryText(bytes uint64) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f MB", float64(bytes)/1e6)
}
