package conform

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
)

// maxSeed is the first seed that the generators do not have.
const maxSeed = 1_000_000_000

// planeMetrics are those that an input with coordinates can have. All but GEO are computed on devices.
var planeMetrics = []tsp.Metric{tsp.EUC2D, tsp.CEIL2D, tsp.MAN2D, tsp.MAX2D, tsp.ATT, tsp.GEO}

// kind makes instances of places in the plane, or of a matrix.
type kind struct {
	generator string                                              // of package tsp
	place     func(random *rand.Rand, city int) (x, y float64)    // in place of a generator
	weight    func(random *rand.Rand, from, to, cities int) int32 // of a matrix
	symmetric bool                                                // the matrix
}

// kinds are all there are.
var kinds = map[string]kind{
	"uniform":   {generator: "uniform"},
	"clustered": {generator: "clustered"},
	"grid":      {generator: "grid"},
	// all cities in one place: every tour has length 0, below which there is nothing
	"zero": {place: func(*rand.Rand, int) (x, y float64) { return 7, 7 }},
	// two cities in each place
	"twice": {place: func(_ *rand.Rand, city int) (x, y float64) {
		return float64(city / 2 * 1000 % 7919), float64(city / 2 * 1000 % 6007)
	}},
	// coordinates with decimals, whose distances devices compute by float64 in integers
	"decimals": {place: func(random *rand.Rand, _ int) (x, y float64) {
		return float64(random.IntN(1_000_000)) / 1000, float64(random.IntN(1_000_000)) / 1000
	}},
	// as far apart as coordinates can be
	"far": {place: func(random *rand.Rand, _ int) (x, y float64) {
		corner := func() float64 { return float64(1-2*random.IntN(2)) * float64(500_000_000-random.IntN(1000)) }
		return corner(), corner()
	}},
	"equal": {symmetric: true, weight: func(*rand.Rand, int, int, int) int32 { return 7 }},
	// the longest distances there are
	"huge":     {symmetric: true, weight: func(random *rand.Rand, _, _, _ int) int32 { return math.MaxInt32 - random.Int32N(1000) }},
	"directed": {weight: func(random *rand.Rand, _, _, _ int) int32 { return random.Int32N(10_000) }},
	// a way back that differs little, so that ties come by
	"one-way": {weight: func(_ *rand.Rand, from, to, cities int) int32 { return int32((to - from + cities) % cities) }},
}

func kindNames() []string { return slices.Sorted(maps.Keys(kinds)) }

// make makes an instance without a name.
func (k kind) make(in Input) (*tsp.Instance, error) {
	random := rand.New(rand.NewPCG(uint64(in.Seed), uint64(in.Cities)))
	switch {
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
	return tsp.Generate(k.generator, in.Cities, in.Seed)
}

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
