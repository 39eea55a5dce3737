package reportpage

import "math"

// studentQuantile returns the quantile of Student's t-distribution that bounds a two-sided
// interval, by bisection: the probability of the interval from −t to t is
// 1 − I(ν/(ν + t²); ν/2, 1/2), where I is the regularized incomplete beta function (NIST Digital
// Library of Mathematical Functions, 8.17).
func studentQuantile(freedom float64) float64 {
	within := func(t float64) float64 { return 1 - incompleteBeta(freedom/(freedom+t*t), freedom/2, 0.5) }
	low, high := 0.0, 1.0
	for within(high) < confidence {
		high *= 2
	}
	for {
		middle := (low + high) / 2
		if middle <= low || middle >= high {
			return middle
		}
		if within(middle) < confidence {
			low = middle
		} else {
			high = middle
		}
	}
}

// incompleteBeta returns the regularized incomplete beta function I(x; a, b), by its continued
// fraction (DLMF 8.17.22), from its last term that counts to its first.
func incompleteBeta(x, a, b float64) float64 {
	if x > (a+1)/(a+b+2) { // where the fraction converges slowly
		return 1 - incompleteBeta(1-x, b, a)
	}
	const terms = 200 // pairs; the error is below 1e-12 for one to a million degrees of freedom
	fraction := 1.0
	for m := float64(terms); m >= 0; m-- {
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		fraction = 1 + odd/fraction
		if m > 0 {
			fraction = 1 + even/fraction
		}
	}
	sum, _ := math.Lgamma(a + b)
	first, _ := math.Lgamma(a)
	second, _ := math.Lgamma(b)
	return math.Exp(a*math.Log(x)+b*math.Log1p(-x)+sum-first-second) / a / fraction
}
