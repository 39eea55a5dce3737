package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A page shows the counts of its report, and each survivor with its reason.
func TestPage(t *testing.T) {
	folder := t.TempDir()
	report, reasons := filepath.Join(folder, "report.json"), filepath.Join(folder, "reasons.json")
	write := func(file, text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(report, `{"date": "2026-11-23", "outcomes": [{"file": "a.go", "after": "x", "seed": 1},
		{"file": "a.go", "after": "y", "seed": 1}, {"file": "b.go", "found": "conform", "seed": 1}]}`)
	write(reasons, `[{"file": "a.go", "after": "x", "reason": "the same result", "hidden": true}]`)
	got, err := page(report, reasons)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2026-11-23: 3 bugs", "**2 survived. 1 of them", "Of the other 2 bugs, 50.0% survived", "the same result | no", unexplained + " | yes"} {
		if !strings.Contains(string(got), want) {
			t.Errorf("the page lacks %q:\n%s", want, got)
		}
	}
}

// Each reason belongs to a bug that can be planted now. If a line has changed, its reasons go.
func TestReasonsBelongToBugs(t *testing.T) {
	t.Chdir("../..")
	var reasons []reason
	if err := readJSON(reasonsFile, &reasons); err != nil {
		t.Fatal(err)
	}
	glsl, golang, err := allMutants()
	if err != nil {
		t.Fatal(err)
	}
	bugs := map[mutant]bool{}
	for _, m := range slices.Concat(glsl, golang) {
		bugs[m.key()] = true
	}
	for _, r := range reasons {
		if !bugs[r.key()] || r.Reason == "" {
			t.Errorf("%s gives a reason for a bug that no rule plants, or none: %+v", reasonsFile, r)
		}
	}
}

func TestCount(t *testing.T) {
	survivor := func(after string) outcome { return outcome{mutant: mutant{File: "a.go", After: after, Line: 7}} }
	s := summary{report: report{Outcomes: []outcome{
		{Found: "short tests", Seconds: 3, Seed: 2}, {Found: "short tests", Seconds: 1},
		{Found: "short tests", Seconds: 2}, {Found: "conform", Seconds: 9},
		survivor("hidden"), survivor("gap"), survivor("new"),
	}}}
	s.count([]reason{
		{mutant{File: "a.go", After: "hidden"}, "it computes the same", true},
		{mutant{File: "a.go", After: "gap"}, "no test has so many cities", false},
	})
	if s.Hidden != 1 || s.Visible != 6 || int(s.Percent) != 33 || len(s.Survivors) != 3 ||
		s.Survivors[2].Reason != unexplained {
		t.Errorf("%+v", s)
	}
	if len(s.Rings) != 2 || s.Rings[0] != (ringCount{"short tests", 3, 2}) {
		t.Errorf("%+v", s.Rings)
	}
	if got := code("a || b"); strings.Count(got, `\|`) != 2 {
		t.Error(got)
	}
}
