package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/study/papers"
)

func row(instance string, cities int, what, preset string, ms float64, published ...float64) papers.Row {
	r := papers.Row{
		Instance: instance, Cities: cities, Label: what, Preset: preset,
		Parameters: classicmodel.Parameters{Selection: classicmodel.SelectScan}, Times: &papers.Times{MeasuredMS: ms,
			IterationMS: 2 * ms},
	}
	for _, value := range published {
		r.Published = append(r.Published, papers.PublishedFigure{Value: value})
	}
	return r
}

var (
	gpu       = papers.Device{Name: "Voodoo (5) 6000", Type: "discrete"}
	processor = papers.Device{Name: "cpu", Type: "cpu"}
)

// lines returns the points of each series, by the names of the chart and of the series.
func lines(all []chart) map[string]map[string][]point {
	byName := map[string]map[string][]point{}
	for _, c := range all {
		byName[c.name] = map[string][]point{}
		for _, s := range c.Series {
			label := s.Label
			if s.Look == published {
				label = "-- " + label
			}
			byName[c.name][label] = s.Points
		}
	}
	return byName
}

// of returns a row of an algorithm, with a published length.
func of(algorithm classicmodel.Algorithm) papers.Row {
	r := row("d198", 198, string(algorithm), "", 2, 15780)
	r.Algorithm, r.Published[0].Quantity = algorithm, papers.Length
	return r
}

// A report has a chart of times, with the published times dashed, and a chart of speed-ups over
// the times in the reference's report.
func TestCharts(t *testing.T) {
	rejected := row("rat783", 783, "as chosen", "", 0)
	rejected.Times = nil
	reports := []*papers.Report{
		{Table: "goals", Quantity: papers.Time, Device: gpu, Headings: []string{"A", "B"}, Rows: []papers.Row{
			row("lin318", 318, "as chosen", "", 2, 20, 0), row("d198", 198, "as chosen", "", 1, 10, 30), rejected,
		}},
		{Table: "systems", Quantity: papers.Time, Stages: []string{"construct"}, Device: gpu,
			Headings: []string{"the paper"}, Rows: []papers.Row{
				row("d198", 198, "one-a", "one-a", 1, 0), row("d198", 198, "two-a", "two-a", 3, 9),
				row("d198", 198, "two-b", "two-b", 4, 8),
			}},
		{Table: "speed", Quantity: papers.Time, Device: gpu, Headings: []string{"a length"},
			Rows: []papers.Row{of(classicmodel.AlgorithmACS)}},
		{Table: "zhou2017-c6", Quantity: papers.Length, Device: gpu, Rows: []papers.Row{row("d198", 198, "x", "", 1)}},
		{Table: "zhou2017-c1", Quantity: papers.Time, Device: processor,
			Rows: []papers.Row{row("d198", 198, "x", "", 50)}},
	}
	want := map[string]map[string][]point{
		"goals-voodoo-5-6000-time": {
			"as chosen": {{198, 1}, {318, 2}}, "-- A": {{198, 10}, {318, 20}}, "-- B": {{198, 30}},
		},
		"speed-voodoo-5-6000-time": {"acs": {{198,
			2}}}, // no published length, and no speed-up over the reference of another algorithm
		"goals-voodoo-5-6000-speedup": {"as chosen": {{198, 50}}},
		"systems-voodoo-5-6000-time": {
			"one-a": {{198, 1}}, "two-a": {{198, 3}}, "two-b": {{198, 4}}, "-- dashed: the paper": {{198, 9}},
			"-- ": {{198, 8}},
		},
	}
	if diff := cmp.Diff(want, lines(charts(reports, reports))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
