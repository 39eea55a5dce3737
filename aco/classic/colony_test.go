package classic_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestStopRulesOnDevice shows that a rule ends a colony at the same iteration as in the reference,
// although more iterations are submitted.
func TestStopRulesOnDevice(t *testing.T) {
	device := vktest.Open(t)
	instance := tsptest.Generate(t, "uniform", 25, 3)
	for _, rules := range []model.StopRules{{Stall: 7}, {Target: 4_900_000}, {Target: math.MaxInt64}} {
		p := open(t, device, instance, model.AntSystem(), classic.Options{Rules: engine.Rules{Target: int64(rules.Target), Stall: int(rules.Stall)}})
		for range 60 {
			p.iterate(t)
			must.Do(t, p.References[0].Iterate(context.Background()))
		}
		if p.References[0].State.Stop == model.Running {
			t.Fatalf("%+v does not hold in the reference: %+v", rules, p.References[0].State)
		}
		p.compare(t, fmt.Sprintf("%+v", rules))
	}
}
