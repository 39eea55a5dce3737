package main

import (
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/study/anytime"
)

// A cell has the mean error with its standard error, in bold if it reaches the goal, the best and
// the worst error, and the time of a late run.
func TestAnytimeMarkdown(t *testing.T) {
	report := &anytime.Report{Table: "a-table", Title: "Title", Device: anytime.Device{Name: "a device"},
		LimitsS: []float64{1, 2.5, 10}}
	row := anytime.Row{
		Instance: "E1k.0", Cities: 1000, Label: "as chosen", BestKnown: 10000,
		Cells: []anytime.Cell{
			{LimitS: 2.5, Runs: []anytime.Trial{{Length: 10100, WallS: 2.7, PeakBytes: 2e6},
				{Length: 10300, WallS: 2.5, PeakBytes: 3e6}}},
			{LimitS: 10, Runs: []anytime.Trial{{Length: 10001}, {Seed: 2, Failure: "gone"}}},
		},
		Goals:     []anytime.ErrorPoint{{Seconds: 2.5, Percent: 1}, {Seconds: 10, Percent: 0.01}},
		Published: []anytime.Curve{{Heading: "others", Points: []anytime.ErrorPoint{{Seconds: 7, Percent: 0.26}}}},
	}
	other := anytime.Row{Instance: "mine", Cells: []anytime.Cell{{LimitS: 1, Runs: []anytime.Trial{{Length: 77}}}},
		Published: []anytime.Curve{{}}}
	var out strings.Builder
	m := anytimeMarkdown{out: &out}
	m.row(report, row)
	m.row(report, other)
	m.end(nil)
	for _, line := range []string{
		"a-table: Title, on a device\n",
		"| instance | cities | what | 1 s | 2.5 s | 10 s | memory | goals | others | remark |\n",
		"| E1k.0 | 1000 | as chosen |  | 2.000 ± 1.000 (1.000 to 3.000), 2.70 s | **0.010** (0.010 to 0.010) | 3 MB | 1 at 2.5 s, 0.01 at 10 s | 0.26 at 7 s | 10 s, seed 2: gone |\n",
		"| mine | 0 |  | 77 |",
	} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("no line %s in\n%s", line, out.String())
		}
	}
}
