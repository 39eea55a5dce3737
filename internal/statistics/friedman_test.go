package statistics

import (
	"errors"
	"math"
	"slices"
	"testing"
)

// R: friedman.test on its example, the rounding times of Hollander and Wolfe (1973), and pf of F.
func TestFriedman(t *testing.T) {
	times := [][]float64{
		{5.40, 5.50, 5.55}, {5.85, 5.70, 5.75}, {5.20, 5.60, 5.50}, {5.55, 5.50, 5.40}, {5.90, 5.85, 5.70},
		{5.45, 5.55, 5.60}, {5.40, 5.40, 5.35}, {5.45, 5.50, 5.35}, {5.25, 5.15, 5.00}, {5.85, 5.80, 5.70},
		{5.25, 5.20, 5.10}, {5.65, 5.55, 5.45}, {5.60, 5.35, 5.45}, {5.05, 5.00, 4.95}, {5.50, 5.50, 5.40},
		{5.45, 5.55, 5.50}, {5.55, 5.55, 5.35}, {5.45, 5.50, 5.55}, {5.50, 5.45, 5.25}, {5.65, 5.60, 5.40},
		{5.70, 5.65, 5.55}, {6.30, 6.30, 6.25},
	}
	r, err := Friedman(times)
	if err != nil || !near(r.ChiSquared, 11.14285714285714235) || !near(r.P, 0.00380504077551136) ||
		!near(r.F, 7.12173913043478191) || !near(r.PF, 0.00217129838760752) {
		t.Errorf("%+v, %v", r, err)
	}
	// Python: scipy.stats.friedmanchisquare
	r, err = Friedman([][]float64{{3, 1, 2, 4}, {3, 2, 2, 4}, {1, 2, 3, 4}, {4, 1, 2, 3}, {2, 2, 2, 2}, {3, 1, 2, 4}})
	if err != nil || !near(r.ChiSquared, 10.346938775510207) || !near(r.P, 0.01583597136376579) {
		t.Errorf("with ties: %+v, %v", r, err)
	}
	equal := [][]float64{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}
	if r, err = Friedman(equal); err != nil || r.P != 1 || r.PF != 1 || !slices.Equal(r.MeanRanks, []float64{2, 2, 2}) {
		t.Errorf("equal values: %+v, %v", r, err)
	}
	same := [][]float64{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}
	if r, err = Friedman(same); err != nil || r.ChiSquared != 10 || r.PF != 0 {
		t.Errorf("one order in all blocks: %+v, %v", r, err)
	}
	few := new(TooFewError)
	if _, err = Friedman(same[:3]); !errors.As(err, &few) ||
		err.Error() != "3 instances are too few for the Friedman test, which needs 5" {
		t.Errorf("three blocks: %v", err)
	}
}

// Python: scipy.stats.studentized_range.ppf(1 - alpha, k, inf) / sqrt(2). R's qtukey has the same to
// six digits, and Demšar's table 5 to three.
func TestNemenyiDifference(t *testing.T) {
	for k, want := range map[int][2]float64{
		2: {1.959963984540053, 1.6448536269514722}, 3: {2.343700586378407, 2.052292730496776},
		4: {2.5690317725464817, 2.291341496888056}, 5: {2.7277743708703737, 2.4595157642714183},
		10: {3.16368357705337, 2.9198888400615366}, 20: {3.5437991315177766, 3.3192330595484134},
	} {
		for i, alpha := range []float64{0.05, 0.10} {
			ranks := math.Sqrt(float64(k*(k+1)) / (6 * 14))
			if got := NemenyiDifference(k, 14, alpha); math.Abs(got-want[i]*ranks) > 1e-9 {
				t.Errorf("%d treatments, %v: %v, want %v", k, alpha, got, want[i]*ranks)
			}
		}
	}
}

// R: p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.5), "holm")
func TestHolm(t *testing.T) {
	got, want := Holm([]float64{0.01, 0.04, 0.03, 0.005, 0.5}), []float64{0.04, 0.09, 0.09, 0.025, 0.5}
	if !slices.EqualFunc(got, want, near) {
		t.Errorf("%v, want %v", got, want)
	}
}

// R: rank(c(3, 1, 3, 2))
func TestRanks(t *testing.T) {
	if got := Ranks([]float64{3, 1, 3, 2}); !slices.Equal(got, []float64{3.5, 1, 3.5, 2}) {
		t.Errorf("%v", got)
	}
}
