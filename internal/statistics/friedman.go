package statistics

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// Least numbers of blocks and treatments of the tests that compare several algorithms.
const (
	LeastBlocks     = 5 // the distribution of Friedman's statistic is not near its limit with fewer
	LeastTreatments = 3
)

// A TooFewError says that a test has too few values for a conclusion.
type TooFewError struct {
	Test        string // for example "the Friedman test"
	Have, Least int
	Of          string // for example "instances"
}

// Error returns, for example, "3 instances are too few for the Friedman test, which needs 5".
func (e *TooFewError) Error() string {
	return fmt.Sprintf("%d %s are too few for %s, which needs %d", e.Have, e.Of, e.Test, e.Least)
}

// FriedmanResult is the result of [Friedman].
type FriedmanResult struct {
	Blocks, Treatments int
	MeanRanks          []float64 // by treatment; 1 is the best
	ChiSquared         float64   // Friedman's statistic, corrected for equal values
	P                  float64   // that equal treatments have this statistic or a larger one
	F, PF              float64   // Iman and Davenport's statistic, and its probability
}

// Friedman tests whether treatments (algorithms) have equal ranks in blocks (instances), where
// values[block][treatment] is better if it is less (M. Friedman, "The use of ranks to avoid the
// assumption of normality", Journal of the American Statistical Association 32, 1937; corrected for
// ties as in W. J. Conover, "Practical Nonparametric Statistics", 1999). P is of the χ²
// distribution with k − 1 degrees of freedom. PF is of the F distribution (R. L. Iman and J. M.
// Davenport, Communications in Statistics A 9, 1980), which is less conservative. The error is a
// [*TooFewError].
func Friedman(values [][]float64) (FriedmanResult, error) {
	r := FriedmanResult{Blocks: len(values)}
	if len(values) < LeastBlocks {
		return r, &TooFewError{"the Friedman test", len(values), LeastBlocks, "instances"}
	}
	r.Treatments = len(values[0])
	if r.Treatments < LeastTreatments {
		return r, &TooFewError{"the Friedman test", r.Treatments, LeastTreatments, "configurations"}
	}
	n, k := float64(r.Blocks), float64(r.Treatments)
	var ties float64
	r.MeanRanks, ties = meanRanks(values)
	sum := 0.0
	for _, rank := range r.MeanRanks {
		sum += (rank - (k+1)/2) * (rank - (k+1)/2)
	}
	r.P, r.PF = 1, 1
	if scale := 1 - ties/(n*(k*k*k-k)); scale > 0 { // 0: all values are equal
		r.ChiSquared = 12 * n / (k * (k + 1)) * sum / scale
		r.P = chiSquaredAbove(r.ChiSquared, k-1)
		r.F = (n - 1) * r.ChiSquared / (n*(k-1) - r.ChiSquared)
		r.PF = 0
		if !math.IsInf(r.F, 0) && r.F >= 0 {
			r.PF = fAbove(r.F, k-1, (k-1)*(n-1))
		}
	}
	return r, nil
}

// MeanRanks returns the mean rank of each treatment over blocks; equal values share their ranks.
func MeanRanks(values [][]float64) []float64 {
	ranks, _ := meanRanks(values)
	return ranks
}

func meanRanks(values [][]float64) (mean []float64, ties float64) {
	if len(values) == 0 {
		return nil, 0
	}
	mean = make([]float64, len(values[0]))
	for _, block := range values {
		for i, rank := range Ranks(block) {
			mean[i] += rank // halves: without an error
		}
		ties += tieSum(block)
	}
	for i := range mean {
		mean[i] /= float64(len(values))
	}
	return mean, ties
}

// NemenyiDifference returns the critical difference of mean ranks: treatments whose mean ranks
// differ by less are not told apart at the level alpha (P. Nemenyi, "Distribution-free multiple
// comparisons", 1963; J. Demšar, "Statistical comparisons of classifiers over multiple data sets",
// Journal of Machine Learning Research 7, 2006, section 3.2.2).
func NemenyiDifference(treatments, blocks int, alpha float64) float64 {
	low, high := 0.0, 1.0
	for rangeSurvival(high, treatments) > alpha {
		high *= 2
	}
	for range 60 {
		if middle := (low + high) / 2; rangeSurvival(middle, treatments) > alpha {
			low = middle
		} else {
			high = middle
		}
	}
	k := float64(treatments)
	return high / math.Sqrt2 * math.Sqrt(k*(k+1)/(6*float64(blocks)))
}

// rangeSurvival returns the probability that the range of k standard normal values exceeds q: 1
// minus k ∫ φ(z) (Φ(z) − Φ(z − q))ᵏ⁻¹ dz (H. L. Harter, "Tables of range and Studentized range",
// Annals of Mathematical Statistics 31, 1960).
func rangeSurvival(q float64, k int) float64 {
	const far, points = 9, 200
	within := quad.Fixed(func(z float64) float64 {
		return normalDensity(z) * math.Pow(normalBelow(z)-normalBelow(z-q), float64(k-1))
	}, -far, far, points, quad.Legendre{}, 0)
	return 1 - float64(k)*within
}

// Holm corrects the probabilities of a family of tests, so that the probability of a false
// rejection among all of them stays below the level (S. Holm, "A simple sequentially rejective
// multiple test procedure", Scandinavian Journal of Statistics 6, 1979).
func Holm(p []float64) []float64 {
	order := orderOf(p)
	corrected, largest := make([]float64, len(p)), 0.0
	for i, test := range order {
		largest = max(largest, min(1, float64(len(p)-i)*p[test]))
		corrected[test] = largest
	}
	return corrected
}
