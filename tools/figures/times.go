package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/bench"
)

// timesTable returns the times of a report as a Markdown table with a row for each system and a
// column for each instance, by its number of cities. The first published time follows in brackets.
func timesTable(report *bench.Report) string {
	rows := slices.DeleteFunc(slices.Clone(report.Rows), func(r bench.Row) bool { return r.Times == nil })
	byCities := slices.SortedStableFunc(slices.Values(rows),
		func(a, b bench.Row) int { return cmp.Compare(a.Cities, b.Cities) })
	nameOf := func(r bench.Row) string { return bench.InstanceText(r.Instance, r.StandInFor) }
	instances := distinct(byCities, nameOf)
	var table strings.Builder
	fmt.Fprintf(&table, "| ms | %s |\n|%s\n", strings.Join(instances, " | "), strings.Repeat("---|", len(instances)+1))
	for _, system := range distinct(rows, func(r bench.Row) string { return r.Label }) {
		cells := []string{system}
		for _, instance := range instances {
			at := slices.IndexFunc(rows, func(r bench.Row) bool { return r.Label == system && nameOf(r) == instance })
			cells = append(cells, timeCell(rows, at))
		}
		fmt.Fprintf(&table, "| %s |\n", strings.Join(cells, " | "))
	}
	return table.String()
}

func timeCell(rows []bench.Row, at int) string {
	if at < 0 {
		return ""
	}
	text := milliseconds(rows[at].Times.MeasuredMS)
	if published := rows[at].Published; len(published) > 0 && published[0].Value > 0 {
		text += fmt.Sprintf(" (%s)", milliseconds(published[0].Value))
	}
	return text
}

// milliseconds writes a time with three digits, and with all before the point.
func milliseconds(ms float64) string {
	if ms >= 100 {
		return fmt.Sprintf("%.0f", ms)
	}
	return fmt.Sprintf("%.3g", ms)
}

// orderTable returns the papers' order of their systems as a Markdown table, with the instances at
// which it holds.
func orderTable(report *bench.Report) string {
	comparisons, err := report.Comparisons()
	if err != nil {
		return err.Error()
	}
	type claim struct{ faster, slower, source string }
	type instances struct{ holding, others []string }
	found := map[claim]*instances{}
	for _, c := range comparisons {
		of := claim{c.Faster, c.Slower, c.Source}
		if found[of] == nil {
			found[of] = new(instances)
		}
		if c.Holds() {
			found[of].holding = append(found[of].holding, c.Instance)
		} else {
			found[of].others = append(found[of].others, c.Instance)
		}
	}
	claims := slices.SortedFunc(maps.Keys(found),
		func(a, b claim) int { return cmp.Or(cmp.Compare(a.faster, b.faster), cmp.Compare(a.slower, b.slower)) })
	var table strings.Builder
	fmt.Fprint(&table,
		"| faster by the paper | slower by the paper | holds here at | does not hold at | source |\n|---|---|---|---|---|\n")
	for _, c := range claims {
		holding, others := strings.Join(found[c].holding, ", "), strings.Join(found[c].others, ", ")
		fmt.Fprintf(&table, "| %s | %s | %s | %s | %s |\n", c.faster, c.slower, holding, others, c.source)
	}
	return table.String()
}

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
