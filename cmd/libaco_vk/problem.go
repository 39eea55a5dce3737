package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// mostOfMatrix is the number of cities of the largest matrix, which has 2³¹ distances.
const mostOfMatrix = 46_340

// sizes are the numbers of a problem that say how long its arrays are. They are checked before an array is
// read.
type sizes struct {
	cities, stride, fixed           int64
	coordinates, distances, weights bool // which arrays there are
}

// check returns an error for sizes that no array has, or that do not fit the memory.
func (s sizes) check() error {
	given := 0
	for _, is := range []bool{s.coordinates, s.distances, s.weights} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return refuse("problem", "give either x and y, or distances, or weights")
	case s.cities < tsp.MinCities || s.cities > math.MaxInt32:
		return refuse("n", "%d cities; give %d to %d", s.cities, tsp.MinCities, math.MaxInt32)
	case s.fixed < 0 || s.fixed > s.cities:
		return refuse("fixed_count", "%d legs of %d cities; give 0 to %d", s.fixed, s.cities, s.cities)
	case s.stride < 0 || s.stride > math.MaxInt32/8:
		return refuse("stride", "it is %d; give 1, or 2 for an array of pairs", s.stride)
	case !s.coordinates && s.cities > mostOfMatrix:
		return refuse("n", "a matrix of %d cities is larger than the largest, of %d; give coordinates", s.cities, mostOfMatrix)
	}
	return aco.CheckCities(int(s.cities))
}

// problem has copies of the arrays of a problem.
type problem struct {
	x, y      []float64
	metric    string // "": euclidean
	distances []float64
	weights   []int32
	fixed     []int32
}

// instance returns the problem as an instance.
func (p problem) instance(ctx context.Context, cities int) (*tsp.Instance, error) {
	in, err := p.withoutFixed(ctx, cities)
	if err != nil || len(p.fixed) == 0 {
		return in, err
	}
	edges := make([]tsp.Edge, 0, len(p.fixed)/2)
	for pair := range slices.Chunk(p.fixed, 2) {
		edges = append(edges, tsp.Edge(pair))
	}
	return in.WithFixed(edges...)
}

func (p problem) withoutFixed(ctx context.Context, cities int) (*tsp.Instance, error) {
	if p.x != nil {
		return fromCoordinates(p.metric, p.x, p.y)
	}
	if p.metric != "" {
		return nil, refuse("metric", "it is for coordinates; a matrix has its distances")
	}
	if p.weights != nil {
		return fromWeights(p.weights, cities)
	}
	return tsp.FromDecimals(ctx, slices.Collect(slices.Chunk(p.distances, cities)), "")
}

// warnings returns what looks wrong with coordinates.
func (p problem) warnings() []string {
	if p.x == nil || p.metric != "" {
		return nil
	}
	if warning := format.DegreesInPlane(p.x, p.y, "use metric haversine, with the latitudes as x"); warning != "" {
		return []string{warning}
	}
	return nil
}

// fromCoordinates returns the instance of a metric's name.
func fromCoordinates(metric string, x, y []float64) (*tsp.Instance, error) {
	switch format.Metric(metric) {
	case "", format.Euclidean:
		return tsp.FromXY(tsp.EUC2D, x, y)
	case format.Manhattan:
		return tsp.FromXY(tsp.MAN2D, x, y)
	case format.Haversine:
		return tsp.FromDegrees(x, y)
	}
	var names []string
	for _, m := range tsp.Metrics() {
		if m.Axes() != 2 || !m.InTSPLIB() {
			continue
		}
		if string(m) == metric {
			return tsp.FromCoordinates(m, x, y)
		}
		names = append(names, string(m))
	}
	return nil, refuse("metric", "%.40q is none; there are %v and %v", metric, format.Metrics, names)
}

// fromWeights returns the instance of a matrix of whole numbers.
func fromWeights(weights []int32, n int) (*tsp.Instance, error) {
	in := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.Explicit, Weights: weights}
	for i := range n {
		weights[i*n+i] = 0
		for j := range i {
			if weights[i*n+j] != weights[j*n+i] {
				in.Kind = tsp.ATSP
			}
		}
	}
	return in, in.Validate()
}

// refuse returns an error about a field of C.
func refuse(field, text string, arguments ...any) error {
	return &aco.OptionError{Option: field, Reason: fmt.Sprintf(text, arguments...)}
}
