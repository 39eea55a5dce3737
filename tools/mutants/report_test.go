package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
)

// The committed page is that of the committed report and reasons.
func TestPageBelongsToTheReport(t *testing.T) {
	t.Chdir("../..")
	want, err := page(reportFile, reasonsFile)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("the report or a reason has changed: run go run ./tools/mutants page")
	}
}

// Each reason belongs to a survivor of the report.
func TestReasonsBelongToSurvivors(t *testing.T) {
	t.Chdir("../..")
	var s summary
	var reasons []reason
	if err := readJSON(reportFile, &s.report); err != nil {
		t.Fatal(err)
	}
	if err := readJSON(reasonsFile, &reasons); err != nil {
		t.Fatal(err)
	}
	survived := map[mutant]bool{}
	for _, o := range s.Outcomes {
		survived[o.key()] = o.Found == ""
	}
	for _, r := range reasons {
		if !survived[r.key()] || r.Reason == "" {
			t.Errorf("%+v", r)
		}
	}
}

func TestCount(t *testing.T) {
	survivor := func(after string) outcome { return outcome{mutant: mutant{File: "a.go", After: after, Line: 7}} }
	s := summary{report: report{Outcomes: []outcome{
		{Found: "short tests", Seconds: 3, Seed: 2, Gap: true}, {Found: "short tests", Seconds: 1}, {Found: "short tests", Seconds: 2}, {Found: "conform", Seconds: 9},
		survivor("hidden"), survivor("gap"), survivor("new"),
	}}}
	s.count([]reason{
		{mutant{File: "a.go", After: "hidden"}, "it computes the same", true},
		{mutant{File: "a.go", After: "gap"}, "no test has so many cities", false},
	})
	if s.Hidden != 1 || s.Visible != 6 || int(s.Percent) != 33 || len(s.Survivors) != 3 || s.Survivors[2].Reason != unexplained {
		t.Errorf("%+v", s)
	}
	if !slices.Equal(s.Samples, []sampleCount{{2, 1, 1, 1, 0}, {0, 6, 5, 2, 2}}) || s.Samples[1].Share(2) != 40 {
		t.Errorf("samples %+v", s.Samples)
	}
	if len(s.Rings) != 2 || s.Rings[0] != (ringCount{"short tests", 3, 2}) {
		t.Errorf("%+v", s.Rings)
	}
	if got := code("a || b"); strings.Count(got, `\|`) != 2 {
		t.Error(got)
	}
}
