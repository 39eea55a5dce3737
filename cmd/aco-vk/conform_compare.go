package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/conform/diff"
)

var errReportsDiffer = errors.New("the reports have different results")

// compare compares two reports.
func (f *conformCommand) compare(c console) error {
	if f.JSON != "" || f.Device != "" {
		return usagef("--compare reads reports and takes neither --json nor --device")
	}
	page, err := newOutput(c, f.HTML)
	if err != nil {
		return err
	}
	files := []string{f.Compare}
	if f.Other != "" {
		files = append(files, f.Other)
	}
	before, after, err := readTwoReports(files...)
	if err != nil {
		return err
	}
	comparison := diff.Compare(before, after)
	if f.HTML == standard {
		c.out = c.messages // standard output is for the page alone
	}
	printComparison(c.out, comparison)
	err = page.write(func(w io.Writer) error { return comparison.WriteHTML(w, repeatCommand(after.Perturbed)) })
	if err == nil && !comparison.Same() {
		return errReportsDiffer
	}
	return err
}

// readTwoReports reads the two reports of a file, or the only report of each of two files.
func readTwoReports(names ...string) (before, after *conform.Report, err error) {
	var all []*conform.Report
	for _, name := range names {
		var reports []*conform.Report
		err := readFile(name, func(file io.Reader) (err error) {
			reports, err = conform.ReadReports(file)
			return err
		})
		if err != nil {
			return nil, nil, err
		}
		if want := 2 / len(names); len(reports) != want {
			return nil, nil, usagef(
				"%s has %d reports, not %d: --compare takes two files with a report each (a line of JSON), or one file with two",
				name, len(reports), want)
		}
		all = append(all, reports...)
	}
	return all[0], all[1], nil
}

// maxPrintedInputs is the number of inputs whose times are printed; the page has all.
const maxPrintedInputs = 10

// printComparison prints what changed between two reports.
func printComparison(out io.Writer, c *diff.Comparison) {
	fmt.Fprintf(out, "before: %s\nafter:  %s\n", c.Before.Summary(), c.After.Summary())
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, fact := range c.Facts {
		fmt.Fprintf(table, "%s\t%s\t→ %s\n", fact.Name, fact.Before, fact.After)
	}
	table.Flush()
	printStageTimes(out, c.Stages)
	largest := slices.DeleteFunc(slices.Clone(c.Inputs), func(t diff.Times) bool { return t.Ratio() == 0 })
	slices.SortStableFunc(largest, func(x, y diff.Times) int {
		return cmp.Compare(y.BeforeMS+y.AfterMS,
			x.BeforeMS+x.AfterMS)
	})
	printTimes(out, "input of cases in both, the longest", largest[:min(len(largest), maxPrintedInputs)])
	itself := func(name string) string { return name }
	printChanges(out, "verdict", c.Verdicts, repeatCommand(c.After.Perturbed))
	printChanges(out, "tour", c.Runs, itself)
	printChanges(out, "probe", c.Probes, itself)
	fmt.Fprintf(out,
		"%d cases in both reports, %d only before, %d only after; %d verdicts, %d tours and %d probes changed\n",
		c.Common, len(c.OnlyBefore), len(c.OnlyAfter), len(c.Verdicts), len(c.Runs), len(c.Probes))
}

// printStageTimes prints a table of the stages.
func printStageTimes(out io.Writer, stages []diff.Stage) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "stage\tcompared\tbad\tmean device time\tcases in both\ttheir device time\tafter / before\t")
	for _, s := range stages {
		fmt.Fprintf(table, "%s\t%d → %d\t%d → %d\t%.2f → %.2f ms\t%d\t%s\t\n", s.Name, s.Before.Comparisons,
			s.After.Comparisons, s.Before.Bad, s.After.Bad,
			s.Before.MeanMS, s.After.MeanMS, s.Cases, beforeAndAfter(s.Times))
	}
	table.Flush()
}

// beforeAndAfter returns two columns: the times before and after, and their ratio.
func beforeAndAfter(t diff.Times) string {
	if t.Ratio() == 0 {
		return "\t"
	}
	return fmt.Sprintf("%.2f → %.2f ms\t%.2f", t.BeforeMS, t.AfterMS, t.Ratio())
}

// printTimes prints a table of times, nothing if there are none.
func printTimes(out io.Writer, title string, rows []diff.Times) {
	if len(rows) == 0 {
		return
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "%s\tcases\tdevice time\tafter / before\t\n", title)
	for _, t := range rows {
		fmt.Fprintf(table, "%s\t%d\t%s\t\n", t.Name, t.Cases, beforeAndAfter(t))
	}
	table.Flush()
}

// printChanges prints the first changes of a kind. show returns what is printed for a name.
func printChanges(out io.Writer, kind string, changes []diff.Change, show func(name string) string) {
	for i, change := range changes {
		if i == maxPrintedProblems {
			fmt.Fprintf(out, "and %d more of these\n", len(changes)-i)
			return
		}
		fmt.Fprintf(out, "%s %s → %s: %s\n", kind, change.Before, change.After, show(change.Name))
		if change.Detail != "" {
			fmt.Fprintf(out, "  %s\n", change.Detail)
		}
	}
}
