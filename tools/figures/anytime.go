package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/bench/anytime"
)

// leastError replaces smaller errors, because a logarithmic axis cannot show 0.
const leastError = 0.001

var (
	seconds      = "seconds"
	percentKnown = fmt.Sprintf("error over the best known length, %% (at least %g)", leastError)
)

// anytimeCharts returns the charts of reports of errors by time limit: for each report one of all instances, and one for each instance unless
// it is of a folder.
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
		for _, instance := range instancesOf(report.Rows) {
			if c := traces(report, instance); len(c.series) > 0 {
				c.name = name + "-" + strings.ToLower(strings.ReplaceAll(instance, ".", "-"))
				all = append(all, c)
			}
		}
	}
	return all
}

// traces returns the chart of an instance: the error of every run over time, the mean errors by time limit, the goals, and the errors of other programs.
func traces(report *anytime.Report, instance string) chart {
	c := chart{title: instance + ", on " + report.Device.Name, x: seconds, y: percentKnown}
	rows := slices.DeleteFunc(slices.Clone(report.Rows), func(r anytime.Row) bool { return r.Instance != instance || r.BestKnown == 0 })
	for i, row := range rows {
		for _, cell := range row.Cells {
			for _, run := range cell.Runs {
				c.add("", i, trace, stairs(row, run))
			}
		}
	}
	for i, row := range rows {
		c.add(row.Label+", means", i, dots, meansOf(row))
	}
	if len(c.series) == 0 {
		return c
	}
	c.add("goals", len(rows), published, pointsBeside(rows[0].Goals))
	for i, curve := range rows[0].Published {
		c.add(curve.Heading, len(rows)+1+i, published, pointsBeside(curve.Points))
	}
	return c
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

// stairs returns a run's error over time: constant until a shorter tour is found.
func stairs(row anytime.Row, run anytime.Trial) []point {
	var points []point
	for _, found := range run.Trace {
		points = appendStair(points, point{found.Seconds, errorOf(row, float64(found.Length))})
	}
	return points
}

// appendStair appends a point to a line that is constant until then.
func appendStair(points []point, next point) []point {
	if last := len(points) - 1; last >= 0 {
		points = append(points, point{next.x, points[last].y})
	}
	return append(points, next)
}

func errorOf(row anytime.Row, length float64) float64 { return max(leastError, row.Percent(length)) }

func pointsBeside(figures []anytime.ErrorPoint) []point {
	var points []point
	for _, f := range figures {
		points = append(points, point{f.Seconds, max(leastError, f.Percent)})
	}
	return points
}

func variantsOf(rows []anytime.Row) []string {
	return distinct(rows, func(r anytime.Row) string { return r.Label })
}

func instancesOf(rows []anytime.Row) []string {
	return distinct(rows, func(r anytime.Row) string { return r.Instance })
}

// distinct returns the distinct values of a property of rows, in the order of the rows.
func distinct(rows []anytime.Row, of func(anytime.Row) string) []string {
	var list []string
	for _, row := range rows {
		if text := of(row); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}
