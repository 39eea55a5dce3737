// Package portable has the elementary functions that instances depend on, computed to the same
// bits on every CPU.
//
// Those of package math are not: some have assembly of their own on some CPUs, and elsewhere the
// compiler may fuse their multiplications and additions. A distance that is rounded down from such
// a value, or a city that is placed by one, could differ between two machines. Here each product
// is rounded by an explicit conversion, and only operations that IEEE 754 defines exactly are
// used: + - * / and the square root. The results are within a few units in the last place of the
// true value.
package portable

import "math"

// Cos returns the cosine of x radians, for |x| up to 100.
func Cos(x float64) float64 { return cosine(x, 0) }

// Sin returns the sine of x radians, for |x| up to 100.
func Sin(x float64) float64 { return cosine(x, 3) }

// cosine returns the cosine of x and a number of right angles, 0 or more.
func cosine(x float64, rightAngles int) float64 {
	// π/2 in two parts; the first has 33 bits, so its product with a small whole number is exact.
	const high, low = 0x1.921fb544p+00, 0x1.0b4611a626331p-34
	quarters := math.Round(x / (math.Pi / 2))
	rest := x - float64(quarters*high) - float64(quarters*low)
	switch (int(quarters) + rightAngles) & 3 {
	case 0:
		return series(rest, 0)
	case 1:
		return -series(rest, 1)
	case 2:
		return -series(rest, 0)
	default:
		return series(rest, 1)
	}
}

// series sums the Taylor series of the cosine (first = 0) or the sine (first = 1) for |x| ≤ π/4,
// up to x^18 or x^19: there the next term is below 2^-60.
func series(x float64, first int) float64 {
	square, sum := float64(x*x), 1.0
	for k := first + 18; k > first; k -= 2 {
		sum = 1 - float64(square*sum)/float64(k*(k-1))
	}
	if first == 1 {
		return float64(x * sum)
	}
	return sum
}

// Acos returns the angle in 0..π whose cosine is x. Values outside -1..1 are taken as the nearer
// end: rounding in the spherical law of cosines leads there.
func Acos(x float64) float64 {
	if x <= -1 {
		return math.Pi
	}
	if x >= 1 {
		return 0
	}
	// tan²(a/2) = (1 - cos a)/(1 + cos a)
	t := math.Sqrt((1 - x) / (1 + x))
	// atan t = 2·atan(t/(1+√(1+t²))). Four halvings bring any angle below π/32, where the series
	// ends soon.
	for range 4 {
		t /= 1 + math.Sqrt(1+float64(t*t))
	}
	square, sum := float64(t*t), 0.0
	for k := 17; k >= 1; k -= 2 { // t < 0.1: the next term is below 2^-60 of the sum
		sum = 1/float64(k) - float64(square*sum)
	}
	return float64(32 * float64(t*sum))
}

// Atan returns the angle in 0..π/2 whose tangent is t, 0 or more.
func Atan(t float64) float64 {
	const large = 1 << 54 // from here on the angle rounds to π/2
	if t >= large {
		return math.Pi / 2
	}
	halvings := 1.0
	for t > 0.1 { // as in Acos
		t /= 1 + math.Sqrt(1+float64(t*t))
		halvings *= 2
	}
	square, sum := float64(t*t), 0.0
	for k := 17; k >= 1; k -= 2 {
		sum = 1/float64(k) - float64(square*sum)
	}
	return float64(halvings * float64(t*sum))
}

// Log returns the natural logarithm of a positive x.
func Log(x float64) float64 {
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction *= 2
		exponent--
	}
	// ln f = 2·artanh s with s = (f-1)/(f+1) and |s| < 0.172
	s := (fraction - 1) / (fraction + 1)
	square, sum := float64(s*s), 0.0
	for k := 23; k >= 1; k -= 2 { // the next term is below 2^-60 of the sum
		sum = 1/float64(k) + float64(square*sum)
	}
	return float64(float64(exponent)*math.Ln2) + float64(2*float64(s*sum))
}
