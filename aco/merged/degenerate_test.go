package merged

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// degenerateInstances returns instances in which many tours have equal lengths.
func degenerateInstances(cities int) map[string]*tsp.Instance {
	instances := map[string]*tsp.Instance{}
	for name, place := range map[string]func(city int) (x, y int){
		"one point":  func(int) (int, int) { return 5, 5 },
		"two points": func(city int) (int, int) { return 1000 * (city % 2), 0 },
		"a line":     func(city int) (int, int) { return 7 * city, 3 },
		"a lattice":  func(city int) (int, int) { return 10 * (city % 3), 10 * (city / 3) },
		"pairs":      func(city int) (int, int) { return city / 3, city % 2 },
	} {
		instance := &tsp.Instance{Name: name, Kind: tsp.TSP, Metric: tsp.EUC2D}
		for city := range cities {
			x, y := place(city)
			instance.X, instance.Y = append(instance.X, float64(x)), append(instance.Y, float64(y))
		}
		instances[name] = instance
	}
	return instances
}

// Instances in which many tours have equal lengths are solved and replayed like others. If all
// tours have length 0, the run ends at once.
func TestDegenerateInstances(t *testing.T) {
	testkind.Whole(t)
	testkind.ComparesRuns(t)
	for _, cities := range testkind.First(1, []int{12, 8}) {
		for name, instance := range degenerateInstances(cities) {
			t.Run(name, func(t *testing.T) {
				o := Options{Parameters: model.Parameters{Ants: 5, Colonies: 2, Temperature: 1, Noise: 0.4, Seed: 3}, Rules: engine.Rules{Iterations: 60}}
				want := checkEverywhere(t, instance, o)
				if name == "one point" && (want.Iterations != 0 || want.Stop != engine.StopTarget) || name == "a line" && want.Length != int64(14*(cities-1)) {
					t.Errorf("%d cities: length %d, stopped by %q after %d iterations", cities, want.Length, want.Stop, want.Iterations)
				}
				again := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: o.Parameters, Schedule: &want.Schedule})
				checkEqual(t, "replayed", again, want)
			})
		}
	}
}
