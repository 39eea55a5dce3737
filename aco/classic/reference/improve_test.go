package reference

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// newSearchProblem returns a problem with a local search, and its neighbour lists.
func newSearchProblem(t *testing.T, instance *tsp.Instance, search model.LocalSearch, neighbours int) (*model.Problem, model.NeighbourLists) {
	t.Helper()
	p, err := model.New(t.Context(), instance, model.Parameters{
		Algorithm: model.AlgorithmMMAS, Ants: 1, Alpha: 1, Beta: 2, Rho: 0.2, LocalSearch: search, Neighbours: neighbours,
	})
	if err != nil {
		t.Fatal(err)
	}
	lists := must.Get(model.NewNeighbourLists(t.Context(), p))(t)
	return p, lists
}

// planarInstance returns an instance with the coordinates that place returns.
func planarInstance(cities int, place func(i int) (x, y float64)) *tsp.Instance {
	instance := &tsp.Instance{Name: "planar", Kind: tsp.TSP, Metric: tsp.EUC2D}
	for i := range cities {
		x, y := place(i)
		instance.X, instance.Y = append(instance.X, x), append(instance.Y, y)
	}
	return instance
}

// instanceKinds include instances with ties, with distances of 0, with the largest distances, and
// without symmetry.
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
		return tsptest.Matrix(tsp.TSP, cities, func() int32 { return 7 })
	},
	"zero": func(_ *rand.Rand, cities int) *tsp.Instance {
		return tsptest.Matrix(tsp.TSP, cities, func() int32 { return 0 })
	},
	"huge": func(random *rand.Rand, cities int) *tsp.Instance {
		return tsptest.Matrix(tsp.TSP, cities, func() int32 { return (1<<31 - 1) >> random.IntN(3) })
	},
	"matrix": func(random *rand.Rand, cities int) *tsp.Instance {
		return tsptest.Matrix(tsp.TSP, cities, func() int32 { return random.Int32N(100) })
	},
	"asymmetric": func(random *rand.Rand, cities int) *tsp.Instance {
		return tsptest.Matrix(tsp.ATSP, cities, func() int32 { return random.Int32N(100) })
	},
	"asymmetric, huge": func(random *rand.Rand, cities int) *tsp.Instance {
		return tsptest.Matrix(tsp.ATSP, cities, func() int32 { return (1<<31 - 1) >> random.IntN(3) })
	},
}

// forEachSearch runs a test for each local search, kind of instance and size.
func forEachSearch(t *testing.T, sizes []int, test func(t *testing.T, random *rand.Rand, instance *tsp.Instance, search model.LocalSearch)) {
	for kind, generate := range instanceKinds {
		for _, search := range model.LocalSearches[1:] {
			random := rand.New(rand.NewPCG(51, 0))
			for _, cities := range sizes {
				instance := generate(random, cities)
				if !instance.Symmetric() && (model.Parameters{LocalSearch: search}).MoveTypes().TwoOpt && !(model.Parameters{LocalSearch: search}).MoveTypes().ThreeOpt {
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

func lengthOf(p *model.Problem, tour []uint32) (length uint64) {
	for i, city := range tour {
		length += uint64(p.Distance(city, tour[(i+1)%len(tour)]))
	}
	return length
}

// improveRandomTour improves a random tour. It checks that the result is a tour and that the gain
// is the difference in length.
func improveRandomTour(t *testing.T, random *rand.Rand, p *model.Problem, lists model.NeighbourLists) []uint32 {
	t.Helper()
	tour := randomTour(random, p.Cities)
	before := lengthOf(p, tour)
	gain := Improve(p, lists, tour)
	if after := lengthOf(p, tour); before-after != gain || after > before {
		t.Fatalf("length %d before and %d after, but the gain is %d", before, after, gain)
	}
	sorted := slices.Sorted(slices.Values(tour))
	for i, city := range sorted {
		if int(city) != i {
			t.Fatalf("not a tour: %v", tour)
		}
	}
	return tour
}

// No move of the neighbourhood makes an improved tour shorter. exhaustiveSearch tries all moves,
// independently of Improve.
func TestImproveEndsAtLocalOptimum(t *testing.T) {
	testkind.ComparesRuns(t)
	tried := 0
	forEachSearch(t, []int{3, 4, 5, 6, 7, 8, 9, 12, 33, 49}, func(t *testing.T, random *rand.Rand, instance *tsp.Instance, search model.LocalSearch) {
		p, lists := newSearchProblem(t, instance, search, 1+random.IntN(6))
		for range 1 + 100/p.Cities {
			tour := improveRandomTour(t, random, p, lists)
			length := lengthOf(p, tour)
			all := newExhaustive(p, lists, tour)
			all.forEachMove(func(better []uint32) {
				if l := lengthOf(p, better); l < length {
					t.Fatalf("a move improves %v of length %d to %v of length %d", tour, length, better, l)
				}
			})
			tried += all.count
		}
	})
	if tried < 10_000 {
		t.Errorf("tried only %d moves", tried)
	}
}

// If the neighbour lists have all cities, no exchange of two or three edges improves a tour that
// 3-opt has improved. The test keeps the first segment and tries all ways to reconnect the other
// two.
func TestThreeOptWithCompleteLists(t *testing.T) {
	forEachSearch(t, []int{5, 8, 14, 24}, func(t *testing.T, random *rand.Rand, instance *tsp.Instance, search model.LocalSearch) {
		if !(model.Parameters{LocalSearch: search}).MoveTypes().ThreeOpt {
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
							continue // reverses a segment
						}
						other := slices.Concat(tour[:i], rearranged(first, second, way), tour[k:])
						if l := lengthOf(p, other); l < length {
							t.Fatalf("a move improves %v of length %d to %v of length %d", tour, length, other, l)
						}
					}
				}
			}
		}
	})
}

// rearranged concatenates two segments in one of eight ways: bits 0 and 1 reverse a segment, bit 2
// swaps them.
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
