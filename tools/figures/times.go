package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/study/papers"
)

// timesTable returns the times of a report as a Markdown table. The first published time follows in
// brackets.
func timesTable(report *papers.Report) string {
	return grid(report, "ms", func(row papers.Row) string {
		if row.Times == nil {
			return ""
		}
		text := threeDigits(row.Times.MeasuredMS)
		if published := row.Published; len(published) > 0 && published[0].Value > 0 {
			text += fmt.Sprintf(" (%s)", threeDigits(published[0].Value))
		}
		return text
	})
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
	writeLine(&table, append([]string{unit}, instances...)...)
	fmt.Fprintf(&table, "|%s\n", strings.Repeat("---|", len(instances)+1))
	for _, system := range distinct(rows, func(r papers.Row) string { return r.Label }) {
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

// stagesTable returns the mean times of the stages of an iteration as a Markdown table, a row for
// each instance. Stages are in the order of their names. The last column is the time of a step of
// the tours.
func stagesTable(report *papers.Report) string {
	var rows []papers.Row
	var stages []string
	for _, row := range report.Rows {
		if row.Times == nil {
			continue
		}
		rows = append(rows, row)
		for stage := range row.Times.StagesMS {
			stages = append(stages, stage)
		}
	}
	slices.Sort(stages)
	stages = slices.Compact(stages)
	slices.SortStableFunc(rows, func(a, b papers.Row) int { return cmp.Compare(a.Cities, b.Cities) })
	header := slices.Concat([]string{"instance", "cities"}, stages, []string{"iteration, ms", "construct, µs a step"})
	var table strings.Builder
	fmt.Fprintf(&table, "| %s |\n|%s\n", strings.Join(header, " | "), strings.Repeat("---|", len(header)))
	for _, row := range rows {
		cells := []string{row.Instance, fmt.Sprint(row.Cities)}
		for _, stage := range stages {
			cells = append(cells, fmt.Sprintf("%.3g", row.Times.StagesMS[stage]))
		}
		step := row.Times.StagesMS["construct"] * 1000 / float64(row.Cities)
		cells = append(cells, fmt.Sprintf("%.3g", row.Times.IterationMS), fmt.Sprintf("%.2f", step))
		fmt.Fprintf(&table, "| %s |\n", strings.Join(cells, " | "))
	}
	return table.String()
}
