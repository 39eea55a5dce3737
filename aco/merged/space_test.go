package merged

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// spaceLayouts draw cities in space and on the globe for every way to compute a distance: on an exact grid, on a grid with a margin, without
// a grid, by chords, and by the program of float64 operations.
var spaceLayouts = map[string]struct {
	metric tsp.Metric
	place  func(random *rand.Rand, city int) [3]float64
}{
	"whole numbers": {tsp.EUC3D, func(random *rand.Rand, _ int) [3]float64 {
		return [3]float64{float64(random.IntN(1 << 24)), float64(random.IntN(1 << 24)), float64(random.IntN(1 << 24))}
	}},
	"corners": {tsp.EUC3D, func(random *rand.Rand, _ int) [3]float64 {
		corner := func() float64 { return float64(random.IntN(2)<<24 + random.IntN(2)) }
		return [3]float64{min(corner(), 1<<24), min(corner(), 1<<24), min(corner(), 1<<24)}
	}},
	"halves": {tsp.EUC3D, func(random *rand.Rand, city int) [3]float64 { // all distances are multiples of a half
		return [3]float64{float64(city) * 0.3, 0, float64(city) * 0.4}
	}},
	"two places": {tsp.EUC3D, func(random *rand.Rand, _ int) [3]float64 {
		return [3]float64{float64(random.IntN(1e6)) / 100, float64(random.IntN(1e6)) / 100, float64(random.IntN(1e6)) / 100}
	}},
	"no grid": {tsp.EUC3D, func(random *rand.Rand, city int) [3]float64 {
		if city < 2 {
			return [3]float64{4e7 * float64(city), 0.1, 0.1}
		}
		return [3]float64{float64(random.IntN(9)) * 0.3, random.Float64() * math.Ldexp(1, -random.IntN(200)), float64(random.IntN(9)) * 0.4}
	}},
	"globe": {tsp.GEO, func(random *rand.Rand, _ int) [3]float64 {
		return [3]float64{180*random.Float64() - 90, 360*random.Float64() - 180}
	}},
	"minutes": {tsp.GEO, func(random *rand.Rand, _ int) [3]float64 {
		return [3]float64{47 + float64(random.IntN(60))/100, 8 + float64(random.IntN(60))/100}
	}},
	"antipodes": {tsp.GEO, func(random *rand.Rand, city int) [3]float64 {
		side := float64(city % 2)
		return [3]float64{(1 - 2*side) * (10 + float64(random.IntN(9))/100), 20 + 180*side + float64(random.IntN(9))/100}
	}},
	"poles and the date line": {tsp.GEO, func(random *rand.Rand, _ int) [3]float64 {
		longitude := float64(1-2*random.IntN(2)) * (180 - float64(random.IntN(9))/100)
		return [3]float64{float64(random.IntN(3)-1) * (90 - float64(random.IntN(9))/100), longitude}
	}},
	// Most neighbours are a whole number of kilometres apart, up to the last bits.
	"whole kilometres": {tsp.GEO, func(random *rand.Rand, city int) [3]float64 {
		const kilometre = 180 / (3.141592 * tsp.EarthRadius)
		return [3]float64{10 + float64(city)*0.6*kilometre, 0}
	}},
	"places": {tsp.Haversine, func(random *rand.Rand, _ int) [3]float64 {
		return [3]float64{180*random.Float64() - 90, 360*random.Float64() - 180}
	}},
}

// spaceInstance returns an instance of a layout.
func spaceInstance(t *testing.T, layout string, cities int) *tsp.Instance {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 33))
	of := spaceLayouts[layout]
	instance := &tsp.Instance{Name: layout, Kind: tsp.TSP, Metric: of.metric}
	for city := range cities {
		at := of.place(random, city)
		instance.X, instance.Y = append(instance.X, at[0]), append(instance.Y, at[1])
		if of.metric == tsp.EUC3D {
			instance.Z = append(instance.Z, at[2])
		}
	}
	if of.metric == tsp.Haversine {
		globe, err := tsp.FromDegrees(instance.X, instance.Y)
		if err != nil {
			t.Fatal(err)
		}
		return globe
	}
	return instance
}

// compareDistances fails a test if the lengths of random tours on the device differ from those of the reference.
func compareDistances(t *testing.T, device *pipeline.Device, instance *tsp.Instance, name string) {
	t.Helper()
	const colonies = 8
	m := randomModel(t, instance, 8, 5, colonies, 1)
	random := rand.New(rand.NewPCG(3, 34))
	for range colonies - 1 {
		tour := slices.Clone(m.StartTour)
		random.Shuffle(len(tour), func(i, j int) { tour[i], tour[j] = tour[j], tour[i] })
		m.NoisyTours = append(m.NoisyTours, tour)
	}
	p := newPairFor(t, device, m, model.Settings{}, checkPasses, settlePasses)
	for _, ref := range p.references {
		ref.State.Measured = 0
	}
	p.upload(t)
	p.iterate(t)
	p.compare(t, name)
	for c, ref := range p.references {
		if ref.State.Stop != model.Running || ref.State.Measured != ref.State.Length {
			t.Errorf("%s, colony %d: %+v", name, c, ref.State)
		}
	}
}

// Devices compute the distances of the reference in space and on the globe.
func TestDistancesInSpace(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for _, name := range slices.Sorted(maps.Keys(spaceLayouts)) {
		compareDistances(t, device, spaceInstance(t, name, 300), name)
	}
}

// Ants find the changes of the reference in space and on the globe.
func TestAntsInSpace(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for _, name := range []string{"globe", "two places", "places"} {
		m := randomModel(t, spaceInstance(t, name, 150), 8, 5, 2, 60)
		p := newPairFor(t, device, m, model.Settings{Kick: 30, Scales: 4, Temperature: math.MaxUint32}, allStages...)
		for i := range 4 {
			p.iterate(t)
			p.compare(t, fmt.Sprint(name, ", iteration ", i+1))
		}
	}
}

// Coordinates in space and on the globe make a matrix unnecessary on all devices but those of one driver, which refuses more cities than a
// matrix holds.
func TestDistancesAboveTheMatrixLimit(t *testing.T) {
	const cities = model.MaxMatrixCities + 1
	loops := pipeline.Limits{LoopIterations: 60_000}
	for _, test := range []struct {
		layout  string
		limits  pipeline.Limits
		refused string // in the error
	}{
		{layout: "globe"},
		{layout: "two places"},
		{layout: "no grid"},
		{layout: "places"},
		{layout: "globe", limits: loops},
		{layout: "places", limits: loops},
		{layout: "no grid", limits: loops, refused: "llvmpipe"},
		{layout: "whole numbers"},
	} {
		instance := spaceInstance(t, test.layout, cities)
		m := &model.Model{Instance: instance, Cities: cities, MatrixCities: model.MaxMatrixCities}
		d, err := distancesOf(m, test.limits)
		if refused := test.refused != ""; refused != (err != nil) || refused && !strings.Contains(err.Error(), test.refused) {
			t.Errorf("%s, %+v: %v", test.layout, test.limits, err)
		} else if !refused && d.source < fromSpace {
			t.Errorf("%s, %+v: distances come from source %d", test.layout, test.limits, d.source)
		}
		m.Cities--
		instance.X, instance.Y = instance.X[:m.Cities], instance.Y[:m.Cities]
		if _, err := distancesOf(m, test.limits); err != nil {
			t.Errorf("%s, %+v, as many cities as a matrix holds: %v", test.layout, test.limits, err)
		}
	}
}
