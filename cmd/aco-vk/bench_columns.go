package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/bench"
)

// stagesInOrder are the stages of an iteration as a table's columns.
var stagesInOrder = []string{"choice", "prefix", "construct", "evaluate", "improve", "best", "schedule", "evaporate", "deposit"}

// column is a column of a Markdown table. A cell without a value is "".
type column struct {
	heading string
	cell    func(bench.Row) string
}

// columnsOf returns the columns of a table for the quantity that it measures.
func columnsOf(table bench.Table, report *bench.Report, quantities []bench.Quantity) []column {
	columns := []column{
		{"instance", func(r bench.Row) string { return r.Instance }},
		{"what", func(r bench.Row) string { return r.Label }},
		{"verified", func(r bench.Row) string { return string(r.Verified) }},
	}
	if table.MeasuresTimes() {
		columns = slices.Concat(columns, timeColumns(table))
	}
	if table.MeasuresLengths() {
		columns = slices.Concat(columns, lengthColumns(table))
	}
	if table.Quantity == bench.Hash {
		columns = slices.Concat(columns, tourColumns(report.Device))
	}
	columns = slices.Concat(columns, besideColumns(table, quantities))
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
	if table.Quantity == bench.ToursTime {
		columns = append(columns, timed("n tours, ms", func(t *bench.Times) string { return number(t.ToursMS) }))
	}
	if table.Quantity == bench.Bandwidth {
		columns = append(columns, timed("GB/s", func(t *bench.Times) string { return number(t.GBPerS) }))
	}
	return append(columns, timed("of copy bandwidth", func(t *bench.Times) string {
		if t.CopyShare == 0 {
			return ""
		}
		return fmt.Sprintf("%.0f%%", 100*t.CopyShare)
	}))
}

// measuredHeading is the heading of the stages that a table measures.
func measuredHeading(stages []string) string {
	if len(stages) <= 2 {
		return strings.Join(stages, " + ") + ", ms"
	}
	return stages[0] + " to " + stages[len(stages)-1] + ", ms"
}

func lengthColumns(table bench.Table) []column {
	known := func(heading string, cell func(*bench.Lengths) string) column {
		return column{heading, func(r bench.Row) string {
			if r.Lengths == nil {
				return ""
			}
			return cell(r.Lengths)
		}}
	}
	over := func(l *bench.Lengths, length float64) string {
		if percent, ok := l.ErrorPercent(length); ok {
			return fmt.Sprintf("%+.2f%%", percent)
		}
		return ""
	}
	columns := []column{known("runs", func(l *bench.Lengths) string { return fmt.Sprintf("%d of %d iterations", len(l.BySeed), l.Iterations) })}
	if table.Limit != nil {
		columns = append(columns, known("time given, s", func(l *bench.Lengths) string { return number(l.LimitS) }))
	}
	return slices.Concat(columns, []column{
		known("seconds a run", func(l *bench.Lengths) string { return number(l.WallS) }),
		known("mean length", func(l *bench.Lengths) string { return fmt.Sprintf("%.1f", l.Mean) }),
		known("deviation", func(l *bench.Lengths) string { return fmt.Sprintf("%.1f", l.Deviation) }),
		known("least", func(l *bench.Lengths) string { return fmt.Sprint(l.Best()) }),
		known("most", func(l *bench.Lengths) string { return fmt.Sprint(slices.Max(l.BySeed)) }),
		known("over the best known", func(l *bench.Lengths) string { return over(l, l.Mean) }),
		known("least over it", func(l *bench.Lengths) string { return over(l, float64(l.Best())) }),
	})
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

// besideColumns returns a column for each published figure, and one that compares ours with it.
func besideColumns(table bench.Table, quantities []bench.Quantity) []column {
	var columns []column
	for i, heading := range table.Headings {
		figure := func(r bench.Row) bench.PublishedFigure {
			if i >= len(r.Published) {
				return bench.PublishedFigure{}
			}
			return r.Published[i]
		}
		q := quantities[i]
		columns = append(columns, column{heading, func(r bench.Row) string { return publishedText(q, figure(r).Value) }})
		if q != bench.Speedup { // the paper's base program is not available
			columns = append(columns, column{comparedHeading(q), func(r bench.Row) string { return comparedText(q, figure(r)) }})
		}
	}
	return columns
}

func publishedText(q bench.Quantity, value float64) string {
	if value > 0 && q.IsLength() {
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return number(value)
}

func comparedHeading(q bench.Quantity) string {
	switch {
	case q.IsLength():
		return "points"
	case q == bench.Bandwidth:
		return "times as much"
	}
	return "times as fast"
}

func comparedText(q bench.Quantity, b bench.PublishedFigure) string {
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
