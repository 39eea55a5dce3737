package merged

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// For every device of the table, 8 to 100,000 cities and every kind of run, there is a plan that
// fits the device, or an error that says what to do.
func TestPlansOnAllDevices(t *testing.T) {
	testkind.ComparesRuns(t)
	rows := vktest.Profiles(t)
	for _, cities := range []int{8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 198, 1002, 5793, 5915, 20_000, 100_000} {
		plane := must.Get(generate.Instance("uniform", cities, 1))(t)
		globe := *plane // up to 5792 cities its distances come from a matrix
		globe.Metric, globe.X, globe.Y = tsp.GEO, degrees(plane.X), degrees(plane.Y)
		decimals := *plane
		decimals.X = append([]float64{0.1}, plane.X[1:]...)
		for name, instance := range map[string]*tsp.Instance{"plane": plane, "globe": &globe, "decimals": &decimals} {
			for kind, change := range []func(*model.Parameters){
				func(*model.Parameters) {}, // defaults
				func(p *model.Parameters) { p.Colonies = 300 },
				func(p *model.Parameters) { p.Colonies = 1 },
				func(*model.Parameters) {}, // with the shaders for large instances
			} {
				plan := recipe(Recipe)
				if kind == 2 {
					plan = GroupRecipe
				}
				o := Options{Parameters: model.Recommended(cities)}
				change(&o.Parameters)
				m, err := model.NewUnprepared(instance, o.Parameters)
				if err != nil {
					checkRefusal(t, err, name, cities, "any device")
					continue
				}
				m.Large = kind == 3
				for i, row := range rows {
					if row.Unusable() != "" || testing.Short() && i%3 != (cities+kind)%3 {
						continue
					}
					recording, err := plan.checked(m, pipeline.LimitsOf(&row.Info))
					switch {
					case err == nil:
						if _, err := recording.Pipelines(&row.Info); err != nil {
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

// Candidates are in parts only if one binding is too small, never with a matrix, and are refused
// if four are too small.
func TestChoiceOfLargeShaders(t *testing.T) {
	const cities, bytes = 1000, 64 * 1000
	limits := limitsOf(nil)
	limits.DeviceMemory = 1 << 30
	plane := tsptest.Generate(t, "uniform", cities, 1)
	for _, c := range []struct {
		name          string
		instance      *tsp.Instance
		storage, most uint64 // limits of a binding and of an allocation
		parts         int    // 0: refused
	}{
		{"unknown limits", plane, 0, 0, 1},
		{"room", plane, bytes, bytes, 1},
		{"small binding", plane, bytes - 1, 0, 4},
		{"small allocation", plane, bytes, bytes - 1, 4},
		{"smallest binding", plane, bytes / 4, 0, 4},
		{"too small", plane, bytes/4 - 1, 0, 0},
		{"matrix", Matrix(plane), bytes - 1, 0, 0},
	} {
		m, err := model.NewUnprepared(c.instance, model.Parameters{Ants: 10, Colonies: 1})
		if err != nil {
			t.Fatal(err)
		}
		limits.StorageRange, limits.MaxAllocation = c.storage, c.most
		recording, err := Recipe(m, limits)
		if err != nil {
			t.Fatal(err)
		}
		parts := 0
		for _, buffer := range recording.Buffers {
			if buffer.Name == "candidates" || buffer.Name == "candidates_1" || buffer.Name == "candidates_2" || buffer.Name == "candidates_3" {
				parts++
			}
		}
		_, err = recipe(Recipe).checked(m, limits)
		var tooLarge *option.TooLargeError
		refused := errors.As(err, &tooLarge) && errors.As(err, new(*pipeline.TooLargeError))
		if c.parts > 0 && parts != c.parts || refused != (c.parts == 0 || c.storage == 0) {
			t.Errorf("%s: %d parts, refused %v: %v", c.name, parts, refused, err)
		}
	}
}

// Other shaders number 2²⁶ places.
func TestShadersForManyPlaces(t *testing.T) {
	for _, c := range []struct {
		cities int
		large  bool
	}{
		{1 << 26, false},
		{1<<26 + 1, true},
		{model.MaxCities, true},
	} {
		m := &model.Model{Instance: new(tsp.Instance), Cities: c.cities, Colonies: 1, Ants: 1, Period: 1, Width: 8}
		if large := isLarge(m, fromPlane, pipeline.Limits{}); large != c.large {
			t.Errorf("%+v: large %v", c, large)
		}
		if err := checkModel(m); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// Coordinates in space and on the globe make a matrix unnecessary on all devices except with one
// driver, which refuses more cities than a matrix holds.
func TestDistancesAboveTheMatrixLimit(t *testing.T) {
	const cities = model.MaxMatrixCities + 1
	loops := pipeline.Limits{LoopIterations: 60_000, Driver: "llvmpipe"}
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
		instance := Layout(t, test.layout, cities)
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
