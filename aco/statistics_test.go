package aco

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// The measures of an iteration are those of the pheromone after the iteration before it, here computed
// in floating point: the ants have read it.
func TestStatisticsOfTrails(t *testing.T) {
	const cities = 40
	for name, method := range map[string]Method{
		"mmas": MMAS{Ants: 10, Memory: MemoryCandidates, Candidates: 12},
		"as":   AntSystem{Ants: 10},
	} {
		want, got := map[int]AntStatistics{}, map[int]AntStatistics{}
		o := Options{
			Method: method, Devices: onProcessor(t), Iterations: 13, TrailsAt: []int{1, 2, 5, 12},
			Trails:     func(trails Trails) { want[trails.Iteration+1] = measuresOf(trails, cities, name == "as") },
			Statistics: func(s IterationStatistics) { got[s.Iteration] = *s.Ants },
		}
		mustSolve(t, generated(t, cities), o)
		if len(want) != len(o.TrailsAt) || len(got) != o.Iterations {
			t.Fatalf("%s: pheromone of %d iterations and %d rows", name, len(want), len(got))
		}
		for iteration, measures := range want {
			options := []cmp.Option{
				cmpopts.IgnoreFields(AntStatistics{}, "DeviceTime", "Mean", "Deviation", "Distance"),
				cmpopts.EquateApprox(1e-5, 0), // the entropy is rounded, and has few bits of small trails
			}
			if diff := cmp.Diff(measures, got[iteration], options...); diff != "" {
				t.Errorf("%s, iteration %d (-of its pheromone +row):\n%s", name, iteration, diff)
			}
		}
	}
}

// measuresOf computes the measures of pheromone by their definitions. bothWays says that an edge is
// stored once, and is one of both its cities.
func measuresOf(trails Trails, cities int, bothWays bool) AntStatistics {
	of := make([][]float64, cities)
	m := AntStatistics{LeastPheromone: math.Inf(1)}
	for trail := range trails.All() {
		of[trail.From] = append(of[trail.From], trail.Pheromone)
		if bothWays {
			of[trail.To] = append(of[trail.To], trail.Pheromone)
		}
		m.LeastPheromone = min(m.LeastPheromone, trail.Pheromone)
		m.MostPheromone = max(m.MostPheromone, trail.Pheromone)
	}
	for _, city := range of {
		least, most, sum := math.Inf(1), 0.0, 0.0
		for _, pheromone := range city {
			least, most, sum = min(least, pheromone), max(most, pheromone), sum+pheromone
		}
		for _, pheromone := range city {
			if pheromone > least+0.05*(most-least) {
				m.BranchingFactor += 0.5 / float64(cities)
			}
			m.Entropy -= pheromone / sum * math.Log2(pheromone/sum) / float64(cities)
		}
	}
	return m
}

// Trails that no run has passed have no edges.
func TestZeroTrails(t *testing.T) {
	for range (Trails{}).All() {
		t.Error("an edge")
	}
}
