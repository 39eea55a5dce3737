package classic

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestImprove compares each local search, in slices, with the tour in shared and in device memory,
// by work-groups and by invocations.
func TestImprove(t *testing.T) {
	testkind.ComparesStage(t)
	vktest.WithAndWithoutSubgroups(t, testImprove)
}

func testImprove(t *testing.T, device *vk.Device) {
	limits := pipeline.LimitsOf(device.Info())
	random := rand.New(rand.NewPCG(41, 0))
	const cities = 50
	nearlyLargest := func() int32 { return 1<<31 - 1 - random.Int32N(1<<random.IntN(31)) }
	instances := map[tsp.Kind][]*tsp.Instance{
		tsp.TSP: {
			tsptest.Generate(t, "uniform", cities, 3), tsptest.Generate(t, "clustered", cities, 3),
			tsptest.Generate(t, "grid", cities, 3),
			tsptest.Matrix(tsp.TSP, cities, func() int32 { return 7 }), tsptest.Matrix(tsp.TSP, cities,
				func() int32 { return 0 }),
			tsptest.Matrix(tsp.TSP, cities, nearlyLargest),
		},
		tsp.ATSP: {tsptest.Matrix(tsp.ATSP, cities, func() int32 { return random.Int32N(1000) }),
			tsptest.Matrix(tsp.ATSP, cities, nearlyLargest)},
	}
	for i, search := range model.LocalSearches[1:] {
		for kind, some := range instances {
			if kind == tsp.ATSP && search.MoveTypes().TwoOpt && !search.MoveTypes().ThreeOpt {
				continue
			}
			var configs []KernelConfig
			if device.Info().HasSubgroups() { // the shader with an invocation per tour uses none
				configs = append(configs, KernelConfig{Mapping: MappingTask})
			}
			for j, data := range AntDataValues {
				if !testing.Short() || j == i%2 {
					configs = append(configs, KernelConfig{AntData: data})
				}
			}
			for _, config := range configs {
				t.Run(fmt.Sprint(kind, " ", search, " ", config.Mapping, config.AntData), func(t *testing.T) {
					s := newLocalSearch(t, device, some[0], searchParameters(search), config, limits)
					for _, instance := range some {
						s.setInstance(t, instance, searchParameters(search))
						s.check(t, random)
					}
				})
			}
		}
	}
}

// TestImproveFewCities compares the local search on the smallest instances.
func TestImproveFewCities(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(42, 0))
	numbers := []int{3, 4, 5, 7, 8, 9}
	if testing.Short() {
		numbers = []int{3, 8}
	}
	for _, cities := range numbers {
		for _, kind := range []tsp.Kind{tsp.TSP, tsp.ATSP} {
			instance := tsptest.Matrix(kind, cities, func() int32 { return random.Int32N(10) })
			for _, mapping := range Mappings {
				newLocalSearch(t, device, instance, searchParameters(model.Search3Opt), KernelConfig{Mapping: mapping},
					pipeline.LimitsOf(device.Info())).check(t, random)
			}
		}
	}
}

// TestImproveKernels compares the kernels, also with fewer subgroups per work-group than cities
// per round.
func TestImproveKernels(t *testing.T) {
	testkind.ComparesStage(t)
	vktest.WithAndWithoutSubgroups(t, testImproveKernels)
}

func testImproveKernels(t *testing.T, device *vk.Device) {
	random := rand.New(rand.NewPCG(43, 0))
	for _, c := range []struct {
		config    KernelConfig
		subgroups uint32
	}{
		{KernelConfig{AntData: AntDataShared}, 1},
		{KernelConfig{AntData: AntDataDevice}, 2},
		{KernelConfig{AntData: AntDataShared, Distances: DistancesCoordinates}, 8},
		{KernelConfig{AntData: AntDataDevice, Distances: DistancesCoordinates}, 8},
		{KernelConfig{Mapping: MappingTask, Distances: DistancesCoordinates}, 1},
	} {
		limits := pipeline.LimitsOf(device.Info())
		limits.GroupSize = min(limits.GroupSize, c.subgroups*limits.SubgroupSize)
		parameters := searchParameters(model.Search3Opt)
		parameters.Neighbours = 6 // with more, a round exceeds the loop limit with computed distances and the smallest subgroups
		newLocalSearch(t, device, tsptest.Generate(t, "uniform", 40, 3), parameters, c.config, limits).check(t, random)
	}
}

// TestImproveCities compares the local search with the tour in shared memory and the positions of
// its cities in device memory.
func TestImproveCities(t *testing.T) {
	testkind.ComparesStage(t)
	vktest.WithAndWithoutSubgroups(t, testImproveCities)
}

func testImproveCities(t *testing.T, device *vk.Device) {
	random := rand.New(rand.NewPCG(45, 0))
	limits := pipeline.LimitsOf(device.Info())
	instance, parameters := tsptest.Generate(t, "clustered", 41, 3), searchParameters(model.Search3Opt)
	parameters.Neighbours = 6 // as in TestImproveKernels
	p, err := model.New(t.Context(), instance, parameters)
	if err != nil {
		t.Fatal(err)
	}
	for _, distances := range DistanceSources {
		for _, subgroups := range []uint32{1, 8} {
			config := KernelConfig{Distances: distances}
			s := improveLaunch{group: min(limits.GroupSize, subgroups*limits.SubgroupSize), tour: citiesShared}
			if !s.fit(p, config, limits) {
				t.Fatal("the tour does not fit in shared memory")
			}
			if err := s.limitRounds(p, config, limits); err != nil {
				t.Fatal(err)
			}
			startLocalSearch(t, device, p, instance, config, s, limits).check(t, random)
		}
	}
}

// TestImproveBestOnly improves the shortest tour of each colony or all tours, but none of a
// stopped colony.
func TestImproveBestOnly(t *testing.T) {
	testkind.ComparesStage(t)
	vktest.WithAndWithoutSubgroups(t, testImproveBestOnly)
}

func testImproveBestOnly(t *testing.T, device *vk.Device) {
	random := rand.New(rand.NewPCG(44, 0))
	for _, ants := range model.LocalSearchAntsValues {
		for _, mapping := range Mappings {
			parameters := searchParameters(model.Search2OptOr)
			parameters.Ants, parameters.Colonies, parameters.LocalSearchAnts = 7, 3, ants
			checkBestOnly(t, device, parameters, KernelConfig{Mapping: mapping}, random)
		}
	}
}

// checkBestOnly compares the local search while the second of three colonies is stopped.
func checkBestOnly(t *testing.T, device *vk.Device, parameters model.Parameters, config KernelConfig, random *rand.Rand) {
	s := newLocalSearch(t, device, tsptest.Generate(t, "uniform", 60, 3), parameters, config,
		pipeline.LimitsOf(device.Info()))
	s.uploadStates(t, model.Running, model.Stalled, model.Running)
	s.begin(t, random)
	copy(s.tour(5), s.tour(2)) // a tie of ants 2 and 5 of the first colony
	s.lengths[5] = s.lengths[2]
	s.upload(t, "tours", s.tours)
	s.upload(t, "lengths", words(s.lengths))
	s.search(t, random, s.pass.Units)
	for _, colony := range []int{0, 2} {
		first := colony * parameters.Ants
		if parameters.LocalSearchAnts == model.LocalSearchAllAnts {
			s.improveReference(s.ants()[first : first+parameters.Ants]...)
			continue
		}
		best := first
		for ant := first; ant < first+parameters.Ants; ant++ {
			if s.lengths[ant] < s.lengths[best] {
				best = ant
			}
		}
		s.improveReference(best)
	}
	s.compare(t)
}

// TestImproveErrors shows that data that do not fit in shared memory return an error, and that by
// default the tour is in shared memory only if it fits.
func TestImproveErrors(t *testing.T) {
	testkind.ComparesStage(t)
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

// TestImproveParts divides the search of an invocation for a city's move. Many moves have equal
// gains.
func TestImproveParts(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	random, limits, config := rand.New(rand.NewPCG(46, 0)), pipeline.LimitsOf(device.Info()), KernelConfig{Mapping: MappingTask}
	for _, parts := range []uint32{2, 5, 24} {
		instance, parameters := tsptest.Generate(t, "grid", 40, 3), searchParameters(model.Search3Opt)
		p, err := model.New(t.Context(), instance, parameters)
		if err != nil {
			t.Fatal(err)
		}
		s := improveLaunch{group: limits.SubgroupSize, parts: parts, maxUnits: 17 * parts}
		startLocalSearch(t, device, p, instance, config, s, limits).check(t, random)
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
		p, err := model.NewUnprepared(instance, parameters)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := newImproveLaunch(p, config, gpu); err != nil || s.group != group || s.maxUnits != 0 {
			t.Errorf("%d ants on a GPU: %+v, %v", ants, s, err)
		}
		if s, err := newImproveLaunch(p, config, software); err != nil || s.group != 8 ||
			s.parts != 1 || s.maxUnits < 1 || s.maxUnits > model.CitiesPerRound {
			t.Errorf("%d ants on a software device: %+v, %v", ants, s, err)
		}
	}
}
