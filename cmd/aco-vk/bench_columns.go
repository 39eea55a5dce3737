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
	columns := []column{
		{"instance", func(r papers.Row) string { return papers.InstanceText(r.Instance, r.StandInFor) }},
		{"what", func(r papers.Row) string { return r.Label }},
		{"verified", func(r papers.Row) string { return string(r.Verified) }},
	}
	if table.MeasuresTimes() {
		columns = slices.Concat(columns, timeColumns(table))
	}
	if table.MeasuresLengths() {
		columns = slices.Concat(columns, lengthColumns(table))
	}
	if table.Quantity == papers.Hash {
		columns = slices.Concat(columns, tourColumns(report.Device))
	}
	if table.Quantity == papers.Trials {
		columns = append(columns, column{"choices within trials", trialsText})
	}
	columns = slices.Concat(columns, publishedColumns(table, quantities))
	return append(columns, column{"remark", papers.Row.Remarks})
}

// trialsText lists the shares of choices by number of trials.
func trialsText(r papers.Row) string {
	var list []string
	for _, share := range r.Trials {
		list = append(list, fmt.Sprintf("%.1f%% in %d", share.Percent, share.Trials))
	}
	return strings.Join(list, ", ")
}

// partColumn returns a constructor of columns of one part of a row. A row without this part has
// an empty cell.
func partColumn[T any](part func(papers.Row) *T) func(heading string, cell func(*T) string) column {
	return func(heading string, cell func(*T) string) column {
		return column{heading, func(r papers.Row) string {
			if p := part(r); p != nil {
				return cell(p)
			}
			return ""
		}}
	}
}

func timeColumns(table papers.Table) []column {
	timeColumn := partColumn(func(r papers.Row) *papers.Times { return r.Times })
	var columns []column
	if table.ByStage {
		for _, stage := range stagesInOrder {
			columns = append(columns, timeColumn(stage,
				func(t *papers.Times) string { return number(t.StagesMS[stage]) }))
		}
	}
	if table.Stages != nil {
		columns = append(columns, timeColumn(measuredHeading(table.Stages),
			func(t *papers.Times) string { return number(t.MeasuredMS) }))
	}
	columns = append(columns, timeColumn("iteration, ms", func(t *papers.Times) string { return number(t.IterationMS) }))
	if table.Quantity == papers.ToursTime {
		columns = append(columns, timeColumn("n tours, ms", func(t *papers.Times) string { return number(t.ToursMS) }))
	}
	if table.Quantity == papers.Bandwidth {
		columns = append(columns, timeColumn("GB/s", func(t *papers.Times) string { return number(t.GBPerS) }))
	}
	return append(columns, timeColumn("of copy bandwidth", func(t *papers.Times) string {
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

func lengthColumns(table papers.Table) []column {
	lengthColumn := partColumn(func(r papers.Row) *papers.Lengths { return r.Lengths })
	over := func(l *papers.Lengths, length float64) string {
		if percent, ok := l.ErrorPercent(length); ok {
			return fmt.Sprintf("%+.2f%%", percent)
		}
		return ""
	}
	columns := []column{lengthColumn("runs", func(l *papers.Lengths) string {
		return fmt.Sprintf("%d of %d iterations",
			len(l.BySeed), l.Iterations)
	})}
	if table.Limit != nil {
		columns = append(columns, lengthColumn("time given, s",
			func(l *papers.Lengths) string { return number(l.LimitS) }))
	}
	return slices.Concat(columns, []column{
		lengthColumn("seconds a run", func(l *papers.Lengths) string { return number(l.WallS) }),
		lengthColumn("mean length", func(l *papers.Lengths) string { return fmt.Sprintf("%.1f", l.Mean) }),
		lengthColumn("deviation", func(l *papers.Lengths) string { return fmt.Sprintf("%.1f", l.Deviation) }),
		lengthColumn("least", func(l *papers.Lengths) string { return fmt.Sprint(l.Best()) }),
		lengthColumn("most", func(l *papers.Lengths) string { return fmt.Sprint(slices.Max(l.BySeed)) }),
		lengthColumn("mean error", func(l *papers.Lengths) string { return over(l, l.Mean) }),
		lengthColumn("least error", func(l *papers.Lengths) string { return over(l, float64(l.Best())) }),
	})
}

func tourColumns(device papers.Device) []column {
	tourColumn := partColumn(func(r papers.Row) *papers.Tour { return r.Tour })
	return []column{
		tourColumn("iterations", func(t *papers.Tour) string { return fmt.Sprint(t.Iterations) }),
		tourColumn("seed", func(t *papers.Tour) string { return fmt.Sprint(t.Seed) }),
		{"device", func(papers.Row) string {
			if device.Reference() {
				return deviceText(device)
			}
			return fmt.Sprintf("%s, subgroup %d", deviceText(device), device.SubgroupSize)
		}},
		tourColumn("ants' best", func(t *papers.Tour) string { return fmt.Sprint(t.AntsBest) }),
		tourColumn("tour_sha256", func(t *papers.Tour) string { return t.SHA256 }),
	}
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
