package merged

import (
	"fmt"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// Whole runs end with the same tours on every machine and device. The reference computed the
// hashes. The schedules are fixed, so recommended parameters do not change the hashes.
func TestWholeRunsAreTheSameOnEveryMachine(t *testing.T) {
	testkind.ComparesRuns(t)
	devices := map[string]*pipeline.Device{"reference": nil, "device": vktest.Open(t)}
	if !testing.Short() {
		devices["device without subgroups"] = vktest.OpenWithoutSubgroups(t)
	}
	type example struct {
		kind                   string
		metric                 tsp.Metric
		cities, ants, colonies int
		kicks                  int // iterations of each of two rounds
		tour                   string
	}
	for _, c := range testkind.First(3, []example{
		{"uniform", tsp.EUC2D, 8, 1, 1, 30, "7bd86adf0549d83e5d41643eafc38546725dcc75beaaf942a8a8eba46884a3f8"},
		{"clustered", tsp.CEIL2D, 9, 7, 3, 20, "7a0b634a0575ce354b43cb773cee3ebaf3f19ee6226e4ded6661522ec0c5b68f"},
		{"clustered", tsp.EUC2D, 100, 7, 4, 50, "4a052d85fba780de52e36e1fbb653f119d3d408bf2a0a1a692c2a19ef1a1623e"},
		{"uniform", tsp.MAN2D, 100, 300, 1, 6, "e82f2ae3d44e26f16f46932c1a2763e79a7dceb0ca516669e641b2601af6223b"},
		{"uniform", tsp.GEO, 100, 7, 2, 30, "2fa3c1178785e6612ee6a1ebe7032291f62330c582571064906744882722cb89"},
		{"uniform", tsp.Explicit, 100, 7, 2, 30, "31b0e2fd53eaa941f6129a4c6ef44b51fcff4ad967aec73415e3a7b5c0fcff22"},
		{"uniform", tsp.Pairs, 100, 20, 2, 30, "35c22d285d6eeb5a5129b595ed3ab8e0154313817c94ff44cc0f6bbe4db248c9"},
		{"uniform", tsp.ATT, 1000, 100, 2, 4, "3d4a258938af1c860d26934b9fbb6d74a34eb70cd500844f0046d2d48e3c30e7"},
		{"clustered", tsp.CEIL2D, 3000, 300, 1, 8, "9f27b9e8e8cc79a35da02df254938177c9f24bdaaf75100f15ededbc807a8571"},
	}) {
		t.Run(fmt.Sprint(c.metric, c.cities, "cities", c.ants), func(t *testing.T) {
			instance := tsptest.Generate(t, c.kind, c.cities, 3)
			switch c.metric {
			case tsp.GEO:
				instance = Globe(instance)
			case tsp.Explicit:
				instance = Matrix(instance)
			case tsp.Pairs:
				instance = NodePairs(t, c.cities/2, 3)
			default:
				instance.Metric = c.metric
			}
			p := model.Parameters{Ants: c.ants, Colonies: c.colonies, Candidates: 8, Kick: 50, Seed: 7}
			m, err := model.New(t.Context(), instance, p)
			if err != nil {
				t.Fatal(err)
			}
			mean := uint32(m.StartLength / uint64(c.cities))
			hot, cold := model.Settings{Kick: 50, Scales: 4, Temperature: 25 * mean}, model.Settings{Kick: 20, Scales: 2}
			schedule := scheduleOf(m, Step{Iterations: 1, Settings: model.Settings{Scales: 1}},
				Step{Iterations: c.kicks, Settings: hot, Exchange: true}, Step{Iterations: c.kicks, Settings: cold, Exchange: true})
			for name, device := range devices {
				if device != nil && !device.Info().HasSubgroups() && c.ants*c.kicks > 2000 {
					continue // slow on processors: each ant has its own work-group
				}
				result := mustSolve(t, instance, []*pipeline.Device{device}, Options{Parameters: p, Schedule: schedule})
				if got := result.Tour.SHA256(true); got != c.tour {
					t.Errorf("%s: the tour's hash is %s, want %s", name, got, c.tour)
				}
			}
		})
	}
}
