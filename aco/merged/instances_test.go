package merged

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/layout"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

// Globe spreads the cities of a square over a globe.
func Globe(instance *tsp.Instance) *tsp.Instance {
	instance.Metric = tsp.GEO
	for city := range instance.X {
		instance.X[city], instance.Y[city] = instance.X[city]/1e6*80, instance.Y[city]/1e6*170
	}
	return instance
}

// Matrix returns an instance with the distances as a matrix, and with the fixed edges.
func Matrix(instance *tsp.Instance) *tsp.Instance {
	explicit := &tsp.Instance{Name: instance.Name, Kind: tsp.TSP, Metric: tsp.Explicit}
	for from := range instance.Dimension() {
		for to := range instance.Dimension() {
			explicit.Weights = append(explicit.Weights, int32(instance.Distance(from, to)))
		}
	}
	explicit.Fixed = instance.Fixed
	return explicit
}

// Nearest returns a model with a random initial tour and the nearest cities as candidates.
func Nearest(t *testing.T, instance *tsp.Instance, width, second, colonies, ants int) *model.Model {
	t.Helper()
	cities := instance.Dimension()
	lists, _, err := neighbour.Nearest(t.Context(), instance, width)
	if err != nil {
		t.Fatal(err)
	}
	m := &model.Model{
		Instance: instance, Cities: cities, Colonies: colonies, Ants: ants, Seed: 5<<40 | 3, Width: width,
		SecondWidth: second, Candidates: lists, Period: 1,
		ClaimShift: 6,
	}
	for _, city := range rand.New(rand.NewPCG(1, uint64(cities))).Perm(cities) {
		m.StartTour = append(m.StartTour, uint32(city))
	}
	for place, city := range m.StartTour {
		m.StartLength += uint64(m.Distance(city, m.StartTour[(place+1)%cities]))
	}
	return m
}

// Layouts draw cities in space and on the globe for every way to compute a distance: on an exact
// grid, on a grid with a margin, without a grid, by chords, and by the program of float64
// operations.
var Layouts = map[string]struct {
	Metric tsp.Metric
	place  layout.Layout
}{
	"whole numbers": {tsp.EUC3D, layout.Space["space"]},
	"corners":       {tsp.EUC3D, layout.Space["corners"]},
	"two places":    {tsp.EUC3D, layout.Space["decimals-in-space"]},
	"globe":         {tsp.GEO, layout.Globe["earth"]},
	"minutes":       {tsp.GEO, layout.Globe["minutes"]},
	"places":        {tsp.Haversine, layout.Globe["earth"]},
	// All distances are multiples of a half.
	"halves": {tsp.EUC3D, layout.EachCity(func(_ *rand.Rand, city int) (x, y, z float64) {
		return float64(city) * 0.3, 0, float64(city) * 0.4
	})},
	"no grid": {tsp.EUC3D, layout.EachCity(func(random *rand.Rand, city int) (x, y, z float64) {
		if city < 2 {
			return 4e7 * float64(city), 0.1, 0.1
		}
		return float64(random.IntN(9)) * 0.3, random.Float64() * math.Ldexp(1, -random.IntN(200)), float64(random.IntN(9)) * 0.4
	})},
	"antipodes": {tsp.GEO, layout.EachCity(func(random *rand.Rand, city int) (x, y, z float64) {
		side := float64(city % 2)
		return (1 - 2*side) * (10 + float64(random.IntN(9))/100), 20 + 180*side + float64(random.IntN(9))/100, 0
	})},
	"poles and the date line": {tsp.GEO, layout.EachCity(func(random *rand.Rand, _ int) (x, y, z float64) {
		longitude := float64(1-2*random.IntN(2)) * (180 - float64(random.IntN(9))/100)
		return float64(random.IntN(3)-1) * (90 - float64(random.IntN(9))/100), longitude, 0
	})},
	// Most neighbours are a whole number of kilometres apart, up to the last bits.
	"whole kilometres": {tsp.GEO, layout.EachCity(func(_ *rand.Rand, city int) (x, y, z float64) {
		const kilometre = 180 / (3.141592 * tsp.EarthRadius)
		return 10 + float64(city)*0.6*kilometre, 0, 0
	})},
}

// Layout returns an instance of a layout.
func Layout(t *testing.T, name string, cities int) *tsp.Instance {
	t.Helper()
	of := Layouts[name]
	x, y, z := make([]float64, cities), make([]float64, cities), make([]float64, cities)
	of.place(rand.New(rand.NewPCG(3, 33)), x, y, z)
	switch of.Metric {
	case tsp.Haversine:
		return must.Get(tsp.FromDegrees(x, y))(t)
	case tsp.EUC3D:
		return &tsp.Instance{Name: name, Kind: tsp.TSP, Metric: of.Metric, X: x, Y: y, Z: z}
	}
	return &tsp.Instance{Name: name, Kind: tsp.TSP, Metric: of.Metric, X: x, Y: y}
}
