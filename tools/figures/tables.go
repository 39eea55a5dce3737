package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/bench/anytime"
)

// generated is a table of a page that this command writes. Its first line names the table of the report, anytime for example, and
// the instances; without instances the table has all of them, with the ranges over the seeds and the goals.
var generated = regexp.MustCompile(`(?s)<!-- make figures: ([^\n]*?) -->\n.*?<!-- end -->`)

// updatePage writes a page's generated tables anew.
func updatePage(name string, reports []*anytime.Report) error {
	before, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	after, err := withTables(string(before), reports)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, []byte(after), 0o666)
}

// withTables returns the text of a page with its generated tables.
func withTables(page string, reports []*anytime.Report) (string, error) {
	var failed error
	after := generated.ReplaceAllStringFunc(page, func(old string) string {
		spec := generated.FindStringSubmatch(old)[1]
		words := strings.Fields(spec)
		at := slices.IndexFunc(reports, func(r *anytime.Report) bool { return len(words) > 0 && r.Table == words[0] })
		if at < 0 {
			failed = fmt.Errorf("no report for the table %q", spec)
			return old
		}
		return fmt.Sprintf("<!-- make figures: %s -->\n%s<!-- end -->", spec, errorTable(reports[at], words[1:]))
	})
	return after, failed
}

// errorTable writes a report as a table in Markdown: one row for each of the instances, or a full row for every instance.
func errorTable(report *anytime.Report, instances []string) string {
	full := len(instances) == 0
	rows := slices.DeleteFunc(slices.Clone(report.Rows), func(r anytime.Row) bool { return !full && !slices.Contains(instances, r.Instance) })
	header := []string{"instance", "cities"}
	for _, limit := range report.LimitsS {
		header = append(header, fmt.Sprintf("%g s", limit))
	}
	if full {
		header = append(header, "goals")
	}
	var table strings.Builder
	fmt.Fprintf(&table, "| %s |\n|%s\n", strings.Join(header, " | "), strings.Repeat("---|", len(header)))
	for _, row := range rows {
		cells := []string{row.Instance, fmt.Sprint(row.Cities)}
		for _, limit := range report.LimitsS {
			cells = append(cells, errorCell(row, limit, full))
		}
		if full {
			cells = append(cells, goalsCell(row, report.LimitsS))
		}
		fmt.Fprintf(&table, "| %s |\n", strings.Join(cells, " | "))
	}
	return table.String()
}

// errorCell writes the mean error of a row's runs with a time limit, in bold within the goal, and the range over the seeds.
func errorCell(row anytime.Row, limit float64, full bool) string {
	at := slices.IndexFunc(row.Cells, func(c anytime.Cell) bool { return c.LimitS == limit })
	if at < 0 {
		return ""
	}
	cell := row.Cells[at]
	mean, least, most, ok := cell.Lengths()
	if !ok {
		return ""
	}
	text := fmt.Sprintf("%.3f", row.Percent(mean))
	if !full {
		return text + "%"
	}
	if reached, _ := row.MeetsGoal(cell); reached {
		text = "**" + text + "**"
	}
	if len(cell.Runs) > 1 {
		text += fmt.Sprintf(" (%.3f to %.3f)", row.Percent(float64(least)), row.Percent(float64(most)))
	}
	return text
}

// goalsCell lists a row's goals in the order of the limits, – where there is none.
func goalsCell(row anytime.Row, limits []float64) string {
	var goals []string
	for _, limit := range limits {
		goal := "–"
		for _, p := range row.Goals {
			if p.Seconds == limit {
				goal = fmt.Sprint(p.Percent)
			}
		}
		goals = append(goals, goal)
	}
	return strings.Join(goals, ", ")
}
