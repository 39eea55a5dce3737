package conform

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/reduce"
)

// maxSeed is the largest seed that generate.Instance accepts.
const maxSeed = 999_999_999

// metrics lists the metrics of inputs with coordinates. The default solver computes all of them on a device. The classical
// algorithms upload a matrix of those that are not in the plane.
var metrics = distance.Metrics()

// kind generates instances: by a generator of package tsp, from coordinates city by city, or from a distance matrix.
type kind struct {
	generator string                                              // name for generate.Instance
	place     func(random *rand.Rand, city int) (x, y float64)    // coordinates of a city
	weight    func(random *rand.Rand, from, to, cities int) int32 // distance in a matrix
	symmetric bool                                                // whether the matrix is symmetric
	fixed     bool                                                // whether edges between pairs of cities are fixed
	pairs     bool                                                // whether the cities of the matrix are pairs of nodes
}

// kinds lists all kinds by name.
var kinds = map[string]kind{
	"uniform":   {generator: "uniform"},
	"clustered": {generator: "clustered"},
	"grid":      {generator: "grid"},
	// Half of the cities have a fixed edge, to any other one.
	"fixed": {generator: "uniform", fixed: true},
	// All cities are at one point, so every tour has length 0.
	"zero": {place: func(*rand.Rand, int) (x, y float64) { return 7, 7 }},
	// Two cities are at each point.
	"twice": {place: func(_ *rand.Rand, city int) (x, y float64) {
		return float64(city / 2 * 1000 % 7919), float64(city / 2 * 1000 % 6007)
	}},
	// Coordinates have decimals, so devices compute distances in float64 emulated with integers.
	"decimals": {place: func(random *rand.Rand, _ int) (x, y float64) {
		return float64(random.IntN(1_000_000)) / 1000, float64(random.IntN(1_000_000)) / 1000
	}},
	// Cities lie in four corners, as far apart as coordinates can be.
	"far": {place: func(random *rand.Rand, _ int) (x, y float64) {
		corner := func() float64 { return float64(1-2*random.IntN(2)) * float64(500_000_000-random.IntN(1000)) }
		return corner(), corner()
	}},
	// All distances are equal.
	"equal": {symmetric: true, weight: func(*rand.Rand, int, int, int) int32 { return 7 }},
	// Distances are close to the largest int32.
	"huge": {symmetric: true, weight: func(random *rand.Rand, _, _, _ int) int32 { return math.MaxInt32 - random.Int32N(1000) }},
	// The two directions of an edge have independent lengths.
	"directed": {weight: func(random *rand.Rand, _, _, _ int) int32 { return random.Int32N(10_000) }},
	// As directed, with a pair of nodes for each city. Only merged ants take such pairs.
	"pairs": {pairs: true, weight: func(random *rand.Rand, _, _, _ int) int32 { return random.Int32N(10_000) }},
	// The distance counts the cities from one to the other in ascending order, cyclically: asymmetric, with many ties.
	"one-way": {weight: func(_ *rand.Rand, from, to, cities int) int32 { return int32((to - from + cities) % cities) }},
}

// kindNames returns the names of all kinds in alphabetical order.
func kindNames() []string { return slices.Sorted(maps.Keys(kinds)) }

// generate makes an instance without a name.
func (k kind) generate(in Input) (*tsp.Instance, error) {
	random := rand.New(rand.NewPCG(uint64(in.Seed), uint64(in.Cities)))
	switch {
	case k.pairs:
		return reduce.NodePairs(k.matrix(random, in.Cities))
	case k.weight != nil:
		return k.matrix(random, in.Cities), nil
	case k.place != nil:
		instance := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D}
		for city := range in.Cities {
			x, y := k.place(random, city)
			instance.X, instance.Y = append(instance.X, x), append(instance.Y, y)
		}
		return instance, nil
	}
	instance, err := generate.Instance(k.generator, in.Cities, in.Seed)
	if err != nil || !k.fixed {
		return instance, err
	}
	cities := random.Perm(in.Cities)
	for pair := range slices.Chunk(cities[:in.Cities/4*2], 2) {
		instance.Fixed = append(instance.Fixed, tsp.Edge{int32(pair[0]), int32(pair[1])})
	}
	return instance, nil
}

// matrix generates an explicit distance matrix of n cities.
func (k kind) matrix(random *rand.Rand, n int) *tsp.Instance {
	instance := &tsp.Instance{Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: make([]int32, n*n)}
	for i := range n {
		for j := range n {
			if i != j {
				instance.Weights[i*n+j] = k.weight(random, i, j, n)
			}
		}
	}
	if k.symmetric {
		instance.Kind = tsp.TSP
		for i := range n {
			for j := range i {
				instance.Weights[i*n+j] = instance.Weights[j*n+i]
			}
		}
	}
	return instance
}
