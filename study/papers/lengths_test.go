package papers

import (
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// Measured lengths and errors are compared with published ones in percentage points of the best
// known length: means with means, minima with minima.
func TestPoints(t *testing.T) {
	lengths := &Lengths{BySeed: []int64{101, 105}, Mean: 103, BestKnown: 100, LimitS: 2}
	row := Row{Lengths: lengths, Times: &Times{MeasuredMS: 4, ToursMS: 8}}
	for _, c := range []struct {
		q             Quantity
		value         float64
		ratio, points float64 // NaN: undefined
	}{
		{Length, 104, 103.0 / 104, -1},
		{BestLength, 100, 1.01, 1},
		{MostLength, 107, 105.0 / 107, -2},
		{Error, 2.5, 0, 0.5},
		{BestError, 2.5, 0, -1.5},
		{Error, 3, 0, 0}, // equal
		{Time, 2, 0.5, math.NaN()},
		{ToursTime, 2, 0.25, math.NaN()},
		{Limit, 6, 3, math.NaN()},
		{Speedup, 6, 0, math.NaN()},
		{Length, 0, 0, math.NaN()}, // nothing is published
	} {
		b := row.compare(c.value, c.q)
		if !near(b.Ratio, c.ratio) || (b.Points == nil) != math.IsNaN(c.points) || b.Points != nil &&
			!near(*b.Points, c.points) {
			t.Errorf("%s %v: %+v", c.q, c.value, b)
		}
	}
	lengths.BestKnown = 0
	if b := row.compare(104, Length); b.Points != nil || b.Ratio == 0 {
		t.Errorf("without a best known length: %+v", b)
	}
	if b := (Row{}).compare(2.5, Error); b.Points != nil {
		t.Errorf("without lengths: %+v", b)
	}
}

// The length of a run comes from the user, the table's limit, the variant or the table, in this
// order. A number of tours is converted to iterations by the numbers of cities and ants.
func TestIterations(t *testing.T) {
	instance := must.Get(generate.Instance("uniform", 100, 1))(t)
	instance.Name = "hundred"
	table := Table{Iterations: 9}
	limited := Table{Limit: &PresetTime{"zhou2017-ke-all", 10}}
	for name, c := range map[string]struct {
		user    int
		table   Table
		variant Variant
		limitMS float64
		want    int
	}{
		"table":          {0, table, Variant{}, 0, 9},
		"variant":        {0, table, Variant{Iterations: 5}, 0, 5},
		"tours":          {0, table, Variant{Tours: 2500, Algorithm: model.AlgorithmMMAS}, 0, 2500 * 100 / 128},
		"tours, ants":    {0, table, Variant{Tours: 1000, Ants: 256}, 0, 390},
		"tours, too few": {0, table, Variant{Tours: 1, Ants: 256}, 0, 1},
		"tours, as many": {0, table, Variant{Tours: 1000, Ants: AntsAsCities, Algorithm: model.AlgorithmMMAS},
			0, 1000},
		"user":            {3, table, Variant{Tours: 2500}, 0, 3},
		"user, limit":     {3, limited, Variant{}, 1e9, 3},
		"limit, too soon": {0, limited, Variant{}, 1e-12, 1},
		"limit, late":     {0, limited, Variant{}, 1e300, math.MaxUint32},
	} {
		o := must.Get(c.variant.options(100))(t)
		r := &run{Options: Options{Iterations: c.user, Timing: 1}, table: c.table,
			limits: map[string]float64{"hundred": c.limitMS}}
		got, limitS, err := r.iterations(t.Context(), &task{Row: Row{Instance: "hundred", Cities: 100},
			instance: instance, variant: c.variant, options: o})
		if err != nil {
			t.Fatal(err)
		}
		bounded := c.table.Limit != nil && c.user == 0
		if got != c.want || bounded != (limitS > 0) || bounded && !near(limitS, c.limitMS/1000) {
			t.Errorf("%s: %d iterations in %v s, want %d", name, got, limitS, c.want)
		}
	}
}

// A table's limit is the time of a preset's iterations. It is measured once per instance and
// reported with the lengths.
func TestRunWithinALimit(t *testing.T) {
	table := Table{
		Name: "limited", Quantity: Error, Instances: []string{"d198"}, Limit: &PresetTime{"zhou2017-ke-all", 10},
		Headings: []string{"time limit, s"},
		Variants: []Variant{
			{Preset: "zhou2017-ke-all", Figures: []Figure{{"skinderowicz2016-9-limit", "limit"}}},
			{Name: "other", Preset: "uchida2014-hybrid", Figures: []Figure{{"skinderowicz2016-9-limit", "limit"}}},
		},
	}
	report := must.Get(Run(t.Context(), table, Options{Folder: small(t, "d198"), Timing: 1, Seeds: 1}, nil, func(Row) {}))(t)
	one, other := report.Rows[0].Lengths, report.Rows[1].Lengths
	if one.LimitS <= 0 || one.LimitS != other.LimitS || one.Iterations < 1 || one.Deviation != 0 {
		t.Errorf("%+v, %+v", one, other)
	}
}

// A racy system is not compared with the reference, and its row says that it is racy.
func TestRacyIsNotCompared(t *testing.T) {
	r := &run{Options: Options{Device: vktest.Open(t), Verify: 2}}
	racy := &task{options: classic.Options{Parameters: model.AntColonySystem()}}
	if err := racy.attempt(t.Context(), r.verify); err != nil || racy.Verified != Racy || racy.refused {
		t.Errorf("%+v, %v", racy.Row, err)
	}
}
