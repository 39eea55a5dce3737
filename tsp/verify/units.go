package verify

import (
	"math"
	"runtime"
	"sync"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/portable"
)

// UnitLength returns the length of a tour in units, computed from the numbers of the input and not
// from whole steps. With open the distance from the last to the first city does not count. The
// tour must be one that [Tour] or [Path] accepts. The length is +Inf if the tour has a forbidden
// edge. It uses all processors; their number does not change the result.
func UnitLength(in *tsp.Instance, t tsp.Tour, open bool) float64 {
	edges := len(t)
	if open || edges == 1 {
		edges = max(edges-1, 0)
	}
	const part = 4096 // edges
	sums := make([]accurateSum, (edges+part-1)/part)
	cores := runtime.GOMAXPROCS(0)
	var group sync.WaitGroup
	for core := range cores {
		group.Go(func() {
			for i := core; i < len(sums); i += cores {
				for edge := i * part; edge < min((i+1)*part, edges); edge++ {
					sums[i].add(unitDistance(in, len(t), int(t[edge]), int(t[(edge+1)%len(t)])))
				}
			}
		})
	}
	group.Wait()
	var all accurateSum
	for _, sum := range sums {
		all.add(sum.sum)
		all.rest += sum.rest
	}
	if math.IsInf(all.sum, 1) {
		return all.sum
	}
	return all.sum + all.rest
}

// accurateSum has a sum and, in rest, the rounding errors of its additions (Knuth, "The Art of
// Computer Programming", volume 2, section 4.2.2, theorem B).
type accurateSum struct{ sum, rest float64 }

func (s *accurateSum) add(v float64) {
	sum := s.sum + v
	added := sum - s.sum
	s.rest += (s.sum - (sum - added)) + (v - added)
	s.sum = sum
}

// unitDistance returns the distance from city i to city j of an instance with n cities in units.
func unitDistance(in *tsp.Instance, n, i, j int) float64 {
	switch {
	case in.Metric == "HAVERSINE":
		return haversine(in.X[i], in.Y[i], in.X[j], in.Y[j])
	case in.Given == nil:
		d, err := distance(in, n, i, j)
		if err != nil {
			return math.NaN() // Tour has refused it
		}
		if in.Forbidden > 0 && d >= int64(in.Forbidden) {
			return math.Inf(1)
		}
		if in.Unit.Decimals < 0 {
			return float64(d) * math.Pow10(-in.Unit.Decimals)
		}
		return float64(d) / math.Pow10(in.Unit.Decimals)
	case in.Metric == "EXPLICIT":
		return in.Given.Distances[i][j]
	}
	dx, dy := math.Abs(in.Given.X[j]-in.Given.X[i]), math.Abs(in.Given.Y[j]-in.Given.Y[i])
	switch in.Metric {
	case "MAN_2D":
		return dx + dy
	case "MAX_2D":
		return math.Max(dx, dy)
	}
	return euclid(dx, dy, 0)
}

// haversine returns the great-circle distance of two places in decimal degrees, in metres, by the
// law of haversines. Beyond 120 degrees it is half a circle less the distance to the antipode.
func haversine(latitude1, longitude1, latitude2, longitude2 float64) float64 {
	const radius, degree = 6_371_008.8, math.Pi / 180
	half := func(degrees float64) float64 { return portable.Sin(float64(degrees*degree) / 2) }
	north, east := half(latitude2-latitude1), half(longitude2-longitude1)
	cosines := float64(portable.Cos(float64(latitude1*degree)) * portable.Cos(float64(latitude2*degree)))
	h := float64(north*north) + float64(cosines*float64(east*east))
	if h > 0.75 {
		return math.Pi*radius - haversine(latitude1, longitude1, -latitude2, longitude2+180)
	}
	return float64(2 * radius * portable.Atan(math.Sqrt(h/(1-h))))
}
