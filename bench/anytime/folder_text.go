package anytime

import (
	"fmt"
	"strings"
)

// CellHeadings are the headings of Row.CellTexts.
var CellHeadings = []string{"instance", "cities", "limit", "best known reached", "mean error, %", "worst error, %", "last improvement", "remark"}

// CellTexts returns a line of a table of all instances of a folder: the errors of the runs with a time limit, and the mean time of their last
// improvements.
func (r Row) CellTexts(c Cell) []string {
	texts := []string{r.Instance, fmt.Sprint(r.Cities), limitText(c.LimitS), "", "", "", "", ""}
	mean, shortest, longest, ok := c.Lengths()
	var remarks []string
	switch {
	case ok && r.BestKnown > 0:
		texts[3], texts[4], texts[5] = fmt.Sprintf("%d/%d", r.Reached(c), len(c.Runs)), percentText(r.Percent(mean)), percentText(r.Percent(float64(longest)))
	case ok:
		remarks = append(remarks, fmt.Sprintf("no best known length; mean %.1f, best %d, worst %d", mean, shortest, longest))
	}
	if seconds, ok := c.LastImprovement(); ok {
		texts[6] = fmt.Sprintf("%.2f s", seconds)
	}
	if took, late := c.Overtime(); late {
		remarks = append(remarks, fmt.Sprintf("longest run %.2f s", took.Seconds()))
	}
	for _, run := range c.Runs {
		if run.Failure != "" {
			remarks = append(remarks, fmt.Sprintf("seed %d: %s", run.Seed, run.Failure))
		}
	}
	texts[7] = strings.Join(remarks, "; ")
	return texts
}

// SummaryTable returns the summaries as the cells of a table. The first row has the headings.
func (r *Report) SummaryTable() [][]string {
	table := [][]string{{"class", "limit", "instances", "best known in all runs", "runs", "best known reached", "mean error, %", "worst error, %"}}
	for _, s := range r.Summaries() {
		texts := []string{
			s.Class, limitText(s.LimitS), fmt.Sprint(s.Instances), fmt.Sprint(s.Always), fmt.Sprint(s.Runs),
			fmt.Sprintf("%d (%.1f%%)", s.Reached, 100*float64(s.Reached)/float64(s.Runs)), "", "",
		}
		if s.Tours > 0 {
			texts[6], texts[7] = percentText(s.Mean), percentText(s.Worst)
		}
		table = append(table, texts)
	}
	return table
}

func limitText(seconds float64) string { return fmt.Sprintf("%g s", seconds) }

func percentText(percent float64) string { return fmt.Sprintf("%.3f", percent) }
