package classic

import (
	"errors"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// searchParameters returns parameters with two colonies of five ants.
func searchParameters(search model.LocalSearch) model.Parameters {
	return model.Parameters{
		Algorithm: model.AlgorithmMMAS, Ants: 5, Colonies: 2, Alpha: 1, Beta: 2, Rho: 0.2, LocalSearch: search,
		Neighbours: 12,
	}
}

// TestImproveErrors shows that data that do not fit in shared memory return an error, and that by
// default the tour is in shared memory only if it fits.
func TestImproveErrors(t *testing.T) {
	parameters := searchParameters(model.Search3Opt)
	p, err := model.NewUnprepared(tsptest.Generate(t, "uniform", 20_000, 3), parameters)
	if err != nil {
		t.Fatal(err)
	}
	limits := pipeline.Limits{GroupSize: 1024, SharedBytes: 48 << 10, SubgroupSize: 32, MinSubgroupSize: 32}
	var problemErr *option.Error
	if _, err := newImproveLaunch(p, KernelConfig{AntData: AntDataShared}, limits); !errors.As(err, &problemErr) ||
		!strings.Contains(err.Error(), "the device has 48.0 KiB") {
		t.Errorf("20000 cities in 48 KiB: %v", err)
	}
	for cities, tour := range map[int]tourMemory{24_000: tourDevice, 20_000: citiesShared, 10_900: tourShared, 3000: tourShared} {
		if p, err = model.NewUnprepared(tsptest.Generate(t, "uniform", cities, 3), parameters); err != nil {
			t.Fatal(err)
		}
		if s, err := newImproveLaunch(p, KernelConfig{}, limits); err != nil || s.tour != tour {
			t.Errorf("%d cities: %+v, %v", cities, s, err)
		}
	}
	if p, err = model.NewUnprepared(tsptest.Generate(t, "uniform", 3000, 3), parameters); err != nil {
		t.Fatal(err)
	}
	for data, tour := range map[AntData]tourMemory{AntDataShared: tourShared, AntDataTour: citiesShared, AntDataDevice: tourDevice} {
		if s, err := newImproveLaunch(p, KernelConfig{AntData: data}, limits); err != nil || s.tour != tour {
			t.Errorf("ant data %s: %+v, %v", data, s, err)
		}
	}
	limits.SharedBytes = 4 << 10
	if _, err := newImproveLaunch(p, KernelConfig{AntData: AntDataTour}, limits); !errors.As(err, &problemErr) ||
		!strings.Contains(err.Error(), "the device has 4.0 KiB") {
		t.Errorf("the tour of 3000 cities in 4 KiB: %v", err)
	}
	limits.SharedBytes = 1 << 10
	if _, err := newImproveLaunch(p, KernelConfig{}, limits); !errors.As(err, &problemErr) {
		t.Errorf("1 KiB of shared memory: %v", err)
	}
	parameters.LocalSearch = model.Search2Opt
	if _, err := model.NewUnprepared(tsptest.Matrix(tsp.ATSP, 9,
		func() int32 { return 1 }), parameters); !errors.As(err, &problemErr) ||
		!strings.Contains(err.Error(), "oropt") {
		t.Errorf("2opt of an asymmetric instance: %v", err)
	}
}

// TestTaskImproveLaunch shows that few tours share a work-group, as in table 3 of Delévacq et al.
// 2013, and that a dispatch of a software device has as many cities as its loop limit allows.
func TestTaskImproveLaunch(t *testing.T) {
	config := KernelConfig{Mapping: MappingTask}
	instance, parameters := tsptest.Generate(t, "uniform", 198, 3), searchParameters(model.Search3Opt)
	parameters.Neighbours, parameters.Colonies = searchNeighbours, 1
	gpu := pipeline.Limits{GroupSize: 1024, SharedBytes: 48 << 10, SubgroupSize: 32, MinSubgroupSize: 32}
	software := pipeline.Limits{GroupSize: 256, SharedBytes: 32 << 10, SubgroupSize: 8, MinSubgroupSize: 8,
		Software: true, LoopIterations: llvmpipeLoopIterations}
	for ants, group := range map[int]uint32{28: 1, 224: 2, 1792: 16} {
		parameters.Ants = ants
		p := must.Get(model.NewUnprepared(instance, parameters))(t)
		if s, err := newImproveLaunch(p, config, gpu); err != nil || s.group != group || s.maxUnits != 0 {
			t.Errorf("%d ants on a GPU: %+v, %v", ants, s, err)
		}
		if s, err := newImproveLaunch(p, config, software); err != nil || s.group != 8 ||
			s.parts != 1 || s.maxUnits < 1 || s.maxUnits > model.CitiesPerRound {
			t.Errorf("%d ants on a software device: %+v, %v", ants, s, err)
		}
	}
}
