package classic

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestPresetRuns compares runs of all presets. Presets whose ants race have one ant.
func TestPresetRuns(t *testing.T) {
	testkind.Whole(t)
	vktest.WithAndWithoutSubgroups(t, testPresetRuns)
}

func testPresetRuns(t *testing.T, device *vk.Device) {
	instance := tsptest.Generate(t, "uniform", 30, 1)
	for i, preset := range Presets {
		if testing.Short() && i%3 > 0 {
			continue
		}
		t.Run(preset.Name, func(t *testing.T) {
			o := Options{Parameters: preset.Parameters, Kernel: preset.Kernel, Rules: engine.Rules{Iterations: 3}}
			if o.Parameters.Ants = min(o.Parameters.Ants, 10); o.Parameters.Racy() {
				o.Parameters.Ants = 1
			}
			got, err := Solve(t.Context(), instance, device, o, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, err := Solve(t.Context(), instance, nil, o, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.AntsBest != want.AntsBest || got.AntsSHA256 != want.AntsSHA256 || !slices.Equal(got.Tour, want.Tour) {
				t.Errorf("length %d, shortest of an ant %d; in the reference %d and %d", got.Length, got.AntsBest,
					want.Length, want.AntsBest)
			}
		})
	}
}
