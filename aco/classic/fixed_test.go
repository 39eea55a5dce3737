package classic_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// withPairs returns the instance with fixed edges between random pairs of cities.
func withPairs(t *testing.T, random *rand.Rand, in *tsp.Instance, pairs int) *tsp.Instance {
	t.Helper()
	cities, edges := random.Perm(in.Dimension()), []tsp.Edge(nil)
	for i := range pairs {
		edges = append(edges, tsp.Edge{int32(cities[2*i]), int32(cities[2*i+1])})
	}
	fixed, err := in.WithFixed(edges...)
	if err != nil {
		t.Fatal(err)
	}
	return fixed
}

// fixedCase is an algorithm and a kernel configuration.
type fixedCase struct {
	parameters model.Parameters
	config     classic.KernelConfig
}

func (c fixedCase) String() string {
	p := c.parameters
	return fmt.Sprint(p.Algorithm, " ", p.Selection, " ", p.Memory, " ", p.LocalSearch, " ", c.config)
}

// fixedCases returns every way of constructing tours, and every local search.
func fixedCases() (all []fixedCase) {
	for i, selection := range model.Selections {
		p := model.AntSystem()
		p.Selection, p.Ants = selection, 6
		all = append(all, fixedCase{p, classic.KernelConfig{AntGroup: []int{0, 64}[i%2]}})
	}
	p := model.AntSystem()
	p.Selection, p.Ants = model.SelectScan, 6
	all = append(all, fixedCase{p, classic.KernelConfig{Mapping: classic.MappingTask}})
	p.Selection = model.SelectTrial
	all = append(all, fixedCase{p, classic.KernelConfig{PrefixSearch: classic.PrefixSearchKary}})
	p.Selection = model.SelectHybrid
	all = append(all, fixedCase{p, classic.KernelConfig{Dispatch: classic.DispatchDynamic}})
	for i, c := range classic.MaxMinCases {
		p := c.Parameters()
		p.Ants = 5
		p.LocalSearch = model.LocalSearches[i%len(model.LocalSearches)]
		all = append(all, fixedCase{p, c.Config})
	}
	for _, search := range model.LocalSearches[1:] {
		p := model.MaxMin()
		p.Ants, p.Colonies, p.LocalSearch, p.Memory = 5, 2, search, model.MemoryCandidates
		all = append(all, fixedCase{p, classic.KernelConfig{Distances: classic.DistancesCoordinates,
			AntData: classic.AntDataDevice}})
	}
	for _, memory := range []model.Memory{model.MemoryMatrix, model.MemorySelective} {
		p := model.AntColonySystem()
		p.Memory, p.Ants, p.Colonies, p.LocalSearch = memory, 1, 2, model.Search3Opt
		all = append(all, fixedCase{p, classic.KernelConfig{}})
		p.Ants, p.Synchronous, p.LocalUpdatePeriod = 6, true, 2
		all = append(all, fixedCase{p, classic.KernelConfig{}})
	}
	for _, search := range model.LocalSearches[1:] {
		p := model.MaxMin()
		p.Ants, p.LocalSearch = 5, search
		all = append(all, fixedCase{p, classic.KernelConfig{Mapping: classic.MappingTask}})
	}
	p = model.AntColonySystem()
	p.Ants, p.Colonies, p.LocalSearch = 1, 2, model.Search3Opt
	return append(all, fixedCase{p, racingSteps.Config()})
}

// All stages compute what the reference computes, also in slices, and the tour of every ant has
// the fixed edges.
func TestFixedEdgesOnDevice(t *testing.T) {
	testkind.Whole(t)
	vktest.WithAndWithoutSubgroups(t, testFixedEdgesOnDevice)
}

func testFixedEdgesOnDevice(t *testing.T, device *vk.Device) {
	random := rand.New(rand.NewPCG(16, 12))
	for i, c := range fixedCases() {
		if testing.Short() && i%9 != 7 || !device.Info().HasSubgroups() &&
			i%3 != 1 { // i%9 = 7: near, 2-opt on a matrix, synchronous ACS
			continue
		}
		in := withPairs(t, random, tsptest.Generate(t, "clustered", 75+i, int64(i+1)), 5+i%30)
		p := open(t, device, in, c.parameters, classic.Options{Kernel: c.config})
		for iteration := range 3 {
			for _, stage := range p.Stages() {
				p.submit(t, p.Cut(stage, []uint32{1000, 1, 7}[iteration])...)
				p.runReference(t, stage)
				p.compare(t, fmt.Sprint(c, ", iteration ", iteration, ", ", stage))
			}
			for _, ref := range p.References {
				for tour := range slices.Chunk(ref.Tours, in.Dimension()) {
					if _, err := verify.Tour(in, engine.TourOf(tour)); err != nil {
						t.Fatalf("%s: %v", c, err)
					}
				}
			}
		}
	}
}

// The tours of small instances have their fixed edges. With local search they are the shortest
// ones.
func TestFixedEdgesAgainstAllTours(t *testing.T) {
	testkind.ComparesStage(t)
	random := rand.New(rand.NewPCG(16, 13))
	devices := []*pipeline.Device{nil, vktest.Open(t)}
	for example := range 24 {
		if testing.Short() && example != 12 {
			continue
		}
		n := 3 + example%7
		in := tsptest.Generate(t, []string{"uniform", "clustered", "grid"}[example%3], n, int64(example+1))
		if example%4 == 3 {
			in = tsptest.Matrix(tsp.TSP, n, func() int32 { return random.Int32N(1000) })
		}
		in = withPairs(t, random, in, 1+random.IntN(n/2))
		want, _ := tsptest.Optimum(in)
		for _, algorithm := range []model.Algorithm{model.AlgorithmAS, model.AlgorithmMMAS, model.AlgorithmACS} {
			search := model.Search3Opt
			if algorithm == model.AlgorithmAS {
				search = model.SearchNone
			}
			p := model.Published(algorithm, search)
			p.Seed, p.Ants, p.Colonies = uint64(example+1), 8, 1
			p.Synchronous = algorithm == model.AlgorithmACS
			var tours []string
			for _, device := range devices {
				result, err := classic.Solve(t.Context(), in, device,
					classic.Options{Rules: engine.Rules{Iterations: 40}, Parameters: p}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := verify.Tour(in, result.Tour); err != nil {
					t.Errorf("example %d, %s: %v", example, algorithm, err)
				}
				if algorithm != model.AlgorithmAS && result.Length != want {
					t.Errorf("example %d, %s, %d cities, fixed %v: length %d, the shortest tour has %d", example,
						algorithm, n, in.Fixed, result.Length, want)
				}
				tours = append(tours, fmt.Sprint(result.Tour, result.Iterations))
			}
			if tours[0] != tours[1] {
				t.Errorf("example %d, %s: the reference has %s, the device %s", example, algorithm, tours[0], tours[1])
			}
		}
	}
}
