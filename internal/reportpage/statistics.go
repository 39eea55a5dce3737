package reportpage

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// confidence is the probability of the confidence intervals.
const confidence = 0.95

// statistics of the lengths of runs.
type statistics struct {
	n                    int
	best                 float64
	mean, deviation      float64 // of the sample
	lower, median, upper float64 // quartiles
	half                 float64 // of the width of the mean's confidence interval; NaN for one run
}

// statisticsOf returns the statistics of at least one length. The confidence interval of the mean is Student's.
func statisticsOf(lengths []float64) statistics {
	s := statistics{n: len(lengths), best: slices.Min(lengths), half: math.NaN()}
	sorted := slices.Sorted(slices.Values(lengths))
	s.lower, s.median, s.upper = quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)
	s.mean = stat.Mean(lengths, nil)
	if s.n > 1 {
		s.deviation = stat.StdDev(lengths, nil)
		s.half = studentQuantile(float64(s.n-1)) * s.deviation / math.Sqrt(float64(s.n))
	}
	return s
}

// studentQuantile returns the quantile of Student's t-distribution that bounds a two-sided interval.
func studentQuantile(freedom float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile((1 + confidence) / 2)
}

// difference returns the difference of two means and half of the width of its confidence interval, NaN for one run, by Welch's method (B. L. Welch, "The generalization of
// 'Student's' problem when several different population variances are involved", Biometrika 34, 1947).
func difference(a, b statistics) (mean, half float64) {
	mean = a.mean - b.mean
	if a.n < 2 || b.n < 2 {
		return mean, math.NaN()
	}
	u, v := a.deviation*a.deviation/float64(a.n), b.deviation*b.deviation/float64(b.n)
	if u+v == 0 {
		return mean, 0
	}
	freedom := (u + v) * (u + v) / (u*u/float64(a.n-1) + v*v/float64(b.n-1))
	return mean, studentQuantile(freedom) * math.Sqrt(u+v)
}

// quantile returns a quantile of sorted values, interpolated linearly between two of them (Hyndman and Fan's type 7).
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
