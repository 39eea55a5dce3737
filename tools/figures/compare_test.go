package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/bench/anytime"
)

var nearly = cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < leastError/2 })

// traceOf returns a run of a trace of pairs of seconds and length.
func traceOf(pairs ...float64) anytime.Trial {
	var run anytime.Trial
	for i := 0; i < len(pairs); i += 2 {
		run.Length = int64(pairs[i+1])
		run.Trace = append(run.Trace, anytime.TracePoint{Seconds: pairs[i], Length: run.Length})
	}
	return run
}

// The mean error is that of the runs with the longest limit, while all have a tour. It is constant between improvements and up to the limit.
func TestMeanStairs(t *testing.T) {
	row := anytime.Row{Cells: []anytime.Cell{
		{LimitS: 5, Runs: []anytime.Trial{traceOf(1, 110, 3, 104), traceOf(2, 106, 4, 100), {Failure: "gone"}}},
		{LimitS: 1, Runs: []anytime.Trial{traceOf(1, 500)}},
	}}
	want := []point{{2, 8}, {3, 8}, {3, 5}, {4, 5}, {4, 2}, {5, 2}}
	if diff := cmp.Diff(want, meanStairs(row, 100), cmp.AllowUnexported(point{}), nearly); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if points := meanStairs(anytime.Row{}, 100); points != nil {
		t.Errorf("points %v of no runs", points)
	}
}

// There is a panel for each selected instance that both reports have and whose best known length is known.
func TestComparisons(t *testing.T) {
	row := func(name string, best int64) anytime.Row {
		return anytime.Row{Instance: name, BestKnown: best, Cells: []anytime.Cell{{LimitS: 2, Runs: []anytime.Trial{traceOf(1, 110)}}}}
	}
	before := &anytime.Report{Rows: []anytime.Row{row("a", 100), row("b", 100), row("c", 0), row("d", 100)}}
	after := &anytime.Report{Rows: []anytime.Row{row("d", 100), row("c", 0), row("e", 100), row("a", 100)}}
	var titles []string
	for _, c := range comparisons(before, after, nil) {
		titles = append(titles, c.title)
	}
	if got := strings.Join(titles, " "); got != "d a" {
		t.Errorf("panels %s, want d a", got)
	}
	if panels := comparisons(before, after, []string{"a"}); len(panels) != 1 || panels[0].title != "a" {
		t.Errorf("%d panels of a", len(panels))
	}
	name := filepath.Join(t.TempDir(), "panels.svg")
	if err := writePanels(name, comparisons(before, after, nil)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil || strings.Count(string(text), ">before</text>") != 2 || strings.Count(string(text), ">after</text>") != 2 {
		t.Errorf("not two panels: %v\n%s", err, text)
	}
}
