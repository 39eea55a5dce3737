package statistics

import (
	"math"
	"math/rand/v2"
	"slices"
)

// MeanInterval returns half of the width of Student's confidence interval of the mean ("The
// probable error of a mean", Biometrika 6, 1908), NaN for fewer than two values. It supposes values
// that are about normally distributed.
func (s Summary) MeanInterval(confidence float64) float64 {
	if s.Number < 2 {
		return math.NaN()
	}
	return studentQuantile(confidence, float64(s.Number-1)) * s.Deviation / math.Sqrt(float64(s.Number))
}

// Difference returns the difference of two means, and half of the width of its confidence interval
// by Welch's method ("The generalization of 'Student's' problem when several different population
// variances are involved", Biometrika 34, 1947). Without two values on each side the width is NaN.
func Difference(a, b Summary, confidence float64) (difference, half float64) {
	difference = a.Mean - b.Mean
	if a.Number < 2 || b.Number < 2 {
		return difference, math.NaN()
	}
	n, m := float64(a.Number), float64(b.Number)
	u, v := a.Deviation*a.Deviation/n, b.Deviation*b.Deviation/m
	if u+v == 0 {
		return difference, 0
	}
	freedom := (u + v) * (u + v) / (u*u/(n-1) + v*v/(m-1))
	return difference, studentQuantile(confidence, freedom) * math.Sqrt(u+v)
}

// Resamples is the number of samples that [Bootstrap] draws.
const Resamples = 10_000

// Bootstrap returns a confidence interval of a statistic of a sample, by the method BCa: the
// quantiles of the statistic in samples that are drawn with replacement, corrected for bias and for
// a variance that changes with the statistic (B. Efron, "Better bootstrap confidence intervals",
// Journal of the American Statistical Association 82, 1987). It supposes no distribution, but with
// fewer than about ten values it is too narrow. Without two values the interval is NaN.
func Bootstrap(values []float64, statistic func([]float64) float64, confidence float64, seed uint64) (low, high float64) {
	if len(values) < 2 {
		return math.NaN(), math.NaN()
	}
	random := rand.New(rand.NewPCG(seed, uint64(len(values))))
	sample, drawn := make([]float64, len(values)), make([]float64, Resamples)
	for i := range drawn {
		for j := range sample {
			sample[j] = values[random.IntN(len(values))]
		}
		drawn[i] = statistic(sample)
	}
	slices.Sort(drawn)
	bias := bootstrapBias(drawn, statistic(values))
	if math.IsInf(bias, 0) { // the statistic is at the end of the samples: there is nothing to correct
		bias = 0
	}
	acceleration := jackknifeAcceleration(values, statistic)
	end := func(p float64) float64 {
		z := bias + normalQuantile(p)
		return Quantile(drawn, normalBelow(bias+z/(1-acceleration*z)))
	}
	return end((1 - confidence) / 2), end((1 + confidence) / 2)
}

// bootstrapBias returns z₀: the normal quantile of the share of samples below the statistic of the
// values. Equal ones count half.
func bootstrapBias(sorted []float64, of float64) float64 {
	below, found := slices.BinarySearch(sorted, of)
	equal := 0
	for i := below; found && i < len(sorted) && sorted[i] == of; i++ {
		equal++
	}
	return normalQuantile((float64(below) + float64(equal)/2) / float64(len(sorted)))
}

// jackknifeAcceleration returns BCa's acceleration: a sixth of the skewness of the statistic where
// one value is left out.
func jackknifeAcceleration(values []float64, statistic func([]float64) float64) float64 {
	without := make([]float64, len(values))
	for i := range values {
		without[i] = statistic(slices.Delete(slices.Clone(values), i, i+1))
	}
	mean := Mean(without)
	var squares, cubes float64
	for _, v := range without {
		d := mean - v
		squares += d * d
		cubes += d * d * d
	}
	if squares == 0 {
		return 0
	}
	return cubes / (6 * math.Pow(squares, 1.5))
}
