package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/study/anytime"
)

// pages are the pages with generated tables.
var pages = []string{"../../README.md", "../../docs/default-solver.md", "../../docs/papers.md"}

// The generated tables of the pages are up to date.
func TestTablesOfPages(t *testing.T) {
	files, err := filepath.Glob("../../docs/bench/*.json")
	if err != nil {
		t.Fatal(err)
	}
	k, err := readAll(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pages {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !generated.Match(page) {
			t.Errorf("%s has no generated table", name)
		}
		want, err := withTables(string(page), &k)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, string(page)); diff != "" {
			t.Errorf("%s: run make figures (-want +got):\n%s", name, diff)
		}
	}
}

func TestWithTables(t *testing.T) {
	run := func(length int64) anytime.Trial { return anytime.Trial{Length: length} }
	report := &anytime.Report{Table: "anytime", LimitsS: []float64{1, 2.5}, Rows: []anytime.Row{
		{Instance: "a", Cities: 5, BestKnown: 1000,
			Cells: []anytime.Cell{{LimitS: 1, Runs: []anytime.Trial{run(1010), run(1030)}}},
			Goals: []anytime.ErrorPoint{{Seconds: 1, Percent: 2.5}}},
		{Instance: "b", Cities: 6, BestKnown: 1000,
			Cells: []anytime.Cell{{LimitS: 2.5, Runs: []anytime.Trial{run(1001)}}}},
	}}
	page := "before\n<!-- make figures: anytime -->\nold\n<!-- end -->\nbetween\n<!-- make figures: anytime b -->\n<!-- end -->\nafter\n"
	want := `before
<!-- make figures: anytime -->
| instance | cities | 1 s | 2.5 s | goals |
|---|---|---|---|---|
| a | 5 | **2.000** (1.000 to 3.000) |  | 2.5, – |
| b | 6 |  | 0.100 | –, – |
<!-- end -->
between
<!-- make figures: anytime b -->
| instance | cities | 1 s | 2.5 s |
|---|---|---|---|
| b | 6 |  | 0.100% |
<!-- end -->
after
`
	got, err := withTables(page, &kept{byTime: []*anytime.Report{report}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, err := withTables(strings.ReplaceAll(page, "anytime", "none"), &kept{byTime: []*anytime.Report{report}}); err == nil {
		t.Error("a table without a report is written")
	}
}

// The figures in docs/figures are up to date. internal/doccheck tests that they are those that the
// pages show.
func TestFiguresOfPages(t *testing.T) {
	reports, err := filepath.Glob("../../docs/bench/*.json")
	if err != nil {
		t.Fatal(err)
	}
	line := commandLine{Out: t.TempDir(), Files: reports}
	if err := line.run(); err != nil {
		t.Fatal(err)
	}
	drawn, err := os.ReadDir(line.Out)
	if err != nil || len(drawn) == 0 {
		t.Fatalf("%d figures, error %v", len(drawn), err)
	}
	compared := 0
	for _, figure := range drawn {
		want, err := os.ReadFile(filepath.Join(line.Out, figure.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join("../../docs/figures", figure.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // no page shows it
		}
		if compared++; err != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/figures/%s differs (%v): run make figures", figure.Name(), err)
		}
	}
	if compared < 5 {
		t.Errorf("only %d figures are in docs/figures", compared)
	}
}
