package merged_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// compareDistances fails a test if the lengths of random tours differ on the device and in the
// reference.
func compareDistances(t *testing.T, device *pipeline.Device, instance *tsp.Instance, name string) {
	t.Helper()
	const colonies = 8
	m := merged.Nearest(t, instance, 8, 5, colonies, 1)
	random := rand.New(rand.NewPCG(3, 34))
	for range colonies - 1 {
		tour := slices.Clone(m.StartTour)
		random.Shuffle(len(tour), func(i, j int) { tour[i], tour[j] = tour[j], tour[i] })
		m.NoisyTours = append(m.NoisyTours, tour)
	}
	p := open(t, device, m, model.Settings{}, "check", "settle")
	for _, ref := range p.References {
		ref.State.Measured = 0
	}
	p.upload(t)
	p.iterate(t)
	p.compare(t, name)
	for c, ref := range p.References {
		if ref.State.Stop != model.Running || ref.State.Measured != ref.State.Length {
			t.Errorf("%s, colony %d: %+v", name, c, ref.State)
		}
	}
}

// Devices compute the distances of the reference in space and on the globe.
func TestDistancesInSpace(t *testing.T) {
	testkind.ComparesHardStage(t)
	device := vktest.Open(t)
	for _, name := range slices.Sorted(maps.Keys(merged.Layouts)) {
		compareDistances(t, device, merged.Layout(t, name, 300), name)
	}
}

// globeInstance returns places within some degrees of the 180th meridian. If they are all over the
// earth, half of them are near antipodes of others.
func globeInstance(random *rand.Rand, cities int, degrees float64) (*tsp.Instance, error) {
	latitudes, longitudes := make([]float64, cities), make([]float64, cities)
	for i := range latitudes {
		latitudes[i] = degrees / 2 * (random.Float64() - 0.5)
		longitudes[i] = math.Remainder(180+degrees*(random.Float64()-0.5), 360)
		if degrees == 360 && i%2 == 1 {
			latitudes[i], longitudes[i] = -latitudes[i-1]+random.Float64()*1e-4, math.Remainder(longitudes[i-1]+180, 360)
		}
	}
	return tsp.FromDegrees(latitudes, longitudes)
}

// Devices compute the distances of the reference for each number of decimals of a metre.
func TestHaversine(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(3, 30))
	for decimals, degrees := range []float64{360, 20, 2, 0.2, 0.02, 0.002, 0.0002} {
		instance := must.Get(globeInstance(random, 300, degrees))(t)
		if instance.Unit.Decimals != decimals {
			t.Fatalf("%v degrees: %d decimals, want %d", degrees, instance.Unit.Decimals, decimals)
		}
		compareDistances(t, device, instance, fmt.Sprint(decimals, " decimals"))
	}
}

// maxDifference is the largest difference of integer coordinates for which the ant's shader
// computes distances with rounded_root.
const maxDifference = 1 << 24

// squareSolution returns random x and y up to maxDifference with scale·(x² + y²) + rest = k²,
// where k is an integer and scale is 1 or 4. Then k − √scale·y and k + √scale·y are divisors of
// scale·x² + rest.
func squareSolution(random *rand.Rand, scale, rest int) (x, y int) {
	root := scale/4 + 1
	for {
		x = random.IntN(1 << (1 + random.IntN(24)))
		product := scale*x*x + rest
		for divisor := 1 + random.IntN(5000); divisor > 0; divisor-- {
			if product%divisor != 0 {
				continue
			}
			if twice := product/divisor - divisor; twice >= 0 && twice%(2*root) == 0 && twice/(2*root) <= maxDifference {
				return x, twice / (2 * root)
			}
		}
	}
}

// Ants on a device round distances like the reference in the hardest cases: next to k + 1/2 with
// EUC_2D and next to k with CEIL_2D, up to the largest differences.
func TestRoundingOfDistances(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for metric, c := range map[tsp.Metric]struct {
		scale int
		rests []int
	}{
		tsp.EUC2D:  {4, []int{1, -3}},    // (2k + 1)² = 4d² + 1 or 4d² - 3: d just below and just above k + 1/2
		tsp.CEIL2D: {1, []int{-1, 0, 1}}, // k² = d² - 1, d², d² + 1
	} {
		random := rand.New(rand.NewPCG(2, 24))
		instance := &tsp.Instance{Name: "bounds", Kind: tsp.TSP, Metric: metric, X: []float64{0, maxDifference}, Y: []float64{0, maxDifference}}
		for len(instance.X) < 600 {
			x, y := 0, 0 // distances are measured from here
			if random.IntN(4) > 0 {
				x, y = squareSolution(random, c.scale, c.rests[random.IntN(len(c.rests))])
			}
			instance.X, instance.Y = append(instance.X, float64(x)), append(instance.Y, float64(y))
		}
		m := merged.Nearest(t, instance, 8, 5, 2, 300)
		p := open(t, device, m, model.Settings{Kick: 200, Scales: 4, Temperature: math.MaxUint32}, merged.Stages...)
		for i := range testkind.Fewer(4, 10) {
			p.iterate(t)
			p.compare(t, fmt.Sprint(metric, ", iteration ", i+1))
		}
	}
}
