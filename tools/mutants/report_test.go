package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
)

// A report shows each bug, each survivor with its reason, and how many there are.
func TestReport(t *testing.T) {
	bug := func(after string) mutant {
		return mutant{File: "a.go", Rule: "r", Before: "a || b", After: after, Line: 7}
	}
	same, gap := bug("same"), bug("gap")
	var out strings.Builder
	r := newReport(&out, map[mutant]reason{
		same.key(): {same, "it computes the same", true}, gap.key(): {gap, "no test has so many cities", false},
	})
	for _, o := range []outcome{{bug("x"), "conform", 2 * time.Second}, {same, "", 0}, {gap, "", 0}, {bug(""), "", 0}} {
		r.add(&o)
	}
	r.summary()
	_, got, _ := strings.Cut(out.String(), "|---|---|---|---|---|---|\n")
	if want := "| a.go:7 | r | `a \\|\\| b` | `x` | conform | 2 |\n" +
		"| a.go:7 | r | `a \\|\\| b` | `same` | nothing, and no software device can: it computes the same | 0 |\n" +
		"| a.go:7 | r | `a \\|\\| b` | `gap` | **nothing**: no test has so many cities | 0 |\n" +
		"| a.go:7 | r | `a \\|\\| b` | (nothing) | **nothing**: not explained | 0 |\n" +
		"\n3 of 4 bugs survived. 1 of them no software device can show. Of the other 3 bugs, 66.7% survived.\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Each reason belongs to a bug that can be planted now. If a line has changed, its reasons go.
func TestReasonsBelongToBugs(t *testing.T) {
	t.Chdir("../..")
	reasons := must.Get(readReasons())(t)
	glsl, golang, err := allMutants()
	if err != nil {
		t.Fatal(err)
	}
	bugs := map[mutant]bool{}
	for _, m := range slices.Concat(glsl, golang) {
		bugs[m.key()] = true
	}
	for m, r := range reasons {
		if !bugs[m] || r.Reason == "" {
			t.Errorf("%s gives a reason for a bug that no rule plants, or none: %+v", reasonsFile, r)
		}
	}
}
