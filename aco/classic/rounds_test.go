package classic

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestRounds shows that a result counts how often each stage ran: once per iteration, except that
// a device may omit the stages after best in the last iteration.
func TestRounds(t *testing.T) {
	instance := must.Get(generate.Instance("uniform", 40, 1))(t)
	const iterations = 3
	for name, device := range map[string]*pipeline.Device{"reference": nil, "device": vktest.Open(t)} {
		result, err := Solve(t.Context(), instance, []*pipeline.Device{device}, Options{Parameters: model.AntSystem(),
			Rules: engine.Rules{Iterations: iterations}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for stage, rounds := range result.Rounds {
			least := float64(iterations)
			if device != nil && slices.Contains([]string{"evaporate", "deposit"}, stage) {
				least = iterations - 1
			}
			if rounds < least || rounds > iterations {
				t.Errorf("%s: %s ran %v times in %d iterations", name, stage, rounds, iterations)
			}
		}
		if len(result.Rounds) != len(result.Stages) || len(result.Rounds) == 0 {
			t.Errorf("%s: rounds %v of %v", name, result.Rounds, result.Stages)
		}
	}
}
