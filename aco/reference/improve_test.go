package reference

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

// searched makes a problem with a local search, and its lists.
func newSearchProblem(t *testing.T, instance *tsp.Instance, search problem.LocalSearch, neighbours int) (*problem.Problem, problem.NeighbourLists) {
	t.Helper()
	p, err := problem.New(instance, problem.Parameters{
		Algorithm: problem.AlgorithmMMAS, Ants: 1, Alpha: 1, Beta: 2, Rho: 0.2, LocalSearch: search, Neighbours: neighbours,
	})
	if err != nil {
		t.Fatal(err)
	}
	lists, err := problem.NewNeighbourLists(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return p, lists
}

// placed puts cities into the plane.
func planarInstance(cities int, place func(i int) (x, y float64)) *tsp.Instance {
	instance := &tsp.Instance{Name: "placed", Kind: tsp.TSP, Metric: tsp.EUC2D}
	for i := range cities {
		x, y := place(i)
		instance.X, instance.Y = append(instance.X, x), append(instance.Y, y)
	}
	return instance
}

// drawn draws a matrix.
func matrixInstance(kind tsp.Kind, cities int, draw func() int32) *tsp.Instance {
	instance := &tsp.Instance{Name: "drawn", Kind: kind, Metric: tsp.Explicit, Weights: make([]int32, cities*cities)}
	for i := range cities {
		for j := range cities {
			switch {
			case kind == tsp.TSP && j < i:
				instance.Weights[i*cities+j] = instance.Weights[j*cities+i]
			case j != i:
				instance.Weights[i*cities+j] = draw()
			}
		}
	}
	return instance
}

// kinds of instances: with ties, with distances of 0 and the largest there are, without symmetry.
var instanceKinds = map[string]func(random *rand.Rand, cities int) *tsp.Instance{
	"uniform": func(random *rand.Rand, cities int) *tsp.Instance {
		return planarInstance(cities, func(int) (float64, float64) { return 1000 * random.Float64(), 1000 * random.Float64() })
	},
	"clustered": func(random *rand.Rand, cities int) *tsp.Instance {
		return planarInstance(cities, func(i int) (float64, float64) { return float64(1000*(i%3)) + 9*random.Float64(), 9 * random.Float64() })
	},
	"lattice": func(_ *rand.Rand, cities int) *tsp.Instance {
		return planarInstance(cities, func(i int) (float64, float64) { return float64(10 * (i % 7)), float64(10 * (i / 7)) })
	},
	"equal": func(_ *rand.Rand, cities int) *tsp.Instance {
		return matrixInstance(tsp.TSP, cities, func() int32 { return 7 })
	},
	"zero": func(_ *rand.Rand, cities int) *tsp.Instance {
		return matrixInstance(tsp.TSP, cities, func() int32 { return 0 })
	},
	"huge": func(random *rand.Rand, cities int) *tsp.Instance {
		return matrixInstance(tsp.TSP, cities, func() int32 { return (1<<31 - 1) >> random.IntN(3) })
	},
	"matrix": func(random *rand.Rand, cities int) *tsp.Instance {
		return matrixInstance(tsp.TSP, cities, func() int32 { return random.Int32N(100) })
	},
	"asymmetric": func(random *rand.Rand, cities int) *tsp.Instance {
		return matrixInstance(tsp.ATSP, cities, func() int32 { return random.Int32N(100) })
	},
	"asymmetric, huge": func(random *rand.Rand, cities int) *tsp.Instance {
		return matrixInstance(tsp.ATSP, cities, func() int32 { return (1<<31 - 1) >> random.IntN(3) })
	},
}

// forSearches calls a test with each neighbourhood on each kind of instance of different sizes.
func forEachSearch(t *testing.T, sizes []int, test func(t *testing.T, random *rand.Rand, instance *tsp.Instance, search problem.LocalSearch)) {
	for kind, make := range instanceKinds {
		for _, search := range problem.LocalSearches[1:] {
			random := rand.New(rand.NewPCG(51, 0))
			for _, cities := range sizes {
				instance := make(random, cities)
				if !instance.Symmetric() && search.MoveTypes().TwoOpt && !search.MoveTypes().ThreeOpt {
					continue
				}
				t.Run(fmt.Sprint(kind, " ", cities, " ", search), func(t *testing.T) { test(t, random, instance, search) })
			}
		}
	}
}

func randomTour(random *rand.Rand, cities int) []uint32 {
	tour := make([]uint32, cities)
	for i, city := range random.Perm(cities) {
		tour[i] = uint32(city)
	}
	return tour
}

func lengthOf(p *problem.Problem, tour []uint32) (length uint64) {
	for i, city := range tour {
		length += uint64(p.Distance(city, tour[(i+1)%len(tour)]))
	}
	return length
}

// improved improves a random tour; it stays a tour, and becomes as much shorter as is said.
func improveRandomTour(t *testing.T, random *rand.Rand, p *problem.Problem, lists problem.NeighbourLists) []uint32 {
	t.Helper()
	tour := randomTour(random, p.Cities)
	before := lengthOf(p, tour)
	gain := Improve(p, lists, tour)
	if after := lengthOf(p, tour); before-after != gain || after > before {
		t.Fatalf("a tour of length %d became one of %d, and the gain is said to be %d", before, after, gain)
	}
	sorted := slices.Sorted(slices.Values(tour))
	for i, city := range sorted {
		if int(city) != i {
			t.Fatalf("the tour has become %v", tour)
		}
	}
	return tour
}

// No move of the neighbourhood makes an improved tour shorter: none of all moves that the definition names, each made on the
// successors of the cities alone.
func TestImproveEndsAtLocalOptimum(t *testing.T) {
	tried := 0
	forEachSearch(t, []int{3, 4, 5, 6, 7, 8, 9, 12, 33, 49}, func(t *testing.T, random *rand.Rand, instance *tsp.Instance, search problem.LocalSearch) {
		p, lists := newSearchProblem(t, instance, search, 1+random.IntN(6))
		for range 1 + 100/p.Cities {
			tour := improveRandomTour(t, random, p, lists)
			length := lengthOf(p, tour)
			all := newExhaustive(p, lists, tour)
			all.forEachMove(func(m []uint32) {
				if made := lengthOf(p, m); made < length {
					t.Fatalf("%v of length %d can be made %v of length %d", tour, length, m, made)
				}
			})
			tried += all.count
		}
	})
	if tried < 10_000 {
		t.Errorf("only %d moves were tried", tried)
	}
}

// With whole lists, 3opt ends where no exchange of two or three edges at all makes the tour shorter; the first part of the tour
// stays, the two others are put together in each way.
func TestImproveByWholeLists(t *testing.T) {
	forEachSearch(t, []int{5, 8, 14, 24}, func(t *testing.T, random *rand.Rand, instance *tsp.Instance, search problem.LocalSearch) {
		if !search.MoveTypes().ThreeOpt {
			return
		}
		p, lists := newSearchProblem(t, instance, search, instance.Dimension()-1)
		tour := improveRandomTour(t, random, p, lists)
		length := lengthOf(p, tour)
		for i := 1; i < p.Cities; i++ {
			for j := i + 1; j <= p.Cities; j++ {
				for k := j; k <= p.Cities; k++ {
					first, second := tour[i:j], tour[j:k]
					for way := range 8 {
						if !p.Symmetric && way%4 != 0 {
							continue // it reverses
						}
						made := append([]uint32{}, tour[:i]...)
						made = append(made, rearranged(first, second, way)...)
						made = append(made, tour[k:]...)
						if lengthOf(p, made) < length {
							t.Fatalf("%v of length %d can be made %v of length %d", tour, length, made, lengthOf(p, made))
						}
					}
				}
			}
		}
	})
}

// rearranged puts two parts together in one of eight ways.
func rearranged(first, second []uint32, way int) []uint32 {
	first, second = slices.Clone(first), slices.Clone(second)
	if way&1 != 0 {
		slices.Reverse(first)
	}
	if way&2 != 0 {
		slices.Reverse(second)
	}
	if way&4 != 0 {
		first, second = second, first
	}
	return append(first, second...)
}
