package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/bench"
)

// stagesTable returns the mean times of the stages of an iteration as a Markdown table, a row for
// each instance. Stages are in the order of their names. The last column is the time of a step of
// the tours.
func stagesTable(report *bench.Report) string {
	var rows []bench.Row
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
	slices.SortStableFunc(rows, func(a, b bench.Row) int { return cmp.Compare(a.Cities, b.Cities) })
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
