package main

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/bench/anytime"
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
		means := chart{name: name, title: report.Title + ", means, on " + report.Device.Name, x: seconds, y: percentKnown}
		several := len(variantsOf(report.Rows)) > 1
		for _, row := range report.Rows {
			label := row.Instance
			if several {
				label += ", " + row.Label
			}
			means.add(label, len(means.series), measured, meansOf(row))
		}
		if len(means.series) > 0 {
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

func variantsOf(rows []anytime.Row) []string {
	return distinct(rows, func(r anytime.Row) string { return r.Label })
}

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
