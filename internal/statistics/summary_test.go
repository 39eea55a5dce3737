package statistics

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestMeanDeviation(t *testing.T) {
	ten := make([]int64, 10)
	for i := range ten {
		ten[i] = 22173
	}
	for name, c := range map[string]struct {
		values          []int64
		mean, deviation float64
	}{
		"none":  {nil, 0, 0},
		"one":   {[]int64{7}, 7, 0},
		"equal": {ten, 22173, 0},
		// Python: statistics.mean, statistics.stdev
		"four":  {[]int64{22173, 22180, 22201, 22195}, 22187.25, 12.971121771072847},
		"large": {[]int64{math.MaxInt64, math.MaxInt64 - 2}, math.MaxInt64 - 1, math.Sqrt2},
	} {
		if mean, deviation := MeanDeviation(c.values); mean != c.mean || deviation != c.deviation {
			t.Errorf("%s: %v, %v, want %v, %v", name, mean, deviation, c.mean, c.deviation)
		}
	}
}

// A shift by a whole number shifts the mean and leaves the deviation as it is.
func TestMeanDeviationShift(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Int64Range(0, 1<<40), 1, 20).Draw(t, "values")
		shift := rapid.Int64Range(-1<<40, 1<<40).Draw(t, "shift")
		moved, sum := make([]int64, len(values)), new(big.Int)
		for i, v := range values {
			moved[i] = v + shift
			sum.Add(sum, big.NewInt(moved[i]))
		}
		_, deviation := MeanDeviation(values)
		mean, again := MeanDeviation(moved)
		want, _ := new(big.Rat).SetFrac(sum, big.NewInt(int64(len(values)))).Float64()
		if mean != want || again != deviation {
			t.Fatalf("mean %v, want %v; deviation %v, want %v", mean, want, again, deviation)
		}
	})
}

// R: quantile(c(10,1,2,3,4,5,6,7,8,9), c(.25,.5,.75,.1)); t.test(...)$conf.int
func TestSummarize(t *testing.T) {
	s := Summarize([]int64{10, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	want := Summary{10, 1, 10, 5.5, 3.0276503540974917, 3.25, 5.5, 7.75}
	if s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
	if half := s.MeanInterval(Confidence); !near(half, 7.66585058966817-5.5) {
		t.Errorf("± %v", half)
	}
	if none := Summarize(nil); none != (Summary{}) {
		t.Errorf("of no values: %+v", none)
	}
	if one := Summarize([]int64{7}); one.Median != 7 || !math.IsNaN(one.MeanInterval(Confidence)) {
		t.Errorf("of one value: %+v", one)
	}
	if got := Quantile([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0.1); !near(got, 1.9) {
		t.Errorf("quantile %v, want 1.9", got)
	}
}

// R: t.test(c(3,4,5,6,7,12), c(1,2,3,4,5))$conf.int
func TestDifference(t *testing.T) {
	a, b := Summarize([]int64{3, 4, 5, 6, 7, 12}), Summarize([]int64{1, 2, 3, 4, 5})
	difference, half := Difference(a, b, Confidence)
	if !near(difference-half, -0.284031668810222) || !near(difference+half, 6.617365002143556) {
		t.Errorf("%v ± %v", difference, half)
	}
	equal := Summarize([]int64{5, 5})
	if difference, half := Difference(equal, equal, Confidence); difference != 0 || half != 0 {
		t.Errorf("equal runs: %v ± %v", difference, half)
	}
	if _, half := Difference(a, Summarize([]int64{1}), Confidence); !math.IsNaN(half) {
		t.Errorf("one run has an interval: ± %v", half)
	}
}

// Python: scipy.stats.bootstrap((v,), mean, n_resamples=200000, method="BCa")
func TestBootstrap(t *testing.T) {
	v := []float64{22173, 22180, 22201, 22195, 22190, 22240, 22211, 22299, 22175, 22188}
	low, high := Bootstrap(v, Mean, Confidence, 1)
	if math.Abs(low-22189.05) > 1.5 || math.Abs(high-22239.45) > 1.5 {
		t.Errorf("%v to %v, want 22189.05 to 22239.45", low, high)
	}
	if again, _ := Bootstrap(v, Mean, Confidence, 1); again != low {
		t.Errorf("%v and %v with one seed", low, again)
	}
	if low, high := Bootstrap([]float64{7, 7, 7}, Mean, Confidence, 1); low != 7 || high != 7 {
		t.Errorf("equal values: %v to %v", low, high)
	}
	if low, _ := Bootstrap([]float64{7}, Mean, Confidence, 1); !math.IsNaN(low) {
		t.Errorf("one value: from %v", low)
	}
}
