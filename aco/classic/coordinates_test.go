package classic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// largestCoordinate is the limit of package tsp.
const largestCoordinate = 500_000_000

// layouts draw cities whose distances float64 rounds, or almost rounds.
var layouts = map[string]func(random *rand.Rand, x, y []float64){
	"whole numbers": func(random *rand.Rand, x, y []float64) { decimals(random, 0, x, y) },
	"one place":     func(random *rand.Rand, x, y []float64) { decimals(random, 1, x, y) },
	"two places":    func(random *rand.Rand, x, y []float64) { decimals(random, 2, x, y) },
	"three places":  func(random *rand.Rand, x, y []float64) { decimals(random, 3, x, y) },
	"four places":   func(random *rand.Rand, x, y []float64) { decimals(random, 4, x, y) },
	"binary digits of all sizes": func(random *rand.Rand, x, y []float64) {
		lowest := -60 - random.IntN(240)
		for i := range x {
			x[i], y[i] = randomFloat(random, lowest), randomFloat(random, lowest)
		}
	},
	"binary digits of similar size": func(random *rand.Rand, x, y []float64) {
		lowest := 28 - random.IntN(40)
		for i := range x {
			x[i], y[i] = randomFloat(random, lowest-3), randomFloat(random, lowest-random.IntN(3))
		}
	},
	// Distances are multiples of ½, from decimal coordinates: in float64 they are slightly more or
	// less.
	"halves": func(random *rand.Rand, x, y []float64) {
		half := [][3]float64{{5, 0, 10}, {3, 4, 10}, {14, 48, 100}, {176, 468, 1000},
			{2688, 4216, 10_000}}[random.IntN(5)]
		fromX, fromY := math.Round(random.Float64()*half[2]*1e6), math.Round(random.Float64()*half[2]*1e6)
		most := 1 + random.IntN(int(math.Pow10(2+random.IntN(7))))
		for i := range x {
			halves := float64(random.IntN(most))
			x[i], y[i] = (fromX+halves*half[0])/half[2], (fromY-halves*half[1])/half[2]
		}
	},
	// Distances are a half less slightly more than half of its last binary digit: float64 rounds
	// them to a number below the half.
	"less than halves": func(random *rand.Rand, x, y []float64) {
		exponent := 1 + random.IntN(20)
		for i := range x {
			x[i] = math.Ldexp(1+math.Ldexp(1, -1-random.IntN(30)), exponent-53)
			if i%2 == 0 {
				x[i] = float64(int(1)<<exponent+random.IntN(int(1)<<exponent)) + 0.5
			}
		}
		clear(y)
	},
	// The first 64 binary digits of the square of 40.79 are halfway between two float64 numbers;
	// the others are not 0.
	"squares nearly halfway": func(random *rand.Rand, x, y []float64) {
		clear(x)
		clear(y)
		for i := 1; i < len(x); i += 2 {
			x[i] = 40.79
			half := 41.5 + float64(random.IntN(30))
			y[i] = math.Sqrt(half*half - x[i]*x[i])
			for range random.IntN(8) {
				y[i] = math.Nextafter(y[i], 0)
			}
		}
	},
	// Steps of h and √h give the distance of whole numbers that is closest below h + ½. From h =
	// 2²⁵ on, float64 rounds it up to h + ½.
	"just below halves": func(random *rand.Rand, x, y []float64) {
		largest := 1 + random.IntN(8000)
		for i := 1; i < len(x); i++ {
			t := float64(1 + random.IntN(largest))
			x[i], y[i] = stepTowardsZero(x[i-1], 4*t*t), stepTowardsZero(y[i-1], 2*t)
		}
	},
	// Squares close to the squares of whole numbers and of halves, of all sizes for which a grid
	// of whole numbers is exact.
	"close to whole numbers": func(random *rand.Rand, x, y []float64) {
		side := 1 << (1 + random.IntN(24))
		for i := 1; i < len(x); i++ {
			legs := [][2]float64{{3, 4}, {5, 12}, {20, 21}, {1, 0}, {1, 1}, {1, 3}}[random.IntN(6)]
			k := math.Floor(random.Float64() * float64(side) / 25)
			x[i] = stepTowardsZero(x[i-1], k*legs[0]+float64(random.IntN(3)))
			y[i] = stepTowardsZero(y[i-1], k*legs[1]+float64(random.IntN(3)))
		}
	},
	// The largest extent for which a grid is exact, and one more.
	"largest exact": func(random *rand.Rand, x, y []float64) {
		from := float64(random.IntN(1000))
		side := float64(1<<24 + random.IntN(2))
		for i := range x {
			x[i], y[i] = from+side*float64(random.IntN(2)), from+float64(random.IntN(1<<24))
		}
	},
	"few places": func(random *rand.Rand, x, y []float64) {
		decimals(random, random.IntN(3), x, y)
		for i := range x {
			from := random.IntN(4)
			x[i], y[i] = x[from], y[random.IntN(4)]
		}
	},
}

// decimals draws numbers of both signs with the given number of decimal places.
func decimals(random *rand.Rand, places int, x, y []float64) {
	unit := math.Pow10(places)
	most := int64(math.Pow10(1+random.IntN(8)) * unit)
	for i := range x {
		x[i], y[i] = float64(random.Int64N(2*most)-most)/unit, float64(random.Int64N(2*most)-most)/unit
	}
}

// randomFloat draws a number of either sign with random binary digits, of magnitude 2^lowest or
// more.
func randomFloat(random *rand.Rand, lowest int) float64 {
	v := math.Ldexp(1+random.Float64(), lowest+random.IntN(29-lowest))
	if random.IntN(2) == 0 {
		v = -v
	}
	return min(max(v, -largestCoordinate), largestCoordinate)
}

// stepTowardsZero steps towards 0 or across it, so that a walk stays close to it.
func stepTowardsZero(at, step float64) float64 {
	if at > 0 {
		return at - step
	}
	return at + step
}

// TestDistancesFromCoordinates compares the tour lengths of a device, which computes from
// coordinates, with the host's lengths.
func TestDistancesFromCoordinates(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	draws := 3 // of each layout; most have a grid of their own, and so a pipeline
	if testing.Short() {
		draws = 1
	}
	for _, metric := range distance.PlanarMetrics() {
		t.Run(string(metric), func(t *testing.T) {
			evaluators := evaluators{device, map[distance.Grid]*pipeline.Run{}}
			for name, place := range layouts {
				random := rand.New(rand.NewPCG(17, 0))
				for i := range draws {
					instance := tsptest.Generate(t, "uniform", 400, 1)
					instance.Metric = metric
					place(random, instance.X, instance.Y)
					if err := instance.Validate(); err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					evaluators.compare(t, instance, random, fmt.Sprintf("%s %d", name, i))
				}
			}
		})
	}
}

// evaluators compute tour lengths from coordinates, with one number of cities and one metric.
// There is a run per grid.
type evaluators struct {
	device *vk.Device
	runs   map[distance.Grid]*pipeline.Run
}

// compare evaluates the tour in the order of the cities, in which a layout placed them, and some
// random ones.
func (r evaluators) compare(t *testing.T, instance *tsp.Instance, random *rand.Rand, name string) {
	t.Helper()
	parameters := model.AntSystem()
	parameters.Ants = 32
	p, err := model.NewUnprepared(instance, parameters)
	if err != nil {
		t.Fatal(err)
	}
	var tours []uint32
	var want []uint64
	for ant := range p.Ants {
		tour := make(tsp.Tour, p.Cities)
		for i := range tour {
			tour[i] = int32(i)
		}
		if ant > 0 {
			random.Shuffle(len(tour), func(i, j int) { tour[i], tour[j] = tour[j], tour[i] })
		}
		for _, city := range tour {
			tours = append(tours, uint32(city))
		}
		want = append(want, p.Length(tour))
	}
	run := r.run(t, p)
	for buffer, words := range map[string][]uint32{"coordinates": p.Plane.Coordinates(), "tours": tours} {
		if err := run.Upload(buffer, 0, words); err != nil {
			t.Fatal(err)
		}
	}
	if err := run.Submit([]pipeline.Slice{{Count: uint32(p.Ants)}}); err != nil {
		t.Fatal(err)
	}
	if _, err := run.Wait(); err != nil {
		t.Fatal(err)
	}
	got, err := run.Download("lengths")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(words(want), got); diff != "" {
		t.Fatalf("%s, %d units: lengths (want -, got +):\n%s", name, p.Plane.Grid.Units, diff)
	}
}

// run returns the run with the problem's grid.
func (r evaluators) run(t *testing.T, p *model.Problem) *pipeline.Run {
	t.Helper()
	grid := distance.Grid{Units: p.Plane.Grid.Units, Margin: p.Plane.Grid.Margin}
	if run, ok := r.runs[grid]; ok {
		return run
	}
	passes, err := evaluatePasses(p, KernelConfig{Distances: DistancesCoordinates}, launchConfig{rowGroup: 64})
	if err != nil {
		t.Fatal(err)
	}
	pipeline.SetConstants(passes, p.Plane.Constants())
	run, err := pipeline.Start(t.Context(), r.device, pipeline.Recording{
		Buffers: buffers(p, passes), Passes: passes, Values: values(p, model.StopRules{}),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(run.Close)
	if err := run.Fill("state", 0); err != nil {
		t.Fatal(err)
	}
	r.runs[grid] = run
	return run
}

// TestDistancesFromCoordinatesOfTSPLIB does the same with TSPLIB instances. Some have decimal
// coordinates and distances of exactly a half.
func TestDistancesFromCoordinatesOfTSPLIB(t *testing.T) {
	testkind.ComparesStage(t)
	folder := os.Getenv("ACO_VK_TSPLIB")
	if folder == "" {
		t.Skip("ACO_VK_TSPLIB does not name a folder with TSPLIB's instances")
	}
	const maxCities = 700 // evenly spaced in the file
	device := vktest.Open(t)
	for _, name := range []string{"att48", "d198", "d657", "fl1577", "dsj1000", "pla7397", "rl11849", "usa13509"} {
		instance, err := tsplib.ReadFile(filepath.Join(folder, "tsp", name+".tsp"))
		if err != nil {
			t.Fatal(err)
		}
		instance.X, instance.Y = evenly(instance.X, maxCities), evenly(instance.Y, maxCities)
		evaluators{device, map[distance.Grid]*pipeline.Run{}}.compare(t, instance, rand.New(rand.NewPCG(18, 0)), name)
	}
}

// evenly returns at most count values with equal distances in the slice.
func evenly(values []float64, count int) []float64 {
	var some []float64
	for i := 0; i < len(values); i += (len(values) + count - 1) / count {
		some = append(some, values[i])
	}
	return some
}
