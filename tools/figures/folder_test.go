package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/study/anytime"
	"github.com/aco-vk/aco-vk/tsp"
)

// folderReport is a report of three instances of a folder, one without a best known length.
func folderReport() *anytime.Report {
	row := func(name string, cities int, best int64, limit float64, lengths ...int64) anytime.Row {
		cell := anytime.Cell{LimitS: limit}
		for _, length := range lengths {
			cell.Runs = append(cell.Runs, anytime.Trial{Length: length,
				Trace: []anytime.TracePoint{{Seconds: 0.5, Length: length}}})
		}
		return anytime.Row{Instance: name, Kind: tsp.TSP, Cities: cities, BestKnown: best, Cells: []anytime.Cell{cell}}
	}
	return &anytime.Report{Table: "tsplib", Device: anytime.Device{Name: gpu.Name}, Rows: []anytime.Row{
		row("small", 52, 1000, 2, 1000, 1010), row("large", 4000, 1000, 10, 1020), row("unknown", 60, 0, 2, 1000),
	}}
}

// A report of a folder has one chart, by number of cities.
func TestFolderChart(t *testing.T) {
	want := map[string]map[string][]point{"tsplib-voodoo-5-6000": {
		"means, 2 s": {{52, 0.5}}, "worst, 2 s": {{52, 1}}, "means, 10 s": {{4000, 2}}, "worst, 10 s": {{4000, 2}},
	}}
	got := lines(anytimeCharts([]*anytime.Report{folderReport()}))
	if diff := cmp.Diff(want, got, nearly); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// In a page, a report of a folder is its summary, or the lines of the named instances.
func TestFolderTable(t *testing.T) {
	page := "<!-- make figures: tsplib -->\n<!-- end -->\n<!-- make figures: tsplib large -->\n<!-- end -->\n"
	text, err := withTables(page, &kept{byTime: []*anytime.Report{folderReport()}})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"| up to 3100 cities | 2 s | 1 | 0 | 2 | 1 (50.0%) | 0.500 | 1.000 |",
		"| 3000 to 20,000 cities | 10 s | 1 | 0 | 1 | 0 (0.0%) | 2.000 | 2.000 |",
		"| large | 4000 | 10 s | 0/1 | 2.000 | 2.000 | 0.50 s |  |",
	} {
		if strings.Count(text, line+"\n") != 1 {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
	if strings.Contains(text, "| small") {
		t.Errorf("small is in\n%s", text)
	}
}
