package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/study/anytime"
	"github.com/aco-vk/aco-vk/study/papers"
)

// generated matches a table that this command writes into a page. The first line names the
// report's table, such as anytime, and instances. Without instances, the table has all instances
// of the report, and also the ranges over the seeds and the goals; of a report of a folder it has
// the summary. The word claims alone asks for the numbers of the papers' claims by result, the name of a
// paper for its section, scaling for the ants a second of groups of devices, days and stopwatch for the reports of tools/days.
var generated = regexp.MustCompile(`(?s)<!-- make figures: ([^\n]*?) -->\n.*?<!-- end -->`)

// updatePage rewrites the generated tables of a page.
func updatePage(name string, k *kept) error {
	before, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	after, err := withTables(string(before), k)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, []byte(after), 0o666)
}

// withTables returns the text of a page with its generated tables rewritten.
func withTables(page string, k *kept) (string, error) {
	var failed error
	after := generated.ReplaceAllStringFunc(page, func(old string) string {
		spec := generated.FindStringSubmatch(old)[1]
		table, ok := tableFor(strings.Fields(spec), k)
		if !ok {
			failed = fmt.Errorf("no report for the table %q", spec)
			return old
		}
		return fmt.Sprintf("<!-- make figures: %s -->\n%s<!-- end -->", spec, table)
	})
	return after, failed
}

// tableFor returns the table that the words of its first line ask for.
func tableFor(words []string, k *kept) (table string, ok bool) {
	switch {
	case slices.Equal(words, []string{"claims"}):
		return claimsTable(k), true
	case k.scaling == nil:
	case slices.Equal(words, []string{scalingName}):
		return k.scaling.table(), true
	case slices.Equal(words, []string{scalingName, "lengths"}):
		return k.scaling.lengths(), true
	}
	if len(words) == 1 && words[0] == daysName && k.days != nil {
		return k.days.table(), true
	}
	if len(words) == 1 && words[0] == stopwatchName && k.stopwatch != nil {
		return k.stopwatch.table(), true
	}
	if len(words) == 1 {
		if paper, err := papers.FindPaper(words[0]); err == nil {
			return paperSection(paper, k), true
		}
	}
	at := slices.IndexFunc(k.byTime, func(r *anytime.Report) bool { return len(words) > 0 && r.Table == words[0] })
	if at < 0 {
		return "", false
	}
	return tableOf(k.byTime[at], words[1:]), true
}

// tableOf returns a report as a Markdown table.
func tableOf(report *anytime.Report, instances []string) string {
	if isFolder(report) {
		return folderTable(report, instances)
	}
	return errorTable(report, instances)
}

// errorTable returns a report as a Markdown table of these instances or, if there are none, of all
// instances with ranges and goals.
func errorTable(report *anytime.Report, instances []string) string {
	full := len(instances) == 0
	rows := slices.DeleteFunc(slices.Clone(report.Rows),
		func(r anytime.Row) bool { return !full && !slices.Contains(instances, r.Instance) })
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

// errorCell returns the mean error of a row's runs with a time limit, in bold if it reaches the
// goal. If full, the range over the seeds follows.
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

// goalsCell lists a row's goals in the order of the limits. A limit without a goal has –.
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
