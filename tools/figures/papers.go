package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/study/papers"
)

// claimsTable returns how many claims of each paper hold on each device, as a Markdown table.
func claimsTable(k *kept) string {
	results := []papers.Outcome{papers.Holds, papers.Contradicts, papers.Undecided, papers.NotMeasured}
	header := []string{"paper", "device", "claims"}
	for _, result := range results {
		header = append(header, string(result))
	}
	var table strings.Builder
	writeHeader(&table, header...)
	for _, paper := range papers.Papers() {
		for _, r := range k.reports {
			if r.Paper != paper.Name {
				continue
			}
			judged := r.Judge()
			cells := []string{paper.Title, r.Device.Name, fmt.Sprint(len(judged))}
			for _, result := range results {
				of := 0
				for _, j := range judged {
					if j.Result == result {
						of++
					}
				}
				cells = append(cells, fmt.Sprint(of))
			}
			writeLine(&table, cells...)
		}
	}
	return table.String()
}

// writeHeader writes the first two lines of a Markdown table.
func writeHeader(table *strings.Builder, cells ...string) {
	writeLine(table, cells...)
	fmt.Fprintf(table, "|%s\n", strings.Repeat("---|", len(cells)))
}

// writeLine writes a line of a Markdown table.
func writeLine(table *strings.Builder, cells ...string) {
	escaped := make([]string, len(cells))
	for i, cell := range cells {
		escaped[i] = strings.NewReplacer("|", `\|`, "*", `\*`).Replace(cell)
	}
	fmt.Fprintf(table, "| %s |\n", strings.Join(escaped, " | "))
}

// paperSection returns what the reports of a paper have, in Markdown: for each device the claims,
// tables and figures.
func paperSection(paper papers.Paper, k *kept) string {
	var text strings.Builder
	for _, r := range k.reports {
		if r.Paper == paper.Name {
			writePaper(&text, paper, r)
		}
	}
	if text.Len() == 0 {
		fmt.Fprintf(&text, "\nNo report of this paper is kept. `aco-vk bench --paper %s` measures all.\n", paper.Name)
	}
	return text.String()
}

// manyInstances is a list of more than three instances in the order of their sizes.
var manyInstances = regexp.MustCompile(`(\w+)(?:, \w+){2,}, (\w+)`)

func writePaper(text *strings.Builder, paper papers.Paper, r *papers.PaperReport) {
	fmt.Fprintf(text, "\n### %s on %s\n\n%s\n", paper.Title, r.Device.Name, originOf(r))
	fmt.Fprintf(text, "\nWhat the paper says, and what is seen here:\n\n")
	writeHeader(text, "claim", "source", "seen here", "result", "why")
	for _, j := range r.Judge() {
		writeLine(text, j.Claim, j.Source, manyInstances.ReplaceAllString(j.Seen, "$1, …, $2"), string(j.Result), j.Why)
	}
	charts := paperCharts(r)
	for _, table := range r.Tables {
		// Without rows the run was interrupted. Rows of the reference are the base of speed-ups.
		if len(table.Rows) == 0 || table.Device.Reference() && table.Quantity != papers.Trials || isOfSingleRuns(table) {
			continue
		}
		shown := slices.DeleteFunc(slices.Clone(charts), func(c chart) bool { return c.table != table.Table })
		fmt.Fprintf(text, "\n#### %s: %s\n", table.Table, table.Title)
		// Charts have the times, also the paper's. The numbers are in the report.
		if table.Quantity != papers.Trials && (len(shown) == 0 || hasLengths(table) && len(shownFigures(table)) > 0) {
			fmt.Fprintf(text, "\n%s", paperGrid(table))
		}
		for _, c := range shown {
			title := strings.TrimSuffix(c.Title, ", on "+r.Device.Name)
			if title == table.Title {
				title = "times by number of cities" // below the heading of the table
			}
			fmt.Fprintf(text, "\n![%s](figures/%s.svg)\n", title, c.name)
		}
	}
}

// isOfSingleRuns says whether a table has the shortest tours of single runs: another table has their
// mean.
func isOfSingleRuns(r *papers.Report) bool {
	return (r.Quantity == papers.BestLength || r.Quantity == papers.BestError) &&
		!slices.ContainsFunc(r.Rows, func(row papers.Row) bool { return row.Lengths != nil && len(row.Lengths.BySeed) > 1 })
}

func hasLengths(r *papers.Report) bool {
	return slices.ContainsFunc(r.Rows, func(row papers.Row) bool { return row.Lengths != nil })
}

// originOf says when, with what and how a report was measured.
func originOf(r *papers.PaperReport) string {
	words := []string{fmt.Sprintf("Measured on %s, driver %s, with version %s, shaders %.12s.", r.Date,
		r.Device.DriverVersion, r.Version, r.ShadersSHA256)}
	words = append(words, fmt.Sprintf("Each row was timed for %g s.", r.Seconds))
	if r.Seeds > 0 {
		words = append(words, fmt.Sprintf("Runs for lengths: %d.", r.Seeds))
	}
	if r.Iterations > 0 {
		words = append(words, fmt.Sprintf("Iterations of a run: %d, not those of the paper.", r.Iterations))
	}
	if r.StandIns {
		words = append(words, "Generated instances stand in for the published ones.")
	}
	if !r.Complete {
		words = append(words, "The run was interrupted: rows are missing.")
	} else if s := r.Selection; s.Instances != nil || s.Rows != "" || s.MaxCities > 0 {
		words = append(words, "The last run measured some rows, not all.")
	}
	return strings.Join(words, " ")
}
