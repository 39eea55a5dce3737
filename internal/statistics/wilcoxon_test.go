package statistics

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// near reports whether two values differ by the last digits of the expected ones.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1, math.Abs(b)) }

var (
	// R: set.seed(1); x <- round(rnorm(150)*10); y <- round(rnorm(150)*10)+1
	manyX = []float64{
		-6, 2, -8, 16, 3, -8, 5, 7, 6, -3, 15, 4, -6, -22, 11, 0, 0, 9, 8, 6, 9, 8, 1, -20, 6,
		-1, -2, -15, -5, 4, 14, -1, 4, -1, -14, -4, -4, -1, 11, 8, -2, -3, 7, 6, -7, -7, 4, 8, -1, 9,
		4, -6, 3, -11, 14, 20, -4, -10, 6, -1, 24, 0, 7, 0, -7, 2, -18, 15, 2, 22, 5, -7, 6, -9, -13,
		3, -4, 0, 1, -6, -6, -1, 12, -15, 6, 3, 11, -3, 4, 3, -5, 12, 12, 7, 16, 6, -13, -6, -12, -5,
		-6, 0, -9, 2, -7, 18, 7, 9, 4, 17, -6, -5, 14, -7, -2, -4, -3, -3, 5, -2, -5, 13, -2, -2, -1,
		7, -1, 0, -7, -3, 1, -6, 5, -15, 3, -15, -3, -5, -7, -1, -19, 12, -17, -5, -11, -8, 21, 0, -13, -16,
	}
	manyY = []float64{
		6, 1, -2, -8, -14, -10, 11, -5, -13, 20, 5, -1, 12, 10, -5, 23, -2, -13, 0, 3, 24, 2, 6, 0, -2,
		1, 9, 22, 11, 13, -11, 11, 3, -14, 6, -1, 16, -7, -3, -8, -1, 5, -6, 9, -11, -9, 15, -9, 5, -3,
		5, 18, 17, -2, -22, 26, 8, 6, 1, 6, -1, 5, -3, -13, 11, 16, -2, -12, 7, 1, -16, 1, -5, -2, -11,
		19, -2, -15, 3, 4, -9, -28, -5, 7, 0, 0, 7, -11, 12, 1, 8, 11, 3, -8, 13, -19, -4, -2, -1, 11,
		2, 5, 0, -1, 8, 12, -23, 7, 5, -3, 11, -3, -2, 10, 18, 4, -3, -11, -2, -8, -2, 5, -8, 27, 3,
		12, -22, 8, -12, 10, 5, -3, 14, -6, -5, -9, -6, 10, 5, 11, -3, 5, 3, -13, 19, 2, 9, 11, 0, -2,
	}
)

func TestSignedRank(t *testing.T) {
	for name, c := range map[string]struct {
		a, b         []float64
		plus, p      float64
		zeros        int
		exact        bool
		rankBiserial float64
	}{
		// R: wilcox.test(x, y, paired=TRUE), depression data of Hollander and Wolfe (1973)
		"depression": {
			[]float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30},
			[]float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}, 40, 0.0390625, 0, true, 35. / 45,
		},
		// Python: the share of itertools.product([0, 1], repeat=8) whose rank sum is as far from 18
		"ties and zeros": {
			[]float64{5, 3, 8, 8, 2, 7, 7, 1, 9, 4}, []float64{3, 3, 5, 5, 4, 6, 8, 1, 2, 1}, 31, 0.078125, 2, true, 26. / 36,
		},
		// R: wilcox.test(x, y, paired=TRUE, exact=FALSE)
		"many": {manyX, manyY, 4921, 0.206748949018164, 1, false, (2*4921. - 11175) / 11175},
		"one":  {[]float64{1}, []float64{2}, 0, 1, 0, true, -1},
	} {
		r, err := SignedRank(c.a, c.b)
		if err != nil || r.Plus != c.plus || !near(r.P, c.p) || r.Zeros != c.zeros || r.Exact != c.exact ||
			!near(r.RankBiserial, c.rankBiserial) {
			t.Errorf("%s: %+v, %v, want %+v", name, r, err, c)
		}
	}
	few := new(TooFewError)
	if _, err := SignedRank([]float64{1, 2}, []float64{1, 2}); !errors.As(err, &few) {
		t.Errorf("equal pairs: %v", err)
	}
}

func TestRankSum(t *testing.T) {
	for name, c := range map[string]struct {
		a, b      []float64
		u, p, a12 float64
		exact     bool
	}{
		// R: wilcox.test(a, b), permeability data of Hollander and Wolfe (1973)
		"permeability": {
			[]float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}, []float64{1.15, 0.88, 0.90, 0.74, 1.21},
			35, 0.254412254412254, 0.7, true,
		},
		// Python: the share of itertools.combinations(range(13), 6) whose rank sum is as far from 42
		"ties": {
			[]float64{22173, 22173, 22180, 22201, 22195, 22190}, []float64{22190, 22201, 22201, 22173, 22230, 22240, 22211},
			8.5, 0.07925407925407925, 0.20238095238095238, true,
		},
		// R: wilcox.test(x, y, exact=FALSE)
		"many":  {manyX, manyY, 10350.5, 0.231128424240485, 10350.5 / 22500, false},
		"equal": {[]float64{7, 7}, []float64{7, 7, 7}, 3, 1, 0.5, true},
	} {
		r, err := RankSum(c.a, c.b)
		if err != nil || r.U != c.u || !near(r.P, c.p) || !near(r.A12, c.a12) || r.Exact != c.exact {
			t.Errorf("%s: %+v, %v, want %+v", name, r, err, c)
		}
	}
	few := new(TooFewError)
	if _, err := RankSum(nil, []float64{1}); !errors.As(err, &few) {
		t.Errorf("no runs: %v", err)
	}
}

// The samples change places without a change of P, and A12 becomes its complement.
func TestRankSumSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 9), func(i int) float64 { return float64(i) }), 1, 12)
		a, b := values.Draw(t, "a"), values.Draw(t, "b")
		ab, _ := RankSum(a, b)
		ba, _ := RankSum(b, a)
		if !near(ab.P, ba.P) || !near(ab.A12, 1-ba.A12) || ab.P <= 0 || ab.P > 1 {
			t.Fatalf("%+v, %+v", ab, ba)
		}
	})
}

// Equal differences are ties in whole numbers and in fractions, which floating point rounds.
func TestSignedRankOfFractions(t *testing.T) {
	a, b := []float64{3, 5, 9, 1, 7, 8, 4, 6}, []float64{1, 3, 7, 3, 5, 3, 8, 6}
	whole, err := SignedRank(a, b)
	if err != nil || whole.Zeros != 1 {
		t.Fatalf("%+v, error %v", whole, err)
	}
	for i := range a {
		a[i], b[i] = a[i]/10, b[i]/10
	}
	a[7] = 0.1 + 0.2 + 0.3 // not equal to 0.6
	if r, err := SignedRank(a, b); err != nil || r != whole {
		t.Errorf("%+v, error %v; of whole numbers %+v", r, err, whole)
	}
}
