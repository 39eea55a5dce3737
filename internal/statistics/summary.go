package statistics

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
)

// Confidence is the probability of the confidence intervals of tables and pages.
const Confidence = 0.95

// A Summary describes a sample.
type Summary struct {
	Number               int
	Best, Worst          float64 // the least and the largest value
	Mean                 float64
	Deviation            float64 // of the sample, with n − 1 degrees of freedom; 0 for one value
	Lower, Median, Upper float64 // quartiles
}

// Summarize describes whole numbers, such as the lengths of tours. The mean and the deviation are
// the nearest float64 of the exact ones. The summary of no values is zero.
func Summarize(values []int64) Summary {
	if len(values) == 0 {
		return Summary{}
	}
	sorted := make([]float64, len(values))
	for i, v := range slices.Sorted(slices.Values(values)) {
		sorted[i] = float64(v)
	}
	s := Summary{
		Number: len(values), Best: sorted[0], Worst: sorted[len(sorted)-1],
		Lower: Quantile(sorted, 0.25), Median: Quantile(sorted, 0.5), Upper: Quantile(sorted, 0.75),
	}
	s.Mean, s.Deviation = MeanDeviation(values)
	return s
}

// MeanDeviation returns the mean and the standard deviation of a sample of whole numbers, each the
// nearest float64 of the exact value. The deviation has n − 1 degrees of freedom. For one value it
// is 0, and for none both are.
func MeanDeviation(values []int64) (mean, deviation float64) {
	if len(values) == 0 {
		return 0, 0
	}
	sum, variance := exact(values)
	mean, _ = sum.Quo(sum, big.NewRat(int64(len(values)), 1)).Float64()
	return mean, root(variance)
}

// exact returns the sum and the variance of at least one value. The variance is
// (n Σv² − (Σv)²) / (n (n − 1)), and 0 for one value.
func exact(values []int64) (sum, variance *big.Rat) {
	total, squares := new(big.Int), new(big.Int)
	for _, v := range values {
		value := big.NewInt(v)
		total.Add(total, value)
		squares.Add(squares, value.Mul(value, value))
	}
	sum, variance = new(big.Rat).SetInt(total), new(big.Rat)
	if len(values) < 2 {
		return sum, variance
	}
	n := big.NewInt(int64(len(values)))
	numerator := squares.Mul(squares, n)
	numerator.Sub(numerator, total.Mul(total, total))
	return sum, variance.SetFrac(numerator, n.Mul(n, big.NewInt(int64(len(values)-1))))
}

// root returns the nearest float64 of a square root.
func root(of *big.Rat) float64 {
	const precision = 200 // bits
	exact := new(big.Float).SetPrec(precision).SetRat(of)
	nearest, _ := exact.Sqrt(exact).Float64()
	return nearest
}

// Mean returns the mean of values, NaN for none. Equal values have themselves as their mean.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sum := 0.0 // of the differences from the first value
	for _, v := range values {
		sum += v - values[0]
	}
	return values[0] + sum/float64(len(values))
}

// Quantile returns a quantile of sorted values, interpolated linearly between two of them: type 7
// of Hyndman and Fan ("Sample quantiles in statistical packages", The American Statistician 50,
// 1996), the default of R. p is in 0..1. Of no values it is NaN.
func Quantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := min(max(p, 0), 1) * float64(len(sorted)-1)
	i := int(at)
	if i+1 == len(sorted) || sorted[i] == sorted[i+1] {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// Probability writes a p-value with three decimals; below 0.001 it is "<0.001".
func Probability(p float64) string {
	const least = 0.001
	if p < least {
		return fmt.Sprintf("<%g", least)
	}
	return strconv.FormatFloat(p, 'f', 3, 64)
}
