package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/study/papers"
)

// A table of times has a row for each system; a published time is in brackets.
func TestTimesTable(t *testing.T) {
	report := &papers.Report{Table: "zhou2017-c1", Rows: []papers.Row{
		row("pr1002", 1002, "one", "", 2.3456), row("d198", 198, "one", "", 1, 15.5, 3),
		row("d198", 198, "two", "", 0.5, 0), {Instance: "refused"},
	}}
	want := "| ms | d198 | pr1002 |\n|---|---|---|\n| one | 1 (15.5) | 2.35 |\n| two | 0.5 |  |\n"
	if diff := cmp.Diff(want, timesTable(report)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
