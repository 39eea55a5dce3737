package verify

import (
	"math"
	"math/big"

	"github.com/aco-vk/aco-vk/tsp"
)

// UnitLength returns the length of a tour in units, computed from the numbers of the input and not
// from whole steps. With open the distance from the last to the first city does not count. The tour
// must be one that [Tour] or [Path] accepts. The length is +Inf if the tour has an edge that a matrix
// lacks.
func UnitLength(in *tsp.Instance, t tsp.Tour, open bool) float64 {
	const bits = 53 + 64 + 31 // of a sum without rounding errors, unless its terms differ by a factor of 2⁶⁴
	sum := new(big.Float).SetPrec(bits)
	for i := range t {
		if open && i == len(t)-1 {
			break
		}
		d := unitDistance(in, int(t[i]), int(t[(i+1)%len(t)]), len(t))
		if math.IsInf(d, 1) {
			return d
		}
		sum.Add(sum, big.NewFloat(d))
	}
	length, _ := sum.Float64()
	return length
}

// unitDistance returns the distance from city i to city j of an instance with n cities in units.
func unitDistance(in *tsp.Instance, i, j, n int) float64 {
	switch {
	case in.Metric == "HAVERSINE":
		return haversine(in.X[i], in.Y[i], in.X[j], in.Y[j])
	case in.Given == nil:
		d, err := distance(in, n, i, j)
		if err != nil {
			return math.NaN() // Tour has refused it
		}
		if in.Unit.Decimals < 0 {
			return float64(d) * math.Pow10(-in.Unit.Decimals)
		}
		return float64(d) / math.Pow10(in.Unit.Decimals)
	case in.Metric == "EXPLICIT":
		return in.Given.Distances[i][j]
	}
	dx, dy := in.Given.X[j]-in.Given.X[i], in.Given.Y[j]-in.Given.Y[i]
	switch in.Metric {
	case "MAN_2D":
		return math.Abs(dx) + math.Abs(dy)
	case "MAX_2D":
		return math.Max(math.Abs(dx), math.Abs(dy))
	}
	return math.Hypot(dx, dy)
}

// haversine returns the great-circle distance of two places in decimal degrees, in metres, by the law
// of haversines. Beyond 120 degrees it is half a circle less the distance to the antipode.
func haversine(latitude1, longitude1, latitude2, longitude2 float64) float64 {
	const radius, degree = 6_371_008.8, math.Pi / 180
	north, east := math.Sin((latitude2-latitude1)*degree/2), math.Sin((longitude2-longitude1)*degree/2)
	h := north*north + math.Cos(latitude1*degree)*math.Cos(latitude2*degree)*east*east
	if h > 0.75 {
		return math.Pi*radius - haversine(latitude1, longitude1, -latitude2, longitude2+180)
	}
	return 2 * radius * math.Asin(math.Sqrt(h))
}
