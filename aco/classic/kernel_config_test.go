package classic

import (
	"errors"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// TestAntDataErrors shows that unknown names, and ant data with Ant System, return an error.
func TestAntDataErrors(t *testing.T) {
	var problemErr *option.Error
	if err := (KernelConfig{AntData: "disk"}).validate(); !errors.As(err, &problemErr) {
		t.Errorf("ant data disk: %v", err)
	}
	for _, data := range AntDataValues {
		config := KernelConfig{AntData: data}
		if err := config.validate(); err != nil {
			t.Error(err)
		}
		_, err := PlansFor(tsptest.Generate(t, "uniform", 10, 1), []*pipeline.Device{nil}, Options{Parameters: model.AntSystem(),
			Kernel: config})
		if !errors.As(err, &problemErr) {
			t.Errorf("ant data %s with Ant System: %v", data, err)
		}
	}
	if _, err := PlansFor(tsptest.Generate(t, "uniform", 10, 1), []*pipeline.Device{nil},
		Options{Parameters: model.AntSystem()}); err != nil {
		t.Error(err)
	}
}

// What does not depend on a device is refused everywhere: by the processor if and only if by a
// device with room for everything.
func TestCombinationsAreRefusedEverywhere(t *testing.T) {
	ample := pipeline.Limits{StorageRange: 1 << 30, DeviceMemory: 1 << 33, GroupSize: 1024, SharedBytes: 48 << 10,
		SubgroupSize: 32, MinSubgroupSize: 32}
	instance := tsptest.Generate(t, "uniform", 50, 1)
	refused, allowed := 0, 0
	check := func(parameters model.Parameters, config KernelConfig) {
		p := must.Get(model.NewUnprepared(instance, parameters))(t)
		o := Options{Parameters: parameters, Kernel: config}
		host := checkHost(p, o)
		_, _, device := planRecording(p, o, ample)
		if (host == nil) != (device == nil) {
			t.Errorf("%s, local search %q, synchronous %v, %+v: on the processor %v, on a device %v", p.Algorithm,
				p.LocalSearch, p.Synchronous, config, host, device)
		}
		if refused++; host == nil {
			refused, allowed = refused-1, allowed+1
		}
	}
	synchronous := model.AntColonySystem()
	synchronous.Synchronous = true
	for _, parameters := range []model.Parameters{model.AntSystem(), model.MaxMin(), model.AntColonySystem(), synchronous} {
		for _, search := range []model.LocalSearch{"", model.Search2Opt} {
			if parameters.LocalSearch = search; search != "" && (parameters.Algorithm == "" || parameters.Algorithm == model.AlgorithmAS) {
				continue
			}
			for _, mapping := range append([]Mapping{""}, Mappings...) {
				for _, dispatch := range append([]Dispatch{""}, Dispatches...) {
					for _, data := range append([]AntData{""}, AntDataValues...) {
						for _, atOnce := range []int{0, 1} {
							check(parameters, KernelConfig{Mapping: mapping, Dispatch: dispatch, AntData: data, AntsAtOnce: atOnce})
						}
					}
				}
			}
		}
	}
	if refused == 0 || allowed == 0 {
		t.Errorf("%d refused, %d allowed", refused, allowed)
	}
}
