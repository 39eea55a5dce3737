package classic

import (
	"errors"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/pipeline/pipelinetest"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// planSizes are numbers of cities around the sizes of subgroups, work-groups and words, those of known instances, and large ones.
var planSizes = []int{3, 4, 5, 8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 198, 1002, 5915, 20_000, 100_000}

// presetsFor are the papers' and, of each algorithm, what runs without further flags.
func presetsFor(cities int) []Preset {
	all := append([]Preset{
		{Name: "default", Parameters: problem.Recommended(cities)}, {Name: "as", Parameters: problem.AntSystem()},
		{Name: "mmas", Parameters: problem.MaxMin()}, {Name: "acs", Parameters: problem.AntColonySystem()},
	}, Presets...)
	return all
}

// For every device of the table, every system and numbers of cities from 3 to 100,000 there is a plan that the device can carry
// out, or a refusal that says what can be done.
func TestPlansOnAllDevices(t *testing.T) {
	rows := vktest.Profiles(t)
	for _, cities := range planSizes {
		instance, err := tsp.Generate("uniform", cities, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, system := range presetsFor(cities) {
			p, err := problem.NewUnprepared(instance, system.Parameters)
			if err != nil {
				checkPlanError(t, err, system.Name, cities, "any device")
				continue
			}
			p.Colonies = max(1, p.Colonies)
			for i, row := range rows {
				if row.Unusable() != "" || testing.Short() && i%3 != cities%3 {
					continue
				}
				recording, _, err := planned(p, Options{Kernel: system.Kernel}, pipeline.LimitsOf(&row.Info))
				if err != nil {
					if system.Name == "default" && !row.IsSoftware() {
						t.Errorf("%d cities on %s: what runs without flags is refused: %v", cities, row.Name, err)
					}
					checkPlanError(t, err, system.Name, cities, row.Name)
				} else if err := pipelinetest.CheckDevice(&recording, &row.Info); err != nil {
					t.Errorf("%s, %d cities, on %s: the plan does not hold: %v", system.Name, cities, row.Name, err)
				}
			}
		}
	}
}

// checkPlanError holds a refusal to say why, and what can be done.
func checkPlanError(t *testing.T, err error, system string, cities int, device string) {
	t.Helper()
	var (
		tooLarge *pipeline.TooLargeError
		refused  *problem.Error
	)
	helps := false
	for _, way := range []string{"--", "choose", "set ", "smaller instance"} {
		helps = helps || strings.Contains(err.Error(), way)
	}
	if !errors.As(err, &tooLarge) && !errors.As(err, &refused) || !helps {
		t.Errorf("%s, %d cities, on %s: refused without a way out: %v", system, cities, device, err)
	}
}
