package papers

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
)

// At city 0, unvisited cities have two thirds of the weights, then at city 1 a quarter.
func TestTrialShares(t *testing.T) {
	weights := []uint32{
		1, 1, 1,
		1, 2, 1,
		9, 9, 9,
	}
	shares := trialShares(weights, []uint32{0, 1, 2}, 3)
	first, second := 2./3, 1./4
	for i, trials := range trialCounts {
		want := 50 * (2 - math.Pow(1-first, float64(trials)) - math.Pow(1-second, float64(trials)))
		if math.Abs(shares[i].Percent-want) > 1e-9 || shares[i].Trials != trials {
			t.Errorf("%+v, want %v within %d", shares[i], want, trials)
		}
	}
}

// The table of trials has shares that grow with the trials, from the reference, and its claims are
// judged from them.
func TestRunOfTrials(t *testing.T) {
	table := named(t, "uchida2014-figure11")
	table.Instances = []string{"eil51"}
	table.StandIns = true
	report := must.Get(Run(t.Context(), table, Options{Iterations: 3, Verify: 2, Seeds: 1}, nil, func(Row) {}))(t)
	row := report.Rows[0]
	if row.Verified != IsReference || len(row.Trials) != len(trialCounts) || row.Times != nil || row.Lengths != nil {
		t.Fatalf("%+v", row)
	}
	last := 0.0
	for _, share := range row.Trials {
		if share.Percent <= last || share.Percent > 100 {
			t.Errorf("%+v", row.Trials)
		}
		last = share.Percent
	}
	paper := &PaperReport{Tables: []*Report{report}, Device: report.Device}
	curves := figureNamed(t, "uchida2014-figure11").Curves(paper)
	if len(curves) != 1 || len(curves[0].Points) != len(trialCounts) {
		t.Fatalf("%+v", curves)
	}
	want := CurvePoint{Instance: "eil51", X: 1, Y: row.Trials[0].Percent}
	if diff := cmp.Diff(want, curves[0].Points[0]); diff != "" {
		t.Error(diff)
	}
}
