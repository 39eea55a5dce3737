package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/bench/anytime"
)

// A report by time limit has a chart of the means and a chart for each instance. In the latter, an error is constant until a shorter tour is found,
// and goals and other programs' errors are dashed. Instances without a best known length are left out.
func TestAnytimeCharts(t *testing.T) {
	found := []anytime.TracePoint{{Seconds: 0.1, Length: 150}, {Seconds: 0.5, Length: 110}}
	report := &anytime.Report{Table: "anytime", Device: anytime.Device{Name: gpu.Name}, Rows: []anytime.Row{
		{
			Instance: "E1k.0", Label: "as chosen", BestKnown: 100,
			Cells: []anytime.Cell{
				{LimitS: 1, Runs: []anytime.Trial{{Length: 110, Trace: found}, {Length: 120}}},
				{LimitS: 2, Runs: []anytime.Trial{{Length: 100}, {Failure: "gone"}}},
			},
			Goals:     []anytime.ErrorPoint{{Seconds: 1, Percent: 5}, {Seconds: 2, Percent: 0}},
			Published: []anytime.Curve{{Heading: "others", Points: []anytime.ErrorPoint{{Seconds: 7, Percent: 2}}}, {Heading: "nobody"}},
		},
		{Instance: "mine", Label: "as chosen", Cells: []anytime.Cell{{LimitS: 1, Runs: []anytime.Trial{{Length: 5, Trace: found}}}}},
	}}
	means := []point{{1, 15}, {2, leastError}}
	want := map[string]map[string][]point{
		"anytime-voodoo-5-6000": {"E1k.0": means},
		"anytime-voodoo-5-6000-e1k-0": {
			"": {{0.1, 50}, {0.5, 50}, {0.5, 10}}, "as chosen, means": means,
			"-- goals": {{1, 5}, {2, leastError}}, "-- others": {{7, 2}},
		},
	}
	got := lines(anytimeCharts([]*anytime.Report{report}))
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(point{}), nearly); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
