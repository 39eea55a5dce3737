package merged

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// mustDecide returns the setup of a run.
func mustDecide(t *testing.T, instance *tsp.Instance, devices []*pipeline.Device, o Options) setup {
	t.Helper()
	return must.Get(decide(instance, devices, o))(t)
}

// Several Vulkan devices share one colony, if one is recommended or asked for.
func TestChoiceOfColonies(t *testing.T) {
	device := new(pipeline.Device)
	small, large := tsptest.Generate(t, "uniform", 1000, 1), tsptest.Generate(t, "uniform", 70_000, 1)
	one, two := []*pipeline.Device{device}, []*pipeline.Device{device, device}
	for _, c := range []struct {
		cities     int
		devices    []*pipeline.Device
		parameters model.Parameters
		colonies   int
		group      bool
	}{
		{70_000, one, model.Parameters{}, 1, false},
		{70_000, two, model.Parameters{}, 1, true},
		{1000, two, model.Parameters{}, 16, false},
		{1000, two, model.Parameters{Colonies: 1}, 1, true},
	} {
		instance := small
		if c.cities == 70_000 {
			instance = large
		}
		s := mustDecide(t, instance, c.devices, Options{Parameters: c.parameters, Rules: engine.Rules{Iterations: 1}})
		name := fmt.Sprintf("%d cities, %d devices, %+v", c.cities, len(c.devices), c.parameters)
		if p := s.model.Parameters; p.Colonies != c.colonies || s.group != c.group {
			t.Errorf("%s: %d colonies, group %v; want %d, %v", name, p.Colonies, s.group, c.colonies, c.group)
		}
	}
}

// Only a run of a device with a time limit starts on the processor, if there is memory for it.
func TestStartsEarly(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 100, 1)
	device, limit := []*pipeline.Device{{}}, Options{}
	limit.TimeLimit, limit.HostMemory = time.Second, 1<<30
	counted, tight := limit, limit
	counted.Iterations, counted.Parameters = 1, parameters(1)
	tight.HostMemory = sizeOf(mustDecide(t, in, device, counted).model, false).plan(nil).Bytes()
	for _, c := range []struct {
		name    string
		devices []*pipeline.Device
		options Options
		want    bool
	}{
		{"time limit", device, limit, true},
		{"the processor alone", []*pipeline.Device{nil}, limit, false},
		{"no time limit", device, Options{Rules: engine.Rules{Target: 1}}, false},
		{"iterations", device, counted, false},
		{"no memory for its colonies", device, tight, false},
	} {
		c.options.Parameters = parameters(1)
		if s := mustDecide(t, in, c.devices, c.options); s.early != c.want {
			t.Errorf("%s: %v", c.name, s.early)
		}
	}
}

// The processor cannot share a tour with other devices. The error says how many colonies they can
// have.
func TestProcessorInAGroupIsRefused(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 70_000, 1)
	for _, parameters := range []model.Parameters{{}, {Colonies: 1}} {
		_, err := decide(instance, []*pipeline.Device{new(pipeline.Device), nil}, Options{Parameters: parameters, Rules: engine.Rules{Iterations: 1}})
		var refused *option.Error
		if !errors.As(err, &refused) || !slices.ContainsFunc(refused.Remedies, func(r option.Remedy) bool {
			return slices.Equal(r, option.Set(option.Colonies, 2))
		}) {
			t.Errorf("%+v: error %v", parameters, err)
		}
	}
}

// On the processor a population needs time for each of its colonies; else there is one, or one for each
// device. The limit of a run without one, and the default limit, leave time for all.
func TestColoniesWithinLimit(t *testing.T) {
	processor := []*pipeline.Device{nil}
	for _, c := range []struct {
		rules    engine.Rules
		devices  []*pipeline.Device
		peers    Peers
		colonies int
	}{
		{engine.Rules{TimeLimit: 10 * time.Millisecond}, processor, nil, 1},
		{engine.Rules{TimeLimit: 10 * time.Millisecond}, []*pipeline.Device{nil, nil}, nil, 2},
		{engine.Rules{TimeLimit: 10 * time.Millisecond}, processor, noPeers{}, 16},
		{engine.Rules{TimeLimit: 10 * time.Millisecond, Iterations: 5}, processor, nil, 16},
		{engine.Rules{TimeLimit: time.Minute}, processor, nil, 16},
		{engine.Rules{}, processor, nil, 16},
	} {
		o := Options{Parameters: model.Parameters{Noise: 0.4}, Rules: c.rules, Peers: c.peers}.WithDefaults()
		chooseColonies(&o, tsptest.Generate(t, "uniform", 200, 1), c.devices)
		if o.Parameters.Colonies != c.colonies {
			t.Errorf("%+v, %d devices: %d colonies, want %d", c.rules, len(c.devices), o.Parameters.Colonies, c.colonies)
		}
	}
}

// Large instances have a population on GPUs if there is time for one.
func TestColoniesOfLargeInstances(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 210_000, 1)
	for _, c := range []struct {
		limit   time.Duration
		devices []*pipeline.Device
		want    bool
	}{
		{time.Minute, nil, true},
		{100 * time.Millisecond, nil, false},
		{time.Minute, []*pipeline.Device{nil}, false}, // the processor
	} {
		o := Options{Parameters: model.Parameters{Noise: 0.4}, Rules: engine.Rules{TimeLimit: c.limit}}.WithDefaults()
		chooseColonies(&o, in, c.devices)
		if o.Parameters.Colonies > 1 != c.want {
			t.Errorf("%+v: %d colonies", c, o.Parameters.Colonies)
		}
	}
}

// A population has as many colonies as there is memory for. Where there is none, there is one tour.
func TestColoniesThatFit(t *testing.T) {
	in, devices := tsptest.Generate(t, "uniform", 210_000, 1), []*pipeline.Device{vktest.Open(t)}
	const chosen = 12
	at := func(memory uint64) int {
		m := must.Get(model.NewUnprepared(in, model.Parameters{Noise: 0.4, Colonies: chosen}))(t)
		o := Options{Options: engine.Options{HostMemory: memory}}
		return setup{options: o, devices: devices}.with(m).fitColonies().model.Colonies
	}
	if all, some, none := at(64<<30), at(400<<20), at(1<<20); all != chosen || some < model.MinPopulation(in.Dimension()) || some >= chosen || none != 1 {
		t.Errorf("%d colonies with much memory, %d with little, %d with none", all, some, none)
	}
}

// noPeers are peers that are never asked.
type noPeers struct{ Peers }
