// Package verify checks a tour and computes its length, independently of package tsp. It reads the
// fields of an instance, and has distances and checks of its own, so that it finds errors in
// package tsp. Both use the same cosine and its inverse, which are tested against package math.
package verify

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/portable"
)

// An Error says why a tour is not a valid tour of an instance. It names cities
// as [tsp.Instance.CityText] does.
type Error struct{ Reason string }

// Error returns "verify: reason".
func (e *Error) Error() string { return "verify: " + e.Reason }

func refuse(format string, args ...any) *Error { return &Error{fmt.Sprintf(format, args...)} }

// Tour returns the length of a tour in the instance's metric. It uses all processors. If the tour
// does not visit each city once or lacks a fixed edge, or the instance is not valid, the error is
// an [*Error].
func Tour(in *tsp.Instance, t tsp.Tour) (length int64, err error) {
	n, err := dimension(in)
	if err != nil {
		return 0, err
	}
	if len(t) != n {
		return 0, refuse("the tour has %d cities, the instance %d%s", len(t), n, missing(in, t, n))
	}
	if err := checkPermutation(in, t); err != nil {
		return 0, err
	}
	if err := checkFixed(in, t); err != nil {
		return 0, err
	}
	if n == 1 { // there is no edge
		return 0, nil
	}
	const few = 512 // cities that take less time than to start another goroutine
	cores := min(runtime.GOMAXPROCS(0), 1+n/few)
	lengths, errs := make([]int64, cores), make([]error, cores)
	var group sync.WaitGroup
	for core := range cores {
		from, to := core*n/cores, (core+1)*n/cores
		group.Go(func() { lengths[core], errs[core] = lengthOf(in, t, from, to) })
	}
	group.Wait()
	for core, err := range errs {
		if err != nil { // the first on the tour
			return 0, err
		}
		length += lengths[core]
	}
	return length, nil
}

// Path returns the length of an open path in the instance's metric, without the edge from its last
// to its first city. If the path does not visit each city once from start to end, counted from 0,
// or lacks a fixed edge, or the instance is not valid, the error is an [*Error]. A negative start
// or end is any city.
func Path(in *tsp.Instance, t tsp.Tour, start, end int32) (length int64, err error) {
	closed, err := Tour(in, t)
	if err != nil {
		return 0, err
	}
	first, last := t[0], t[len(t)-1]
	if start >= 0 && first != start {
		return 0, refuse("the path begins at %s, not at %s", in.CityText(first), in.CityText(start))
	}
	if end >= 0 && last != end {
		return 0, refuse("the path ends at %s, not at %s", in.CityText(last), in.CityText(end))
	}
	for _, e := range in.Fixed {
		if in.Kind != "ATSP" && len(t) == 2 {
			break // the edge there is the edge back
		}
		if e == (tsp.Edge{last, first}) || in.Kind != "ATSP" && e == (tsp.Edge{first, last}) {
			return 0, refuse("the path does not have the fixed edge from %s to %s", in.CityText(e[0]), in.CityText(e[1]))
		}
	}
	if len(t) == 1 {
		return 0, nil
	}
	closing, err := distance(in, len(t), int(last), int(first))
	return closed - closing, err
}

// Allowed returns an [*Error] if a tour that [Tour] accepts, or a path that [Path] accepts, has an
// edge that [tsp.Instance.Forbidden] forbids.
func Allowed(in *tsp.Instance, t tsp.Tour, path bool) error {
	if in.Forbidden == 0 {
		return nil
	}
	for i, from := range t {
		if path && i == len(t)-1 {
			break
		}
		to := t[(i+1)%len(t)]
		if in.Weights[int(from)*len(t)+int(to)] >= in.Forbidden {
			return refuse("the edge from %s to %s is forbidden", in.CityText(from), in.CityText(to))
		}
	}
	return nil
}

// lengthOf returns the length of the edges from..to-1 of a tour.
func lengthOf(in *tsp.Instance, t tsp.Tour, from, to int) (length int64, err error) {
	for edge := from; edge < to; edge++ {
		i, j := int(t[edge]), int(t[(edge+1)%len(t)])
		d, err := distance(in, len(t), i, j)
		if err != nil {
			return 0, refuse("from %s to %s: %v", in.CityText(t[edge]), in.CityText(t[(edge+1)%len(t)]), err)
		}
		length += d
	}
	return length, nil
}

// checkPermutation returns an error for a city outside 0..n-1 and for one that is visited twice,
// where n is the length of the tour. Without either, no city is missing.
func checkPermutation(in *tsp.Instance, t tsp.Tour) error {
	visited := make([]bool, len(t))
	for i, city := range t {
		if city < 0 || int(city) >= len(visited) {
			return refuse("position %d: %s", i+in.FirstNumber, in.OutsideText(city))
		}
		if visited[city] {
			return refuse("the tour visits %s more than once", in.CityText(city))
		}
		visited[city] = true
	}
	return nil
}

// missing names a city that a tour lacks; "" if it lacks none.
func missing(in *tsp.Instance, t tsp.Tour, n int) string {
	visited := make([]bool, n)
	for _, city := range t {
		if city >= 0 && int(city) < n {
			visited[city] = true
		}
	}
	if at := slices.Index(visited, false); at >= 0 {
		return ": " + in.CityText(int32(at)) + " is missing"
	}
	return ""
}

// checkFixed returns an error for a fixed edge that a permutation of the cities does not have.
func checkFixed(in *tsp.Instance, t tsp.Tour) error {
	if len(in.Fixed) == 0 {
		return nil
	}
	n := len(t)
	place := make([]int, n)
	for i, city := range t {
		place[city] = i
	}
	for _, e := range in.Fixed {
		a, b := int(e[0]), int(e[1])
		if min(a, b) < 0 || max(a, b) >= n {
			return refuse("the fixed edge from city %d to city %d is not one of %d cities", a+in.FirstNumber, b+in.FirstNumber, n)
		}
		if apart := (place[b] - place[a] + n) % n; apart != 1 && (apart != n-1 || in.Kind == "ATSP") {
			return refuse("the tour does not have the fixed edge from %s to %s", in.CityText(e[0]), in.CityText(e[1]))
		}
	}
	return nil
}

// dimension returns the number of cities. It returns an error when the fields of the instance do
// not agree on it.
func dimension(in *tsp.Instance) (int, error) {
	if in.Metric == "EXPLICIT" || in.Metric == "PAIRS" {
		for n := 0; n*n <= len(in.Weights); n++ {
			switch {
			case n*n != len(in.Weights):
			case in.Metric == "PAIRS":
				return 2 * n, nil
			default:
				return n, nil
			}
		}
		return 0, refuse("%d weights are not a square matrix", len(in.Weights))
	}
	n := len(in.X)
	if len(in.Y) != n || in.Metric == "EUC_3D" && len(in.Z) != n {
		return 0, refuse("the axes have %d, %d and %d coordinates", n, len(in.Y), len(in.Z))
	}
	return n, nil
}

// distance computes the distance functions of the TSPLIB95 documentation, section 2, and great
// circles.
func distance(in *tsp.Instance, n, i, j int) (int64, error) {
	var d float64
	switch in.Metric {
	case "EXPLICIT":
		d = float64(in.Weights[n*i+j])
	case "PAIRS":
		if i%2 == j%2 {
			return 0, fmt.Errorf("the nodes are of the same kind")
		}
		leave, enter := min(i%2*n+i, j%2*n+j), max(i%2*n+i, j%2*n+j)-n // the even node is left, the odd one is entered
		if leave/2 != enter/2 {
			d = float64(in.Weights[leave/2*(n/2)+enter/2])
		}
	case "EUC_2D":
		d = math.Floor(euclid(in.X[j]-in.X[i], in.Y[j]-in.Y[i], 0) + 0.5)
	case "CEIL_2D":
		d = math.Ceil(euclid(in.X[j]-in.X[i], in.Y[j]-in.Y[i], 0))
	case "EUC_3D":
		d = math.Floor(euclid(in.X[j]-in.X[i], in.Y[j]-in.Y[i], in.Z[j]-in.Z[i]) + 0.5)
	case "MAN_2D":
		d = math.Floor(math.Abs(in.X[j]-in.X[i]) + math.Abs(in.Y[j]-in.Y[i]) + 0.5)
	case "MAX_2D":
		d = math.Floor(math.Max(math.Abs(in.X[j]-in.X[i]), math.Abs(in.Y[j]-in.Y[i])) + 0.5)
	case "ATT":
		x, y := in.X[j]-in.X[i], in.Y[j]-in.Y[i]
		r := math.Sqrt((float64(x*x) + float64(y*y)) / 10)
		if d = math.Floor(r + 0.5); d < r {
			d++
		}
	case "GEO":
		d = geographical(in.X[i], in.Y[i], in.X[j], in.Y[j])
	case "HAVERSINE":
		if in.Unit.Decimals < 0 || in.Unit.Decimals >= len(radiusBits) {
			return 0, fmt.Errorf("%d decimals of the unit are outside 0..%d", in.Unit.Decimals, len(radiusBits)-1)
		}
		d = greatCircle(in.Unit.Decimals, globePoint(in.X[i], in.Y[i]), globePoint(in.X[j], in.Y[j]))
	default:
		return 0, fmt.Errorf("metric %q is not supported", in.Metric)
	}
	if !(d >= 0 && d <= math.MaxInt32) { // also when d is not a number
		return 0, fmt.Errorf("distance %v is outside 0..%d", d, math.MaxInt32)
	}
	return int64(d), nil
}

// euclid returns the Euclidean length of a vector.
func euclid(x, y, z float64) float64 { return math.Sqrt(euclidSquare(x, y, z)) }

// euclidSquare returns the square of that length. Explicit conversions keep products from being
// fused with the sum.
func euclidSquare(x, y, z float64) float64 { return float64(x*x) + float64(y*y) + float64(z*z) }

// geographical is the documentation's code for GEO, with latitudes and longitudes as DDD.MM.
func geographical(latitude1, longitude1, latitude2, longitude2 float64) float64 {
	const (
		pi = 3.141592
		r  = 6378.388
	)
	radians := func(x float64) float64 {
		degrees, minutes := math.Modf(x)
		return float64(pi*(degrees+float64(5.0*minutes)/3.0)) / 180.0
	}
	q1 := portable.Cos(radians(longitude2) - radians(longitude1))
	q2 := portable.Cos(radians(latitude2) - radians(latitude1))
	q3 := portable.Cos(radians(latitude2) + radians(latitude1))
	angle := portable.Acos(0.5 * (float64((1.0+q1)*q2) - float64((1.0-q1)*q3)))
	return math.Floor(float64(r*angle) + 1.0)
}
