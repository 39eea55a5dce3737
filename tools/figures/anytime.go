package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/figure"
	"github.com/aco-vk/aco-vk/study/anytime"
)

// leastError replaces smaller errors, because a logarithmic axis cannot show 0.
const leastError = 0.001

var (
	seconds      = "seconds"
	percentKnown = fmt.Sprintf("error over the best known length, %% (at least %g)", leastError)
)

// anytimeCharts returns the charts of reports of errors by time limit: one for each report, with a
// line for each instance or, for a folder, with a point.
func anytimeCharts(reports []*anytime.Report) []chart {
	var all []chart
	for _, report := range reports {
		if isFolder(report) {
			all = append(all, folderChart(report))
			continue
		}
		name := report.Table + "-" + slug(report.Device.Name)
		means := chart{name: name, Chart: figure.Chart{Title: report.Title + ", means, on " + report.Device.Name, X: seconds,
			Y: percentKnown}}
		for _, row := range report.Rows {
			means.Add(row.Instance, len(means.Series), measured, meansOf(row))
		}
		if len(means.Series) > 0 {
			all = append(all, means)
		}
	}
	return all
}

// meansOf returns a row's mean errors by time limit.
func meansOf(row anytime.Row) []point {
	var points []point
	for _, cell := range row.Cells {
		if mean, _, _, ok := cell.Lengths(); ok && row.BestKnown > 0 {
			points = append(points, point{cell.LimitS, errorOf(row, mean)})
		}
	}
	return points
}

func errorOf(row anytime.Row, length float64) float64 { return max(leastError, row.Percent(length)) }

// distinct returns the distinct values of a property of rows, in the order of the rows.
func distinct[R any](rows []R, of func(R) string) []string {
	var list []string
	for _, row := range rows {
		if text := of(row); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// isFolder reports whether a report is of a table of all instances of a folder.
func isFolder(report *anytime.Report) bool {
	table, ok := anytime.FindTable(report.Table)
	return ok && table.Folder
}

// folderChart returns the chart of a report of all instances of a folder: the mean and the worst
// error of each instance by its number of cities, with a colour for each time limit.
func folderChart(report *anytime.Report) chart {
	c := chart{name: report.Table + "-" + slug(report.Device.Name), Chart: figure.Chart{Title: report.Title + ", on " + report.Device.Name, X: cities, Y: percentKnown}}
	limits := limitsOf(report)
	for i, limit := range limits {
		var means, worst []point
		for _, row := range report.Rows {
			cell, _ := row.Cell(limit)
			if mean, _, longest, ok := cell.Lengths(); ok && row.BestKnown > 0 {
				means = append(means, point{float64(row.Cities), errorOf(row, mean)})
				worst = append(worst, point{float64(row.Cities), errorOf(row, float64(longest))})
			}
		}
		c.Add(fmt.Sprintf("means, %g s", limit), i, dots, means)
		c.Add(fmt.Sprintf("worst, %g s", limit), len(limits)+i, dots, worst)
	}
	return c
}

// limitsOf returns the time limits of a report's runs in ascending order.
func limitsOf(report *anytime.Report) []float64 {
	var limits []float64
	for _, row := range report.Rows {
		for _, cell := range row.Cells {
			limits = append(limits, cell.LimitS)
		}
	}
	slices.Sort(limits)
	return slices.Compact(limits)
}

// folderTable returns the summary of a report of all instances of a folder as a Markdown table, or
// the lines of these instances.
func folderTable(report *anytime.Report, instances []string) string {
	lines := report.SummaryTable()
	if len(instances) > 0 {
		lines = [][]string{anytime.CellHeadings}
		for _, row := range report.Rows {
			for _, cell := range row.Cells {
				if slices.Contains(instances, row.Instance) {
					lines = append(lines, row.CellTexts(cell))
				}
			}
		}
	}
	var table strings.Builder
	for i, texts := range lines {
		fmt.Fprintf(&table, "| %s |\n", strings.Join(texts, " | "))
		if i == 0 {
			fmt.Fprintf(&table, "|%s\n", strings.Repeat("---|", len(texts)))
		}
	}
	return table.String()
}
