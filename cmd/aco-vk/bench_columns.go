package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/study/papers"
)

// stagesInOrder are the stages of an iteration as a table's columns.
var stagesInOrder = []string{"choice", "prefix", "construct", "evaluate", "improve", "best", "schedule", "depositors",
	"evaporate", "deposit", "worst"}

// column is a column of a Markdown table. A cell without a value is "".
type column struct {
	heading string
	cell    func(papers.Row) string
}

// columnsOf returns the columns of a table for the quantity that it measures.
func columnsOf(table papers.Table, report *papers.Report, quantities []papers.Quantity) []column {
	times, lengths, tours := table.MeasuresTimes(), table.MeasuresLengths(), table.Quantity == papers.Hash
	columns := []column{
		{"instance", func(r papers.Row) string { return papers.InstanceText(r.Instance, r.StandInFor) }},
		{"what", func(r papers.Row) string { return r.Label }},
		{"verified", func(r papers.Row) string { return string(r.Verified) }},
	}
	if times && table.ByStage {
		for _, stage := range stagesInOrder {
			columns = append(columns, timeColumn(stage, func(t *papers.Times) float64 { return t.StagesMS[stage] }))
		}
	}
	for _, c := range []struct {
		shown bool
		column
	}{
		{times && table.Stages != nil,
			timeColumn(measuredHeading(table.Stages), func(t *papers.Times) float64 { return t.MeasuredMS })},
		{times, timeColumn("iteration, ms", func(t *papers.Times) float64 { return t.IterationMS })},
		{table.Quantity == papers.ToursTime, timeColumn("n tours, ms", func(t *papers.Times) float64 { return t.ToursMS })},
		{table.Quantity == papers.Bandwidth, timeColumn("GB/s", func(t *papers.Times) float64 { return t.GBPerS })},
		{times, partColumn("of copy bandwidth", timesOf, copyShare)},
		{lengths, lengthColumn("runs", func(l *papers.Lengths) string {
			return fmt.Sprintf("%d of %d iterations", len(l.BySeed), l.Iterations)
		})},
		{lengths && table.Limit != nil, lengthColumn("time given, s", func(l *papers.Lengths) string { return number(l.LimitS) })},
		{lengths, lengthColumn("seconds a run", func(l *papers.Lengths) string { return number(l.WallS) })},
		{lengths, lengthColumn("mean length", func(l *papers.Lengths) string { return fmt.Sprintf("%.1f", l.Mean) })},
		{lengths, lengthColumn("deviation", func(l *papers.Lengths) string { return fmt.Sprintf("%.1f", l.Deviation) })},
		{lengths, lengthColumn("least", func(l *papers.Lengths) string { return fmt.Sprint(l.Best()) })},
		{lengths, lengthColumn("most", func(l *papers.Lengths) string { return fmt.Sprint(slices.Max(l.BySeed)) })},
		{lengths, lengthColumn("mean error", func(l *papers.Lengths) string { return errorText(l, l.Mean) })},
		{lengths, lengthColumn("least error", func(l *papers.Lengths) string { return errorText(l, float64(l.Best())) })},
		{tours, tourColumn("iterations", func(t *papers.Tour) string { return fmt.Sprint(t.Iterations) })},
		{tours, tourColumn("seed", func(t *papers.Tour) string { return fmt.Sprint(t.Seed) })},
		{tours, column{"device", func(papers.Row) string { return deviceAndSubgroup(report.Device) }}},
		{tours, tourColumn("ants' best", func(t *papers.Tour) string { return fmt.Sprint(t.AntsBest) })},
		{tours, tourColumn("tour_sha256", func(t *papers.Tour) string { return t.SHA256 })},
		{table.Quantity == papers.Trials, column{"choices within trials", trialsText}},
	} {
		if c.shown {
			columns = append(columns, c.column)
		}
	}
	columns = slices.Concat(columns, publishedColumns(table, quantities))
	return append(columns, column{"remark", papers.Row.Remarks})
}

// partColumn returns a column of one part of a row. A row without this part has an empty cell.
func partColumn[T any](heading string, part func(papers.Row) *T, cell func(*T) string) column {
	return column{heading, func(r papers.Row) string {
		if p := part(r); p != nil {
			return cell(p)
		}
		return ""
	}}
}

func timesOf(r papers.Row) *papers.Times { return r.Times }

func timeColumn(heading string, value func(*papers.Times) float64) column {
	return partColumn(heading, timesOf, func(t *papers.Times) string { return number(value(t)) })
}

func lengthColumn(heading string, cell func(*papers.Lengths) string) column {
	return partColumn(heading, func(r papers.Row) *papers.Lengths { return r.Lengths }, cell)
}

func tourColumn(heading string, cell func(*papers.Tour) string) column {
	return partColumn(heading, func(r papers.Row) *papers.Tour { return r.Tour }, cell)
}

// copyShare writes the bandwidth as a part of the device's copy bandwidth.
func copyShare(t *papers.Times) string {
	if t.CopyShare == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f%%", 100*t.CopyShare)
}

// errorText writes the error of a length, "" if the best known one is unknown.
func errorText(l *papers.Lengths, length float64) string {
	if percent, ok := l.ErrorPercent(length); ok {
		return fmt.Sprintf("%+.2f%%", percent)
	}
	return ""
}

func deviceAndSubgroup(device papers.Device) string {
	if device.Reference() {
		return deviceText(device)
	}
	return fmt.Sprintf("%s, subgroup %d", deviceText(device), device.SubgroupSize)
}

// trialsText lists the shares of choices by number of trials.
func trialsText(r papers.Row) string {
	var list []string
	for _, share := range r.Trials {
		list = append(list, fmt.Sprintf("%.1f%% in %d", share.Percent, share.Trials))
	}
	return strings.Join(list, ", ")
}

// measuredHeading is the heading of the stages that a table measures.
func measuredHeading(stages []string) string {
	if len(stages) <= 2 {
		return strings.Join(stages, " + ") + ", ms"
	}
	return stages[0] + " to " + stages[len(stages)-1] + ", ms"
}

// publishedColumns returns a column for each published figure, and one that compares ours with it.
func publishedColumns(table papers.Table, quantities []papers.Quantity) []column {
	var columns []column
	for i, heading := range table.Headings {
		q := quantities[i]
		columns = append(columns, column{heading, func(r papers.Row) string { return publishedText(q, r.PublishedAt(i).Value) }})
		if compared := q.Compared(); compared != "" {
			columns = append(columns, column{compared, func(r papers.Row) string { return comparedText(q, r.PublishedAt(i)) }})
		}
	}
	return columns
}

func publishedText(q papers.Quantity, value float64) string {
	if value > 0 && q.IsLength() {
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return number(value)
}

func comparedText(q papers.Quantity, b papers.PublishedFigure) string {
	switch {
	case q.IsLength() && b.Points != nil:
		return fmt.Sprintf("%+.2f", *b.Points)
	case q.IsLength() || b.Ratio == 0:
		return ""
	}
	return fmt.Sprintf("%.3g", b.Ratio)
}

// number writes a figure with four significant digits, or all digits of its integer part; 0 is "".
func number(value float64) string {
	switch {
	case value == 0:
		return ""
	case value >= 1000:
		return fmt.Sprintf("%.0f", value)
	}
	return fmt.Sprintf("%.4g", value)
}
