package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/study/papers"
)

// rowColumn is a column of a table of rows.
type rowColumn struct {
	heading string
	cell    func(papers.Row) string
}

// rowsTable returns the rows of a report as a Markdown table: what is measured, then each published
// figure and how ours compares with it. Columns without a value are left out.
func rowsTable(r *papers.Report) string {
	columns := []rowColumn{
		{"instance", func(row papers.Row) string { return papers.InstanceText(row.Instance, row.StandInFor) }},
		{"system", func(row papers.Row) string { return row.Label }},
	}
	columns = slices.Concat(columns, measuredColumns(r), trialsColumns(r))
	for i, heading := range r.Headings {
		columns = append(columns, comparedColumns(heading, i)...)
	}
	columns = append(columns, rowColumn{"remark", papers.Row.Remarks})
	columns = slices.DeleteFunc(columns, func(c rowColumn) bool {
		return !slices.ContainsFunc(r.Rows, func(row papers.Row) bool { return c.cell(row) != "" })
	})
	var table strings.Builder
	line := func(cell func(rowColumn) string) {
		var cells []string
		for _, c := range columns {
			cells = append(cells, cell(c))
		}
		writeLine(&table, cells...)
	}
	line(func(c rowColumn) string { return c.heading })
	fmt.Fprintf(&table, "|%s\n", strings.Repeat("---|", len(columns)))
	for _, row := range r.Rows {
		line(func(c rowColumn) string { return c.cell(row) })
	}
	return table.String()
}

// measuredColumns returns the columns of a table's quantity and of its lengths.
func measuredColumns(r *papers.Report) []rowColumn {
	time := func(of func(*papers.Times) float64) func(papers.Row) string {
		return func(row papers.Row) string {
			if row.Times == nil || of(row.Times) == 0 {
				return ""
			}
			return threeDigits(of(row.Times))
		}
	}
	length := func(of func(*papers.Lengths) string) func(papers.Row) string {
		return func(row papers.Row) string {
			if row.Lengths == nil {
				return ""
			}
			return of(row.Lengths)
		}
	}
	percent := func(l *papers.Lengths, of float64) string {
		if percent, ok := l.ErrorPercent(of); ok {
			return fmt.Sprintf("%.2f", percent)
		}
		return ""
	}
	first := rowColumn{"ms", time(func(t *papers.Times) float64 { return t.MeasuredMS })}
	switch r.Quantity {
	case papers.ToursTime:
		first = rowColumn{"ms of n tours", time(func(t *papers.Times) float64 { return t.ToursMS })}
	case papers.Bandwidth:
		first = rowColumn{"GB/s", time(func(t *papers.Times) float64 { return t.GBPerS })}
	}
	return []rowColumn{
		first,
		{"mean length", length(func(l *papers.Lengths) string { return fmt.Sprintf("%.1f", l.Mean) })},
		{"shortest", length(func(l *papers.Lengths) string { return fmt.Sprint(l.Best()) })},
		{"mean error, %", length(func(l *papers.Lengths) string { return percent(l, l.Mean) })},
		{"least error, %", length(func(l *papers.Lengths) string { return percent(l, float64(l.Best())) })},
	}
}

// trialsColumns returns a column for each number of trials: the percentage of choices that it
// decides.
func trialsColumns(r *papers.Report) (columns []rowColumn) {
	var shares []papers.TrialShare
	for _, row := range r.Rows {
		shares = append(shares, row.Trials...)
	}
	for _, number := range distinct(shares, func(s papers.TrialShare) string { return fmt.Sprint(s.Trials) }) {
		columns = append(columns, rowColumn{"trials: " + number + ", %", func(row papers.Row) string {
			for _, share := range row.Trials {
				if fmt.Sprint(share.Trials) == number {
					return fmt.Sprintf("%.1f", share.Percent)
				}
			}
			return ""
		}})
	}
	return columns
}

// comparedColumns returns the columns of a published figure: its value, and how many times as fast
// or how many percentage points above it our value is.
func comparedColumns(heading string, i int) []rowColumn {
	with := func(cell func(papers.PublishedFigure) string) func(papers.Row) string {
		return func(row papers.Row) string {
			if i >= len(row.Published) || row.Published[i].Value == 0 {
				return ""
			}
			return cell(row.Published[i])
		}
	}
	return []rowColumn{
		{heading, with(func(p papers.PublishedFigure) string {
			if p.Quantity.IsLength() {
				return strconv.FormatFloat(p.Value, 'f', -1, 64)
			}
			return threeDigits(p.Value)
		})},
		{"points", with(func(p papers.PublishedFigure) string {
			if p.Points == nil {
				return ""
			}
			return fmt.Sprintf("%+.2f", *p.Points)
		})},
		{"times as fast", with(func(p papers.PublishedFigure) string {
			if q := p.Quantity; p.Ratio == 0 || q.IsLength() || q == papers.Speedup || q == papers.Bandwidth {
				return ""
			}
			return threeDigits(p.Ratio)
		})},
	}
}
