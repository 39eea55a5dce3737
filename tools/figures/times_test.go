package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/bench"
)

// A table of times has a row for each system; a published time is in brackets.
func TestTimesTable(t *testing.T) {
	report := &bench.Report{Table: "zhou2017-c1", Rows: []bench.Row{
		row("pr1002", 1002, "one", "", 2.3456), row("d198", 198, "one", "", 1, 15.5, 3),
		row("d198", 198, "two", "", 0.5, 0), {Instance: "refused"},
	}}
	want := "| ms | d198 | pr1002 |\n|---|---|---|\n| one | 1 (15.5) | 2.35 |\n| two | 0.5 |  |\n"
	if diff := cmp.Diff(want, timesTable(report)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A table of orders has the instances at which a statement of a paper holds, and the others.
func TestOrderTable(t *testing.T) {
	system := func(instance string, cities int, preset string, ms float64) bench.Row {
		return row(instance, cities, preset, preset, ms)
	}
	report := &bench.Report{Table: "presets", Rows: []bench.Row{
		system("d198", 198, "zhou2017-ke-all", 1), system("d198", 198, "zhou2017-ke-one", 2),
		system("pr1002", 1002, "zhou2017-ke-all", 4), system("pr1002", 1002, "zhou2017-ke-one", 3),
	}}
	want := "| faster by the paper | slower by the paper | holds here at | does not hold at | source |\n|---|---|---|---|---|\n" +
		"| zhou2017-ke-all | zhou2017-ke-one | d198 | pr1002 | Zhou et al. 2017, appendix C.3 |\n"
	if diff := cmp.Diff(want, orderTable(report)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
