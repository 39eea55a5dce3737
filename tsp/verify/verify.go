// Package verify checks a tour and its length apart from package tsp: it reads the fields of an instance and shares no
// formula with tsp's distances, lengths and validation, so that a fault there cannot hide itself. Only the cosine and
// its inverse are common to both; they are tested against package math.
package verify

import (
	"fmt"
	"math"
	"runtime"
	"sync"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/portable"
)

// Tour returns the length of a tour in the instance's metric. The error says why it is no tour of the instance.
func Tour(in *tsp.Instance, t tsp.Tour) (length int64, err error) {
	n, err := cities(in)
	if err != nil {
		return 0, fmt.Errorf("verify: %w", err)
	}
	if len(t) != n {
		return 0, fmt.Errorf("verify: the tour has %d cities, the instance %d", len(t), n)
	}
	if err := permutation(t); err != nil {
		return 0, fmt.Errorf("verify: %w", err)
	}
	cores := runtime.GOMAXPROCS(0)
	lengths, errs := make([]int64, cores), make([]error, cores)
	var group sync.WaitGroup
	for core := range cores {
		from, to := core*n/cores, (core+1)*n/cores
		group.Go(func() { lengths[core], errs[core] = stretch(in, t, from, to) })
	}
	group.Wait()
	for core, err := range errs {
		if err != nil { // the first on the tour
			return 0, fmt.Errorf("verify: %w", err)
		}
		length += lengths[core]
	}
	return length, nil
}

// stretch returns the length of the steps from..to-1 of a tour.
func stretch(in *tsp.Instance, t tsp.Tour, from, to int) (length int64, err error) {
	for step := from; step < to; step++ {
		i, j := int(t[step]), int(t[(step+1)%len(t)])
		d, err := distance(in, len(t), i, j)
		if err != nil {
			return 0, fmt.Errorf("from city %d to city %d (counted from 0): %w", i, j, err)
		}
		length += d
	}
	return length, nil
}

// permutation refuses what is outside 0..n-1, or there more than once, where n is how many there are: then none is missing.
func permutation(t tsp.Tour) error {
	visits := make([]uint8, len(t))
	for _, city := range t {
		if city < 0 || int(city) >= len(visits) {
			return fmt.Errorf("city %d of the tour is outside 0..%d", city, len(visits)-1)
		}
		if visits[city]++; visits[city] > 1 {
			return fmt.Errorf("the tour visits city %d (counted from 0) more than once", city)
		}
	}
	return nil
}

// cities returns the number of cities, for which the fields must agree.
func cities(in *tsp.Instance) (int, error) {
	if in.Metric == "EXPLICIT" {
		for n := 0; n*n <= len(in.Weights); n++ {
			if n*n == len(in.Weights) {
				return n, nil
			}
		}
		return 0, fmt.Errorf("%d weights are no square matrix", len(in.Weights))
	}
	n := len(in.X)
	if len(in.Y) != n || in.Metric == "EUC_3D" && len(in.Z) != n {
		return 0, fmt.Errorf("%d, %d and %d coordinates on the axes", n, len(in.Y), len(in.Z))
	}
	return n, nil
}

// distance follows the distance functions of the TSPLIB95 documentation, section 2, one by one.
func distance(in *tsp.Instance, n, i, j int) (int64, error) {
	var d float64
	switch in.Metric {
	case "EXPLICIT":
		d = float64(in.Weights[n*i+j])
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
	default:
		return 0, fmt.Errorf("metric %q is unknown", in.Metric)
	}
	if !(d >= 0 && d <= math.MaxInt32) { // also when d is not a number
		return 0, fmt.Errorf("distance %v is outside 0..%d", d, math.MaxInt32)
	}
	return int64(d), nil
}

// euclid sums in the order of the axes; conversions keep products from being fused with the sum.
func euclid(x, y, z float64) float64 {
	return math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
}

// geographical is the documentation's code for GEO: latitudes and longitudes are DDD.MM.
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
