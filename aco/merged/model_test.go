package merged

import (
	"fmt"
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// Several Vulkan devices share one colony, if one is recommended or asked for. With the processor they have windows.
func TestChoiceOfColonies(t *testing.T) {
	device := new(pipeline.Device)
	small, large := tsptest.Generate(t, "uniform", 1000, 1), tsptest.Generate(t, "uniform", 70_000, 1)
	one, two, mixed := []*pipeline.Device{device}, []*pipeline.Device{device, device}, []*pipeline.Device{device, nil}
	for _, c := range []struct {
		cities            int
		devices           []*pipeline.Device
		parameters        model.Parameters
		colonies, windows int
		group             bool
	}{
		{70_000, one, model.Parameters{}, 1, 0, false},
		{70_000, two, model.Parameters{}, 1, 0, true},
		{70_000, mixed, model.Parameters{}, 2, 2, false},
		{70_000, two, model.Parameters{Windows: 3}, 3, 3, false},
		{70_000, two, model.Parameters{Windows: 1}, 2, 1, false},
		{1000, two, model.Parameters{}, 16, 0, false},
		{1000, two, model.Parameters{Colonies: 1}, 1, 0, true},
		{1000, mixed, model.Parameters{Colonies: 1}, 1, 0, false},
	} {
		instance := small
		if c.cities == 70_000 {
			instance = large
		}
		m, err := newModel(instance, c.devices, Options{Parameters: c.parameters, Rules: engine.Rules{Iterations: 1}}.WithDefaults())
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("%d cities, %d devices, %+v", c.cities, len(c.devices), c.parameters)
		if p := m.Parameters; p.Colonies != c.colonies || p.Windows != c.windows || isGroup(m, c.devices) != c.group {
			t.Errorf("%s: %d colonies, %d windows, group %v; want %d, %d, %v", name, p.Colonies, p.Windows, isGroup(m, c.devices), c.colonies, c.windows, c.group)
		}
	}
}
