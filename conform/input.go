package conform

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/layout"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/reduce"
)

// Input describes a generated instance. Equal inputs generate equal instances.
type Input struct {
	Kind   string // a key of kinds
	Cities int    // MinCities to MaxCities
	Seed   int64
	Metric tsp.Metric // only for kinds with coordinates; "": EUC_2D, of kinds in space EUC_3D, on the globe GEO
}

const (
	// MinCities is the smallest number of cities of an input: fewer have one tour, which no algorithm
	// searches.
	MinCities = classicmodel.MinCities
	// MaxCities is the largest number of cities of an input. More would take the sequential
	// reference too long.
	MaxCities = 20_000
	// maxMatrixCities is the largest number of cities of a distance matrix, which has n × n words:
	// 16 MB.
	maxMatrixCities = 2000
)

// String returns the input as the text of a case has it: uniform:33:1 or uniform:33:1:ATT.
func (in Input) String() string {
	text := fmt.Sprintf("%s:%d:%d", in.Kind, in.Cities, in.Seed)
	if in.Metric != "" {
		text += ":" + string(in.Metric)
	}
	return text
}

// label returns the input's name in a report's tables, without its seed.
func (in Input) label() string { return fmt.Sprintf("%s %d", in.family(), in.Cities) }

// family returns the name that inputs of all sizes share in a report's tables.
func (in Input) family() string {
	if in.Metric != "" {
		return string(in.Metric)
	}
	return in.Kind
}

// MarshalText returns the text that String returns.
func (in Input) MarshalText() ([]byte, error) { return []byte(in.String()), nil }

// UnmarshalText reads the text that String returns. Anything else is an *option.Error.
func (in *Input) UnmarshalText(text []byte) error {
	fields := strings.Split(string(text), ":")
	if len(fields) < 3 || len(fields) > 4 {
		return option.Errorf(
			"input %q: expected KIND:CITIES:SEED or KIND:CITIES:SEED:METRIC, such as uniform:33:1:ATT", text,
		)
	}
	cities, errCities := strconv.Atoi(fields[1])
	seed, errSeed := strconv.ParseInt(fields[2], 10, 64)
	if errCities != nil || errSeed != nil {
		return option.Errorf("input %q: cities and seed must be whole numbers", text)
	}
	*in = Input{Kind: fields[0], Cities: cities, Seed: seed}
	if len(fields) == 4 {
		in.Metric = tsp.Metric(fields[3])
	}
	return in.validate()
}

// validate refuses an input that cannot be generated.
func (in Input) validate() error {
	kind, known := kinds[in.Kind]
	switch {
	case !known:
		return option.Errorf("input %s: the kind must be one of %s", in, strings.Join(kindNames(), ", "))
	case in.Cities < MinCities || in.Cities > MaxCities:
		return option.Errorf("input %s: the number of cities must be %d to %d", in, MinCities, MaxCities)
	case kind.weight != nil && in.Cities > maxMatrixCities:
		return option.Errorf("input %s: kind %s allows at most %d cities", in, in.Kind, maxMatrixCities)
	case in.Seed < 0 || in.Seed > maxSeed:
		return option.Errorf("input %s: the seed must be 0 to %d", in, maxSeed)
	case kind.weight != nil && in.Metric != "":
		return option.Errorf("input %s: kind %s is a distance matrix, which has no metric", in, in.Kind)
	case in.Metric != "" && !slices.Contains(kind.metrics(), in.Metric):
		return option.Errorf("input %s: the metric must be one of %v", in, kind.metrics())
	}
	return nil
}

// instance generates the instance.
func (in Input) instance() (*tsp.Instance, error) {
	if err := in.validate(); err != nil {
		return nil, err
	}
	kind := kinds[in.Kind]
	instance, err := kind.generate(in)
	if err != nil {
		return nil, err
	}
	instance.Name = in.String()
	if in.Metric != "" {
		instance.Metric = in.Metric
	}
	if kind.metric == "" {
		spread(instance)
	}
	if in.Metric == tsp.Haversine {
		globe, err := tsp.FromDegrees(instance.X, instance.Y)
		if err != nil {
			return nil, option.Errorf("input %s: %v", in, err)
		}
		instance.Unit = globe.Unit
	}
	if err := instance.Validate(); err != nil {
		return nil, option.Errorf("input %s: %v", in, err)
	}
	return instance, nil
}

// spread gives cities of the plane a third coordinate for a metric in space, and makes degrees of
// their coordinates for one on the globe.
func spread(instance *tsp.Instance) {
	switch instance.Metric.Geometry() {
	case tsp.Space:
		instance.Z = instance.Y
	case tsp.Globe:
		for city := range instance.X {
			instance.X[city], instance.Y[city] = instance.X[city]/20_000, instance.Y[city]/10_000
		}
	}
}

// maxSeed is the largest seed that generate.Instance accepts.
const maxSeed = 999_999_999

// metrics lists the metrics of inputs with coordinates. The default solver computes all of them on
// a device. The classical algorithms upload a matrix for metrics that are not in the plane.
var metrics = distance.Metrics()

// kind generates instances: by a generator of package tsp, from coordinates, or from a distance
// matrix.
type kind struct {
	generator string                                              // name for generate.Instance
	place     layout.Layout                                       // coordinates of the cities
	metric    tsp.Metric                                          // of coordinates for its geometry alone; "": for all metrics
	hard      bool                                                // whether only the distances are special: few cases have it
	weight    func(random *rand.Rand, from, to, cities int) int32 // distance in a matrix
	symmetric bool                                                // whether the matrix is symmetric
	fixed     bool                                                // whether edges between pairs of cities are fixed
	pairs     bool                                                // whether the cities of the matrix are pairs of nodes
}

// metrics returns the metrics that inputs of the kind can have, if it has coordinates.
func (k kind) metrics() []tsp.Metric {
	if k.metric == "" {
		return metrics
	}
	return slices.DeleteFunc(slices.Clone(metrics), func(m tsp.Metric) bool { return m.Geometry() != k.metric.Geometry() })
}

// kinds lists all kinds by name.
var kinds = map[string]kind{
	"uniform":   {generator: "uniform"},
	"clustered": {generator: "clustered"},
	"grid":      {generator: "grid"},
	// Half of the cities have a fixed edge, to any other one.
	"fixed": {generator: "uniform", fixed: true},
	// All cities are at one point, so every tour has length 0.
	"zero": {place: layout.EachCity(func(*rand.Rand, int) (x, y, z float64) { return 7, 7, 0 })},
	// Two cities are at each point.
	"twice": {place: layout.EachCity(func(_ *rand.Rand, city int) (x, y, z float64) {
		return float64(city / 2 * 1000 % 7919), float64(city / 2 * 1000 % 6007), 0
	})},
	// Coordinates have decimals, so devices compute distances in float64 emulated with integers.
	"decimals": {place: layout.EachCity(func(random *rand.Rand, _ int) (x, y, z float64) {
		return float64(random.IntN(1_000_000)) / 1000, float64(random.IntN(1_000_000)) / 1000, 0
	})},
	// Cities lie in four corners, as far apart as coordinates can be.
	"far": {place: layout.EachCity(func(random *rand.Rand, _ int) (x, y, z float64) {
		corner := func() float64 { return float64(1-2*random.IntN(2)) * float64(layout.MaxCoordinate-random.IntN(1000)) }
		return corner(), corner(), 0
	})},
	// All distances are equal.
	"equal": {symmetric: true, weight: func(*rand.Rand, int, int, int) int32 { return 7 }},
	// Distances are close to the largest int32.
	"huge": {symmetric: true, weight: func(random *rand.Rand, _, _, _ int) int32 {
		return math.MaxInt32 - random.Int32N(1000)
	}},
	// The two directions of an edge have independent lengths.
	"directed": {weight: func(random *rand.Rand, _, _, _ int) int32 { return random.Int32N(10_000) }},
	// As directed, with a pair of nodes for each city. Only merged ants take such pairs.
	"pairs": {pairs: true, weight: func(random *rand.Rand, _, _, _ int) int32 { return random.Int32N(10_000) }},
	// The distance counts the cities from one to the other in ascending order, cyclically:
	// asymmetric, with many ties.
	"one-way": {weight: func(_ *rand.Rand, from, to, cities int) int32 { return int32((to - from + cities) % cities) }},
}

func init() {
	for metric, layouts := range map[tsp.Metric]map[string]layout.Layout{
		tsp.EUC2D: layout.Planar, tsp.EUC3D: layout.Space, tsp.GEO: layout.Globe,
	} {
		for name, place := range layouts {
			kinds[name] = kind{place: place, metric: metric, hard: true}
		}
	}
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
		instance := &tsp.Instance{
			Kind: tsp.TSP, Metric: cmp.Or(k.metric, tsp.EUC2D), X: make([]float64, in.Cities), Y: make([]float64, in.Cities),
		}
		z := make([]float64, in.Cities)
		k.place(random, instance.X, instance.Y, z)
		if instance.Metric.Geometry() == tsp.Space {
			instance.Z = z
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
