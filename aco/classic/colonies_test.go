package classic

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// coloniesResult is the part of a result that does not depend on the devices.
type coloniesResult struct {
	SHA256   string
	Ants     string // hash of what they found
	Stop     engine.StopReason
	AntsBest int64
	Colonies []engine.ColonyResult // nil if the target was reached: the other colonies may have made more iterations
}

// TestColoniesOnAnyDevices shows that four colonies have the same result on the processor, on a
// device, and on several, with every topology.
func TestColoniesOnAnyDevices(t *testing.T) {
	first, second := vktest.Open(t), vktest.Open(t)
	instance := tsptest.Generate(t, "uniform", 40, 1)
	maxMin, system := model.MaxMin(), model.AntColonySystem()
	maxMin.Colonies, maxMin.Ants, maxMin.Rho, maxMin.Beta = 4, 8, 0.2, 4
	system.Colonies, system.Ants, system.Synchronous = 4, 8, true
	run := func(t *testing.T, o Options, devices ...*pipeline.Device) coloniesResult {
		t.Helper()
		result := must.Get(Solve(t.Context(), instance, devices, o, nil))(t)
		f := coloniesResult{SHA256: result.Tour.SHA256(true), Ants: result.AntsSHA256, Stop: result.Stop, AntsBest: result.AntsBest}
		if result.Stop != engine.StopTarget {
			for _, c := range result.Colonies {
				c.Device = 0
				f.Colonies = append(f.Colonies, c)
			}
		}
		return f
	}
	seen := map[string]bool{}
	exchanges := func(t *testing.T, o Options) {
		for range 2 { // without a target, and with one that ends the run
			want := run(t, o, nil)
			seen[fmt.Sprint(want)] = true
			for _, devices := range [][]*pipeline.Device{{first}, {nil, second}, {first, nil, second}} {
				if diff := cmp.Diff(want, run(t, o, devices...)); diff != "" {
					t.Errorf("(-processor +devices %v):\n%s", devices, diff)
				}
			}
			o.Target = want.AntsBest + want.AntsBest/50
		}
	}
	for _, topology := range []model.Topology{model.TopologyNone, model.TopologyRing, model.TopologyFull} { // best has the results of full
		for _, o := range []Options{{Parameters: maxMin, Rules: engine.Rules{Iterations: 50}}, {Parameters: system, Rules: engine.Rules{Iterations: 20}}} {
			if short := o.Parameters.Algorithm == model.AlgorithmMMAS &&
				topology == model.TopologyRing; testing.Short() && !short {
				continue
			}
			t.Run(fmt.Sprintf("%s %s", o.Parameters.Algorithm, topology), func(t *testing.T) {
				o.Parameters.Topology = topology
				if topology != model.TopologyNone {
					o.Parameters.ExchangeEvery = 7
				}
				exchanges(t, o)
			})
		}
	}
	if len(seen) < 8 && !testing.Short() {
		t.Errorf("only %d different results: exchanges have no effect", len(seen))
	}
}

// TestColoniesAreDistributed shows that by default each device has one colony, which Ant System
// does not support on two devices.
func TestColoniesAreDistributed(t *testing.T) {
	o := Options{Parameters: model.MaxMin(), Rules: engine.Rules{Iterations: 1}}
	result := must.Get(Solve(t.Context(), tsptest.Generate(t, "uniform", 10, 1), []*pipeline.Device{nil, nil}, o, nil))(t)
	if len(result.Colonies) != 2 || result.Colonies[1].Device != 1 || len(result.Devices) != 2 ||
		result.Parameters.Colonies != 2 {
		t.Errorf("%+v", result)
	}
	o.Parameters = model.AntSystem()
	var problemErr *option.Error
	if _, err := Solve(t.Context(), tsptest.Generate(t, "uniform", 10, 1),
		[]*pipeline.Device{nil, nil}, o, nil); !errors.As(err, &problemErr) {
		t.Errorf("Ant System on two devices: %v", err)
	}
}

// TestPlansOfSeveralDevices shows that the plan of a device has the memory of its colonies.
func TestPlansOfSeveralDevices(t *testing.T) {
	device := vktest.Open(t)
	o := Options{Parameters: model.MaxMin()}
	o.Parameters.Colonies = 3
	plans := must.Get(PlansFor(tsptest.Generate(t, "uniform", 50, 1), []*pipeline.Device{device, device}, o))(t)
	pheromone := func(plan pipeline.MemoryPlan) uint64 {
		for _, b := range plan.Buffers {
			if b.Name == "pheromone" {
				return b.Words
			}
		}
		return 0
	}
	if len(plans) != 2 || pheromone(plans[1]) == 0 || pheromone(plans[0]) != 2*pheromone(plans[1]) {
		t.Errorf("%v", plans)
	}
}

// TestAdoptOnDevice shows that adopt uploads the state and the tour of each colony.
func TestAdoptOnDevice(t *testing.T) {
	parameters := model.MaxMin()
	parameters.Colonies, parameters.Ants = 3, 4
	p := must.Get(model.NewUnprepared(tsptest.Generate(t, "uniform", 12, 1), parameters))(t)
	setup := newSetup(p, Options{Options: engine.Options{MaxSubmit: engine.DefaultMaxSubmit}})
	sites := must.Get(engine.Open(t.Context(), setup, engine.OpenOptions{Devices: []*pipeline.Device{vktest.Open(t)}}))(t)
	defer sites.Close()
	opened := sites.Sites[0].Colonies.(*deviceColonies)
	all := initialStates(p, model.StopRules{})
	var states, tours []uint32
	for c := range all {
		all[c].state.BestLength -= uint64(c)
		all[c].tour = append(all[c].tour[c:len(all[c].tour):len(all[c].tour)], all[c].tour[:c]...)
		states, tours = append(states, all[c].state.Words()...), append(tours, all[c].tour...)
	}
	must.Do(t, opened.adopt(all))
	for name, want := range map[string][]uint32{"state": states, "best_tour": tours} {
		got, err := opened.Run.Download(name)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s (-want +got): %v\n%s", name, err, diff)
		}
	}
}
