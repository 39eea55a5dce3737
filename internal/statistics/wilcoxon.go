package statistics

import (
	"math"
	"slices"
)

// mostExact is the largest number of values of the exact tests; larger samples have the normal
// approximation, corrected for ties and for continuity.
const mostExact = 100

// roundedTo is the precision of differences, by the largest value: coarser than the errors of floating
// point, and finer than what distinguishes the means of runs.
const roundedTo = 1e-12

// SignedRankResult is the result of [SignedRank].
type SignedRankResult struct {
	Pairs        int     // without equal pairs
	Zeros        int     // equal pairs, which are left out
	Plus         float64 // sum of the ranks of positive differences
	P            float64 // two-sided
	Exact        bool
	RankBiserial float64 // effect size: −1 if all first values are less, 1 if all are larger
}

// SignedRank is Wilcoxon's test of pairs (F. Wilcoxon, "Individual comparisons by ranking methods",
// Biometrics Bulletin 1, 1945): whether differences a[i] − b[i] are symmetrical about 0. Equal pairs
// are left out, as Wilcoxon proposed and R does. Equal differences share their ranks: they are
// rounded to 10⁻¹² of the largest value, because in floating point 0.3 − 0.1 and 0.7 − 0.5 differ.
// Up to 100 pairs P is exact, also with ties: the share of the 2ⁿ signs with a sum of ranks as far from its
// mean or farther. The effect size is the matched-pairs rank-biserial correlation (D. S. Kerby,
// "The simple difference formula", Comprehensive Psychology 3, 2014). The error is a [*TooFewError]
// if all pairs are equal.
func SignedRank(a, b []float64) (SignedRankResult, error) {
	var r SignedRankResult
	var sizes, differences []float64
	unit := roundedTo * max(largest(a), largest(b))
	for i := range a {
		if d := math.Round((a[i] - b[i]) / unit); d != 0 && unit > 0 {
			differences, sizes = append(differences, d), append(sizes, math.Abs(d))
		}
	}
	r.Pairs, r.Zeros = len(sizes), len(a)-len(sizes)
	if r.Pairs == 0 {
		return r, &TooFewError{"Wilcoxon's signed-rank test", 0, 1, "different pairs"}
	}
	ranks := Ranks(sizes)
	for i, d := range differences {
		if d > 0 {
			r.Plus += ranks[i]
		}
	}
	n := float64(r.Pairs)
	all := n * (n + 1) / 2
	r.RankBiserial = (2*r.Plus - all) / all
	if r.Exact = r.Pairs <= mostExact; r.Exact {
		r.P = tailsOf(signDistribution(doubled(ranks)), int(2*r.Plus))
		return r, nil
	}
	variance := n*(n+1)*(2*n+1)/24 - tieSum(sizes)/48
	r.P = normalTails(r.Plus-all/2, variance)
	return r, nil
}

// largest returns the largest absolute value.
func largest(list []float64) (most float64) {
	for _, v := range list {
		most = max(most, math.Abs(v))
	}
	return most
}

// doubled returns twice the ranks, which are whole numbers.
func doubled(ranks []float64) []int {
	list := make([]int, len(ranks))
	for i, rank := range ranks {
		list[i] = int(2 * rank)
	}
	return list
}

// signDistribution returns the probability of each sum of ranks, if each rank counts with
// probability 1/2.
func signDistribution(ranks []int) []float64 {
	share, largest := []float64{1}, 0
	for _, rank := range ranks {
		next := make([]float64, largest+rank+1)
		for sum, p := range share {
			next[sum] += p / 2
			next[sum+rank] += p / 2
		}
		share, largest = next, largest+rank
	}
	return share
}

// tailsOf returns the probability of a sum that is as far from the middle of a symmetrical
// distribution as the given one or farther.
func tailsOf(share []float64, sum int) float64 {
	p, far := 0.0, abs(2*sum-(len(share)-1))
	for s, probability := range share {
		if abs(2*s-(len(share)-1)) >= far {
			p += probability
		}
	}
	return min(1, p)
}

func abs(v int) int { return max(v, -v) }

// normalTails returns the two-sided probability of a difference of rank sums, with a correction of
// 1/2 for continuity.
func normalTails(difference, variance float64) float64 {
	if variance <= 0 {
		return 1
	}
	z := max(0, math.Abs(difference)-0.5) / math.Sqrt(variance)
	return min(1, 2*normalBelow(-z))
}

// RankSumResult is the result of [RankSum].
type RankSumResult struct {
	U     float64 // Mann and Whitney's statistic of the first sample: pairs where it is larger; ties count half
	P     float64 // two-sided
	Exact bool
	A12   float64 // effect size: the probability that a value of the first sample is larger, ties counted half
}

// RankSum is the test of two independent samples by Wilcoxon (1945) and by H. B. Mann and D. R.
// Whitney ("On a test of whether one of two random variables is stochastically larger than the
// other", Annals of Mathematical Statistics 18, 1947). Up to 100 values P is exact, also with ties:
// the share of all choices of the first sample among the values whose rank sum is as far from its
// mean or farther. The effect size is A₁₂ of A. Vargha and H. D. Delaney ("A critique and
// improvement of the CL common language effect size statistics", Journal of Educational and
// Behavioral Statistics 25, 2000): 0.5 is no difference. The error is a [*TooFewError] if a sample is
// empty.
func RankSum(a, b []float64) (RankSumResult, error) {
	var r RankSumResult
	if least := min(len(a), len(b)); least == 0 {
		return r, &TooFewError{"the rank-sum test", 0, 1, "runs"}
	}
	all := slices.Concat(a, b)
	ranks := Ranks(all)
	sum := 0.0
	for _, rank := range ranks[:len(a)] {
		sum += rank
	}
	n, m, both := float64(len(a)), float64(len(b)), float64(len(all))
	r.U = sum - n*(n+1)/2
	r.A12 = r.U / (n * m)
	if r.Exact = len(all) <= mostExact; r.Exact {
		// Of both samples the choices of the smaller one are fewer, and as far from their mean.
		count, of := len(a), sum
		if len(b) < len(a) {
			count, of = len(b), both*(both+1)/2-sum
		}
		r.P = choiceTails(doubled(ranks), count, int(2*of))
		return r, nil
	}
	variance := n * m / 12 * (both + 1 - tieSum(all)/(both*(both-1)))
	r.P = normalTails(r.U-n*m/2, variance)
	return r, nil
}

// choiceTails returns the share of the choices of a number of ranks whose sum is as far from its
// mean as the given one or farther.
func choiceTails(ranks []int, number, sum int) float64 {
	total := 0
	for _, rank := range ranks {
		total += rank
	}
	// choices[j][s] is the number of choices of j ranks with the sum s.
	choices := make([][]float64, number+1)
	for j := range choices {
		choices[j] = make([]float64, total+1)
	}
	choices[0][0] = 1
	used := 0
	for i, rank := range ranks {
		for j := min(i+1, number); j > 0; j-- {
			for s := min(used, total-rank); s >= 0; s-- {
				if c := choices[j-1][s]; c != 0 {
					choices[j][s+rank] += c
				}
			}
		}
		used += rank
	}
	// The mean is number · total / len(ranks); all terms are whole numbers.
	far, all, tails := abs(sum*len(ranks)-number*total), 0.0, 0.0
	for s, c := range choices[number] {
		all += c
		if abs(s*len(ranks)-number*total) >= far {
			tails += c
		}
	}
	return tails / all
}
