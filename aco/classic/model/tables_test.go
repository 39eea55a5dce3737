package model

import (
	"math"
	"slices"
	"sort"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// Each value is η^β relative to the row's largest, to the last unit if β is a multiple of 0.5.
func TestHeuristicRowIsProportional(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(t, "cities")
		self := rapid.IntRange(0, n-1).Draw(t, "self")
		beta := drawExponent(t)
		tolerance := 1e-12
		if _, exact := beta.Halves(); !exact {
			tolerance = 2 * realPowerError
		}
		distances := rapid.SliceOfN(rapid.Uint32Range(0, maxDistance), n, n).Draw(t, "distances")
		row := make([]uint32, n)
		heuristicRow(row, distances, self, beta)
		nearest := math.Inf(1)
		for j, d := range distances {
			if j != self {
				nearest = min(nearest, float64(heuristicDistance(d)))
			}
		}
		for j, h := range row {
			if j != self && slices.ContainsFunc(others(n, self), func(k int) bool {
				return distances[k] <= distances[j] && row[k] < h
			}) {
				t.Fatalf("city %d at %d: %d, more than a nearer city", j, distances[j], h)
			}
			if j == self {
				if h != 0 {
					t.Fatalf("the city's own heuristic is %d", h)
				}
				continue
			}
			want := heuristicTop * math.Pow(nearest/float64(heuristicDistance(distances[j])), realOf(beta))
			if h < 1 || math.Abs(float64(h)-want) > 1+tolerance*want {
				t.Fatalf("city %d at %d: %d, want %v", j, distances[j], h, want)
			}
		}
	})
}

// others returns the cities from 0 to n−1 without one.
func others(n, self int) (all []int) {
	for j := range n {
		if j != self {
			all = append(all, j)
		}
	}
	return all
}

// A candidate has what the whole row has for it: the nearest city is in both.
func TestCandidateHeuristic(t *testing.T) {
	for _, c := range []struct{ cities, candidates, neighbours, width int }{{50, 8, 0, 8}, {50, 8, 30, 8}, {50, 20, 5, 20}, {6, 20, 0, 5}} {
		instance := must.Get(generate.Instance("clustered", c.cities, 3))(t)
		instance.X[1], instance.Y[1] = instance.X[0], instance.Y[0]
		parameters := MaxMin()
		parameters.Candidates, parameters.Neighbours, parameters.Beta = c.candidates, c.neighbours, 2.5
		if c.neighbours > 0 {
			parameters.LocalSearch = Search3Opt
		}
		p := must.Get(NewUnprepared(instance, parameters))(t)
		lists := must.Get(NewNeighbourLists(t.Context(), p))(t)
		table := p.CandidateHeuristic(lists)
		if len(table) != c.cities*c.width {
			t.Fatalf("%d words, want %d a city", len(table), c.width)
		}
		distances, heuristic := make([]uint32, c.cities), make([]uint32, c.cities)
		for city := range c.cities {
			must.Do(t, p.Row(city, distances, heuristic))
			candidates, _ := lists.Of(uint32(city))
			for k, got := range table[city*c.width : (city+1)*c.width] {
				if want := heuristic[candidates[k]]; got != want {
					t.Errorf("candidate %d of city %d: %d, in the matrix %d", k, city, got, want)
				}
			}
		}
	}
}

// A list holds the nearest cities in order, each once, and nothing nearer is left out.
func TestNearRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		distances := rapid.SliceOfN(rapid.OneOf(rapid.Uint32Max(20), rapid.Uint32Max(math.MaxInt32)), 1, 100).Draw(t,
			"distances")
		self := rapid.IntRange(0, len(distances)-1).Draw(t, "self")
		order := make([]int, 0, len(distances))
		for j := range distances {
			if j != self {
				order = append(order, j)
			}
		}
		sort.SliceStable(order, func(a, b int) bool { return distances[order[a]] < distances[order[b]] })
		near := make([]uint32, NearWords)
		nearRow(near, distances, self)
		for k := range NearCities {
			want := self
			if k < len(order) {
				want = order[k]
			}
			if near[2*k] != uint32(want) || near[2*k+1] != 0 {
				t.Fatalf("place %d of the list of city %d holds city %d, weight %d; want city %d, weight 0", k,
					self, near[2*k], near[2*k+1], want)
			}
		}
	})
}
