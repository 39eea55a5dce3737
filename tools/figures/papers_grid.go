package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/study/papers"
)

// paperGrid returns the table of a report on the page of its paper: a cell has what is measured and,
// in brackets, what the paper has. The report has more, and so have the tables of aco-vk bench.
func paperGrid(r *papers.Report) string {
	published := shownFigures(r)
	table := grid(r, unitOf(r), func(row papers.Row) string {
		text := measuredText(r.Quantity, row)
		if text == "" || len(published) == 0 {
			return text
		}
		var others []string
		for _, i := range published {
			others = append(others, publishedText(row.PublishedAt(i)))
		}
		if strings.Trim(strings.Join(others, ""), "–") == "" {
			return text
		}
		return fmt.Sprintf("%s (%s)", text, strings.Join(others, "; "))
	})
	if len(published) == 0 {
		return table
	}
	var legend []string
	for _, i := range published {
		heading := r.Headings[i]
		if slices.ContainsFunc(r.Rows, func(row papers.Row) bool { return row.PublishedAt(i).Points != nil }) {
			heading = "percentage points above " + heading
		}
		legend = append(legend, heading)
	}
	return fmt.Sprintf("In brackets: %s.\n\n%s", strings.Join(legend, "; "), table)
}

// shownFigures returns the published figures that the table has, by their places below the headings.
// The best of several runs is left out beside a mean.
func shownFigures(r *papers.Report) (shown []int) {
	quantity := func(i int) papers.Quantity {
		for _, row := range r.Rows {
			if p := row.PublishedAt(i); p.Value != 0 {
				return p.Quantity
			}
		}
		return ""
	}
	isMean := func(q papers.Quantity) bool { return q == papers.Length || q == papers.Error }
	mean := false
	for i := range r.Headings {
		mean = mean || isMean(quantity(i))
	}
	for i := range r.Headings {
		if q := quantity(i); q != "" && (!q.IsLength() || !mean || isMean(q)) {
			shown = append(shown, i)
		}
	}
	return shown
}

// unitOf returns what the cells of a report have.
func unitOf(r *papers.Report) string {
	unit := string(r.Quantity)
	if r.Quantity.IsLength() {
		unit = "mean error, %"
	}
	if r.Quantity == papers.BestLength || r.Quantity == papers.BestError {
		unit = "least error, %"
	} else if !r.Quantity.IsLength() && hasLengths(r) {
		unit += "; mean error"
	}
	return unit
}

// measuredText writes the time and the error of a row, "" if nothing is measured. Without a best known
// length it writes the length.
func measuredText(quantity papers.Quantity, row papers.Row) string {
	var parts []string
	if times := row.Times; times != nil && !quantity.IsLength() {
		parts = append(parts, threeDigits(map[papers.Quantity]float64{
			papers.Time: times.MeasuredMS, papers.ToursTime: times.ToursMS, papers.Bandwidth: times.GBPerS,
		}[quantity]))
	}
	if row.Lengths != nil {
		length := row.Lengths.Mean
		if quantity == papers.BestLength || quantity == papers.BestError {
			length = float64(row.Lengths.Best())
		}
		percent, ok := row.Lengths.ErrorPercent(length)
		switch {
		case !ok:
			parts = append(parts, fmt.Sprintf("length %.1f", length))
		case quantity.IsLength():
			parts = append(parts, fmt.Sprintf("%.2f", percent))
		default:
			parts = append(parts, fmt.Sprintf("%.2f%%", percent))
		}
	}
	return strings.Join(parts, "; ")
}

// publishedText writes a published figure: of lengths, by how many percentage points ours is above it.
func publishedText(p papers.PublishedFigure) string {
	switch {
	case p.Value == 0 || p.Quantity.IsLength() && p.Points == nil:
		return "–"
	case p.Quantity.IsLength():
		return fmt.Sprintf("%+.2f", *p.Points)
	case p.Quantity == papers.Speedup:
		return "speed-up " + threeDigits(p.Value)
	}
	return threeDigits(p.Value)
}

// grid returns a report as a Markdown table with a row for each system and a column for each instance,
// by its number of cities. Rows whose cell is empty are not measured.
func grid(report *papers.Report, unit string, cell func(papers.Row) string) string {
	rows := slices.DeleteFunc(slices.Clone(report.Rows), func(r papers.Row) bool { return cell(r) == "" })
	byCities := slices.SortedStableFunc(slices.Values(rows),
		func(a, b papers.Row) int { return cmp.Compare(a.Cities, b.Cities) })
	nameOf := func(r papers.Row) string { return papers.InstanceText(r.Instance, r.StandInFor) }
	instances := distinct(byCities, nameOf)
	var table strings.Builder
	writeHeader(&table, append([]string{unit}, instances...)...)
	for _, system := range distinct(rows, labelOf) {
		cells := []string{system}
		for _, instance := range instances {
			text := ""
			if at := slices.IndexFunc(rows, func(r papers.Row) bool { return r.Label == system && nameOf(r) == instance }); at >= 0 {
				text = cell(rows[at])
			}
			cells = append(cells, text)
		}
		writeLine(&table, cells...)
	}
	return table.String()
}

// threeDigits writes a time or a ratio with three digits, and with all before the point.
func threeDigits(value float64) string {
	if value >= 100 {
		return fmt.Sprintf("%.0f", value)
	}
	return fmt.Sprintf("%.3g", value)
}
