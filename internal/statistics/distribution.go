package statistics

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// The distributions are gonum's functions. Its package distuv has them under these names, but needs
// its linear algebra, which makes the program 2 MB larger.

// normalDensity returns the density of the standard normal distribution.
func normalDensity(z float64) float64 { return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) }

// normalBelow returns the probability that a standard normal value is at most z.
func normalBelow(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// normalQuantile returns z so that a standard normal value is at most z with probability p.
func normalQuantile(p float64) float64 { return mathext.NormalQuantile(p) }

// chiSquaredAbove returns the probability that a value of the χ² distribution exceeds x ≥ 0.
func chiSquaredAbove(x, freedom float64) float64 { return mathext.GammaIncRegComp(freedom/2, x/2) }

// fAbove returns the probability that a value of the F distribution exceeds x ≥ 0.
func fAbove(x, freedom, below float64) float64 {
	return mathext.RegIncBeta(below/2, freedom/2, below/(below+freedom*x))
}

// studentQuantile returns t so that Student's t is within −t..t with a probability: 1 − I(ν/(ν + t²);
// ν/2, 1/2), where I is the regularized incomplete beta function (NIST Digital Library of Mathematical
// Functions, 8.17).
func studentQuantile(probability, freedom float64) float64 {
	x := mathext.InvRegIncBeta(freedom/2, 0.5, 1-probability)
	return math.Sqrt(freedom * (1 - x) / x)
}
