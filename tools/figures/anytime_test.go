package main

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/study/anytime"
)

// A report by time limit has a chart of the means. Instances without a best known length are left
// out.
func TestAnytimeCharts(t *testing.T) {
	report := &anytime.Report{Table: "anytime", Device: anytime.Device{Name: gpu.Name}, Rows: []anytime.Row{
		{
			Instance: "E1k.0", Label: "as chosen", BestKnown: 100,
			Cells: []anytime.Cell{
				{LimitS: 1, Runs: []anytime.Trial{{Length: 110}, {Length: 120}}},
				{LimitS: 2, Runs: []anytime.Trial{{Length: 100}, {Failure: "gone"}}},
			},
		},
		{Instance: "mine", Label: "as chosen", Cells: []anytime.Cell{{LimitS: 1, Runs: []anytime.Trial{{Length: 5}}}}},
	}}
	means := []point{{1, 15}, {2, leastError}}
	want := map[string]map[string][]point{
		"anytime-voodoo-5-6000": {"E1k.0": means},
	}
	got := lines(anytimeCharts([]*anytime.Report{report}))
	if diff := cmp.Diff(want, got, nearly); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// nearly ignores the rounding of errors.
var nearly = cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < leastError/2 })
