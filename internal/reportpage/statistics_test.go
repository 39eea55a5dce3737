package reportpage

import (
	"math"
	"testing"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-4*max(1, math.Abs(b)) }

// Student's interval of ten values, by the tables: t(0.975, 9) = 2.262157.
func TestStatistics(t *testing.T) {
	s := statisticsOf([]float64{10, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	half := 2.262157 * 3.0276504 / math.Sqrt(10)
	for name, pair := range map[string][2]float64{
		"best": {s.best, 1}, "mean": {s.mean, 5.5}, "deviation": {s.deviation, 3.0276504}, "lower": {s.lower, 3.25},
		"median": {s.median, 5.5},
		"upper":  {s.upper, 7.75}, "half": {s.half, half},
	} {
		if !near(pair[0], pair[1]) {
			t.Errorf("%s %v, want %v", name, pair[0], pair[1])
		}
	}
	if one := statisticsOf([]float64{7}); one.mean != 7 || one.median != 7 || !math.IsNaN(one.half) {
		t.Errorf("of one value: %+v", one)
	}
}

// Welch's example: equal samples shifted by 2 differ by 2, with 2(n-1) degrees of freedom:
// t(0.975, 8) = 2.306004.
func TestDifference(t *testing.T) {
	a, b := statisticsOf([]float64{3, 4, 5, 6, 7}), statisticsOf([]float64{1, 2, 3, 4, 5})
	mean, half := difference(a, b)
	if want := 2.306004 * math.Sqrt(2*2.5/5); !near(mean, 2) || !near(half, want) {
		t.Errorf("%v ± %v, want 2 ± %v", mean, half, want)
	}
	equal := statisticsOf([]float64{5, 5})
	if mean, half := difference(equal, equal); mean != 0 || half != 0 {
		t.Errorf("equal runs: %v ± %v", mean, half)
	}
	if _, half := difference(a, statisticsOf([]float64{1})); !math.IsNaN(half) {
		t.Errorf("one run has an interval: ± %v", half)
	}
}
