package merged

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/pipeline/pipelinetest"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// For every device of the table, 8 to 100,000 cities and every kind of run, there is a plan that fits the device, or an error that says what to do.
func TestPlansOnAllDevices(t *testing.T) {
	testkind.ComparesRuns(t)
	rows := vktest.Profiles(t)
	for _, cities := range []int{8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 198, 1002, 5793, 5915, 20_000, 100_000} {
		plane, err := generate.Instance("uniform", cities, 1)
		if err != nil {
			t.Fatal(err)
		}
		globe := *plane // up to 5792 cities its distances come from a matrix
		globe.Metric, globe.X, globe.Y = tsp.GEO, degrees(plane.X), degrees(plane.Y)
		decimals := *plane
		decimals.X = append([]float64{0.1}, plane.X[1:]...)
		for name, instance := range map[string]*tsp.Instance{"plane": plane, "globe": &globe, "decimals": &decimals} {
			for kind, change := range []func(*model.Parameters){
				func(*model.Parameters) {}, // defaults
				func(p *model.Parameters) { p.Colonies, p.Windows = 2, 2 },
				func(p *model.Parameters) { p.Colonies = 300 },
				func(p *model.Parameters) { p.Colonies = 1 },
				func(*model.Parameters) {}, // with the shaders for large instances
			} {
				plan := recipe(Recipe)
				if kind == 3 {
					plan = GroupRecipe
				}
				o := Options{Parameters: model.Recommended(cities)}
				change(&o.Parameters)
				m, err := newModel(instance, make([]*pipeline.Device, 1), o.WithDefaults())
				if err != nil {
					checkRefusal(t, err, name, cities, "any device")
					continue
				}
				m.Large = kind == 4
				for i, row := range rows {
					if row.Unusable() != "" || testing.Short() && i%3 != (cities+kind)%3 {
						continue
					}
					recording, err := plan.checked(m, pipeline.LimitsOf(&row.Info))
					switch {
					case err == nil:
						if err := pipelinetest.CheckDevice(&recording, &row.Info); err != nil {
							t.Errorf("%d cities, %s, %d colonies, on %s: the plan does not fit: %v", cities, name, m.Colonies, row.Name, err)
						}
					case kind == 0 && name == "plane" && row.StorageBuffers >= antBindings:
						t.Errorf("%d cities on %s: the defaults are refused: %v", cities, row.Name, err)
					default:
						checkRefusal(t, err, name, cities, row.Name)
					}
				}
			}
		}
	}
}

// degrees scales coordinates up to a million to latitudes between the equator and the pole.
func degrees(coordinates []float64) []float64 {
	scaled := make([]float64, len(coordinates))
	for i, v := range coordinates {
		scaled[i] = math.Floor(v / 12_500)
	}
	return scaled
}

// antBindings is the number of bindings of the ant's shader without trails.
const antBindings = 10

// checkRefusal checks that an error has a typed cause and a remedy.
func checkRefusal(t *testing.T, err error, instance string, cities int, device string) {
	t.Helper()
	var (
		tooLarge *pipeline.TooLargeError
		refused  *option.Error
	)
	if !errors.As(err, &tooLarge) && !errors.As(err, &refused) || !strings.Contains(err.Error(), "set ") {
		t.Errorf("%d cities, %s, on %s: refused without a remedy: %v", cities, instance, device, err)
	}
}
