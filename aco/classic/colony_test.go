package classic_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// testInstances returns small instances with edge cases: the fewest cities, sizes around
// subgroups, work-groups and row padding, equal, zero and huge distances, clusters, an asymmetric
// matrix.
func testInstances(t *testing.T, group int) map[string]*tsp.Instance {
	t.Helper()
	instances := map[string]*tsp.Instance{}
	generate := func(kind string, n int) {
		instance, err := generate.Instance(kind, n, int64(n))
		if err != nil {
			t.Fatal(err)
		}
		instances[instance.Name] = instance
	}
	for _, n := range []int{3, 4, 5, 7, 8, 9, 31, 32, 33, group - 1, group + 1} {
		generate("uniform", n)
	}
	generate("clustered", 60)
	generate("grid", 49)
	explicit := func(name string, n int, kind tsp.Kind, weight func(i, j int) int32) {
		weights := make([]int32, n*n)
		for i := range n {
			for j := range n {
				if i != j {
					weights[i*n+j] = weight(i, j)
				}
			}
		}
		instances[name] = &tsp.Instance{Name: name, Kind: kind, Metric: tsp.Explicit, Weights: weights}
	}
	explicit("all equal", 20, tsp.TSP, func(i, j int) int32 { return 7 })
	explicit("all zero", 10, tsp.TSP, func(i, j int) int32 { return 0 })
	explicit("huge", 12, tsp.TSP, func(i, j int) int32 { return math.MaxInt32 - int32(i*j) })
	explicit("asymmetric", 23, tsp.ATSP, func(i, j int) int32 { return int32(i*37+j*11) % 101 })
	return instances
}

// TestStagesEqualReference compares all buffers after every stage of up to three iterations.
func TestStagesEqualReference(t *testing.T) {
	testkind.ComparesStage(t)
	for i, c := range classic.Constructions {
		t.Run(c.String(), func(t *testing.T) { everyStageEquals(t, i, c) })
	}
}

func everyStageEquals(t *testing.T, i int, c classic.Construction) {
	device := vktest.Open(t)
	for name, instance := range testInstances(t, 4*classic.MaxAntGroup) {
		if testing.Short() && (i+instance.Dimension())%10 > 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			parameters := model.AntSystem()
			parameters.Selection, parameters.Ants = c.Selection, c.Ants
			p := open(t, device, instance, parameters, classic.Options{Kernel: c.Config})
			iterations := 3
			if p.Problem.Cities > 4*classic.MaxAntGroup/2 {
				iterations = 1 // the reference takes 1.5 s for a thousand cities
			}
			for i := range iterations {
				for _, stage := range p.reference.Stages() {
					if p.reference.State.Stop != model.Running {
						return // a tour of length 0 cannot be improved
					}
					p.submit(t, p.Whole(stage.Name)...)
					if err := stage.Run(context.Background()); err != nil {
						t.Fatal(err)
					}
					p.compare(t, fmt.Sprintf("iteration %d, after %s", i, stage.Name))
				}
			}
		})
	}
}

// TestParametersEqualReference compares runs with several numbers of ants, α, β, ρ and seeds.
func TestParametersEqualReference(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	instance, err := generate.Instance("uniform", 45, 9)
	if err != nil {
		t.Fatal(err)
	}
	for _, parameters := range []model.Parameters{
		{Ants: 1, Alpha: 0, Beta: 5, Rho: 1, Seed: 1},
		{Ants: 10, Alpha: 0.5, Beta: 0, Rho: 0.1, Seed: 1 << 40},
		{Ants: 90, Alpha: 1.5, Beta: 2.5, Rho: 0.02, Seed: 3},
		{Ants: 45, Alpha: 3, Beta: model.MaxExponent, Rho: 0.9, Seed: 4},
		{Ants: 45, Alpha: 1.3, Beta: 2.7, Rho: 0.3, Seed: 5},
		{Ants: 45, Alpha: model.MaxExponent, Beta: 0.5, Rho: 0.5, Seed: math.MaxUint64},
	} {
		t.Run(fmt.Sprintf("%+v", parameters), func(t *testing.T) {
			p := openWithRules(t, device, instance, parameters, model.StopRules{})
			for i := range 12 {
				p.iterate(t)
				if err := p.reference.Iterate(context.Background()); err != nil {
					t.Fatal(err)
				}
				p.compare(t, fmt.Sprintf("after iteration %d", i))
			}
		})
	}
}

// TestSlicesDoNotChangeResults shows that the size of slices does not change a result.
func TestSlicesDoNotChangeResults(t *testing.T) {
	device := vktest.Open(t)
	instance, err := generate.Instance("clustered", 50, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range classic.Constructions {
		for j, size := range []uint32{1, 3, 7, 49} {
			if testing.Short() && j != i%4 {
				continue
			}
			parameters := model.AntSystem()
			parameters.Selection, parameters.Ants = c.Selection, c.Ants
			p := open(t, device, instance, parameters, classic.Options{Kernel: c.Config})
			for range 2 {
				p.submitInSlices(t, size)
				if err := p.reference.Iterate(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
			p.compare(t, fmt.Sprintf("%s in slices of %d", c, size))
		}
	}
}

// TestStopRulesOnDevice shows that a rule ends a colony at the same iteration as in the reference,
// although more iterations are submitted.
func TestStopRulesOnDevice(t *testing.T) {
	device := vktest.Open(t)
	instance, err := generate.Instance("uniform", 25, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range []model.StopRules{{Stall: 7}, {Target: 4_900_000}, {Target: math.MaxInt64}} {
		p := openWithRules(t, device, instance, model.AntSystem(), rules)
		for range 60 {
			p.iterate(t)
			if err := p.reference.Iterate(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if p.reference.State.Stop == model.Running {
			t.Fatalf("%+v does not hold in the reference: %+v", rules, p.reference.State)
		}
		p.compare(t, fmt.Sprintf("%+v", rules))
	}
}

// TestFewWorkGroupsAlongX has a device with at most three work-groups along x: the others are
// along y.
func TestFewWorkGroupsAlongX(t *testing.T) {
	device := vktest.OpenLimited(t, func(l *vk.Limits) { l.MaxWorkgroupCount[0] = 3 })
	if most := device.Info().MaxWorkgroupCount[0]; most != 3 {
		t.Fatalf("the device has %d work-groups along x", most)
	}
	p := openWithRules(t, device, uniform(t, 40), model.AntSystem(), model.StopRules{})
	for _, stage := range p.reference.Stages() {
		p.submit(t, p.Whole(stage.Name)...)
		if err := stage.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	p.compare(t, "three work-groups along x")
}

// TestMatrixUploadInParts has matrices that take more than one upload.
func TestMatrixUploadInParts(t *testing.T) {
	cities := 1
	for cities*classic.Pitch(cities) <= pipeline.UploadWords {
		cities += 50
	}
	parameters := model.AntSystem()
	parameters.Ants = 1
	p := openWithRules(t, vktest.Open(t), uniform(t, cities), parameters, model.StopRules{})
	p.compare(t, "before the first iteration")
	if want := newTableHash(p.reference.Heuristic, cities); p.HeuristicSHA256 != want {
		t.Errorf("the hash of the heuristic is %s, in the reference %s", p.HeuristicSHA256, want)
	}
}

func newTableHash(words []uint32, columns int) string {
	var hash model.TableHash
	hash.Add(words, columns, columns)
	return hash.Sum()
}

// TestLongTours has tours with more loop iterations than some drivers allow in a dispatch: several
// dispatches make them.
func TestLongTours(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for i, c := range classic.Constructions {
		if testing.Short() && i%4 > 0 {
			continue
		}
		parameters := model.AntSystem()
		parameters.Selection = c.Selection
		parameters.Ants = 2
		cities := 1000
		if c.Selection == model.SelectNear {
			cities = 2000 // its steps take fewer loop iterations
		}
		p := open(t, device, uniform(t, cities), parameters, classic.Options{Kernel: c.Config})
		for _, stage := range p.reference.Stages() {
			p.submit(t, p.Whole(stage.Name)...)
			if err := stage.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		p.compare(t, c.String())
	}
}

// Stages compute the same with subgroups of 64 and of 128 invocations, which software devices do
// not have. The shaders without subgroup operations emulate them: a work-group stands for a
// subgroup.
func TestWideSubgroups(t *testing.T) {
	testkind.Whole(t)
	device := vktest.Open(t)
	limits := pipeline.LimitsOf(device.Info())
	if !limits.NoSubgroups {
		limits = limits.WithoutSubgroups()
	}
	trials := model.AntSystem()
	trials.Selection = model.SelectTrial
	search := model.MaxMin()
	search.LocalSearch, search.Colonies = model.Search3Opt, 2
	synchronous := model.AntColonySystem()
	synchronous.Synchronous, synchronous.Memory = true, model.MemorySelective
	sizes, algorithms := []uint32{64, 128}, []model.Parameters{search, synchronous, trials, model.AntSystem()}
	if testing.Short() { // most of the time is compilation
		sizes, algorithms = sizes[:1], algorithms[:2]
	}
	for _, size := range sizes {
		limits.SubgroupSize, limits.MinSubgroupSize = size, size
		for _, parameters := range algorithms {
			parameters.Ants = 6
			p := openWithLimits(t, device, uniform(t, 200), parameters, classic.Options{}, limits)
			for range 2 {
				for _, stage := range p.Stages() {
					if difference, err := p.RunStage(t.Context(), stage); err != nil || difference != nil {
						t.Fatalf("%s with subgroups of %d: %v, %v", parameters.Algorithm, size, difference, err)
					}
				}
			}
		}
	}
}
