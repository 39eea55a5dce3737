package main

import (
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/study/papers"
)

// A row of times and lengths has errors and their differences from the published ones. Below the
// table is an explanation of racy rows.
func TestBenchMarkdown(t *testing.T) {
	table := papers.Table{
		Name: "a-table", Title: "Title", Quantity: papers.ToursTime, Lengths: true,
		Headings: []string{"ms", "error", "length, least", "speedup"},
		Limit:    &papers.PresetTime{},
	}
	points, fewer := 0.5, -1.25
	row := papers.Row{
		Instance: "d198", Label: "system", Verified: papers.Racy,
		Times: &papers.Times{MeasuredMS: 3, IterationMS: 3, ToursMS: 6},
		Lengths: &papers.Lengths{
			Iterations: 7, BySeed: []int64{101, 105}, Mean: 103, Deviation: 2.8284, BestKnown: 100, WallS: 0.25,
			LimitS: 1.5,
		},
		Published: []papers.PublishedFigure{
			{Value: 12, Ratio: 2}, {Value: 2.5, Points: &points}, {Value: 15780.04, Points: &fewer}, {Value: 19.47},
		},
	}
	report := &papers.Report{Table: table.Name, Title: table.Title, Rows: []papers.Row{row}}
	var out strings.Builder
	m := newBenchMarkdown(&out, table, report, []papers.Quantity{papers.ToursTime, papers.Error, papers.BestLength,
		papers.Speedup})
	m.row(row)
	m.end()
	hasAll(t, out.String(),
		"| instance | what | verified | iteration, ms | n tours, ms | of copy bandwidth | runs | time given, s | seconds a run | mean length | deviation | least | most | "+
			"mean error | least error | ms | times as fast | error | points | length, least | points | speedup | remark |\n",
		"| d198 | system | racy | 3 | 6 |  | 2 of 7 iterations | 1.5 | 0.25 | 103.0 | 2.8 | 101 | 105 | "+
			"+3.00% | +1.00% | 12 | 2 | 2.5 | +0.50 | 15780.04 | -1.25 | 19.47 |  |\n",
		"\nracy: ants read trails")
}
