package classic

import (
	"errors"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/pipeline/pipelinetest"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// planSizes are numbers of cities around the sizes of subgroups, work-groups and words, those of some TSPLIB instances, and large ones.
var planSizes = []int{3, 4, 5, 8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 198, 1002, 5915, 20_000, 100_000}

// presetsFor returns the presets, the default, and the default parameters of each algorithm.
func presetsFor(cities int) []Preset {
	all := append([]Preset{
		{Name: "default", Parameters: model.Recommended(cities)}, {Name: "as", Parameters: model.AntSystem()},
		{Name: "mmas", Parameters: model.MaxMin()}, {Name: "acs", Parameters: model.AntColonySystem()},
	}, Presets...)
	return all
}

// TestPlansOnAllDevices shows that for every device in testdata/devices, every preset and 3 to 100,000 cities there is a plan within the
// limits of the device, or an error that says what to do. On GPUs the default has a plan.
func TestPlansOnAllDevices(t *testing.T) {
	testkind.ComparesRuns(t)
	rows := vktest.Profiles(t)
	for _, cities := range planSizes {
		instance, err := generate.Instance("uniform", cities, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, preset := range presetsFor(cities) {
			p, err := model.NewUnprepared(instance, preset.Parameters)
			if err != nil {
				checkPlanError(t, err, preset.Name, cities, "any device")
				continue
			}
			p.Colonies = max(1, p.Colonies)
			for i, row := range rows {
				if row.Unusable() != "" || testing.Short() && i%3 != cities%3 {
					continue
				}
				recording, _, err := planRecording(p, Options{Kernel: preset.Kernel}, pipeline.LimitsOf(&row.Info))
				if err != nil {
					if preset.Name == "default" && !row.IsSoftware() {
						t.Errorf("%d cities on %s: the default has no plan: %v", cities, row.Name, err)
					}
					checkPlanError(t, err, preset.Name, cities, row.Name)
				} else if err := pipelinetest.CheckDevice(&recording, &row.Info); err != nil {
					t.Errorf("%s, %d cities, on %s: invalid plan: %v", preset.Name, cities, row.Name, err)
				}
			}
		}
	}
}

// checkPlanError requires an error that says what to do.
func checkPlanError(t *testing.T, err error, preset string, cities int, device string) {
	t.Helper()
	var (
		tooLarge   *pipeline.TooLargeError
		problemErr *option.Error
	)
	helps := false
	for _, way := range []string{"choose", "set ", "smaller instance"} {
		helps = helps || strings.Contains(err.Error(), way)
	}
	if !errors.As(err, &tooLarge) && !errors.As(err, &problemErr) || !helps {
		t.Errorf("%s, %d cities, on %s: no remedy: %v", preset, cities, device, err)
	}
}
