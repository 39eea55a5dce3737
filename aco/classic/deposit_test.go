package classic

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// depositCases have sizes around those of tiles, squares and work-groups.
var depositCases = []struct {
	cities, ants int
	group        uint32 // the most invocations of a work-group
	minShared    bool   // with the least shared memory that the construction takes
}{
	{3, 1, 128, false},
	{5, 300, 256, false},  // every edge is crossed by many ants
	{16, 17, 1, false},    // work-groups are one subgroup
	{10, 1600, 32, false}, // a gather takes two ranges of edges
	{31, 40, 256, false},
	{32, 33, 32, false},
	{33, 32, 32, false},
	{70, 9, 64, false},
	{129, 3, 128, false},
	{300, 2, 256, true},
}

// TestDeposit compares each kernel on symmetric and asymmetric instances, with the slices in order and in reverse order.
func TestDeposit(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for i, config := range Deposits {
		t.Run(string(config), func(t *testing.T) {
			random := rand.New(rand.NewPCG(6, 0))
			for j, c := range depositCases {
				if testing.Short() && j%3 != i%3 {
					continue
				}
				for _, kind := range []tsp.Kind{tsp.TSP, tsp.ATSP} {
					if slices.Contains(symmetricDeposits, config) && kind == tsp.ATSP {
						continue
					}
					limits := pipeline.LimitsOf(device.Info())
					limits.GroupSize = max(limits.SubgroupSize, min(limits.GroupSize, c.group))
					o := Options{Kernel: KernelConfig{Deposit: config}}
					if c.minShared {
						o.Kernel.AntGroup = 1
						limits.SharedBytes = minSharedBytes(t, c.cities, limits)
					}
					instance := uniform(t, c.cities)
					instance.Kind = kind
					parameters := model.AntSystem()
					parameters.Ants, parameters.Selection = c.ants, model.SelectScan // takes the least shared memory
					p := newPairWithLimits(t, device, instance, parameters, o, limits)
					what := fmt.Sprintf("%s, %d cities, %d ants, work-groups of %d", kind, c.cities, c.ants, limits.GroupSize)
					for i, cut := range [][]pipeline.Slice{p.wholeStage("deposit"), reversed(p.cut("deposit", 1))} {
						p.randomDeposits(t, random)
						p.submit(t, cut...)
						p.runReference(t, "deposit")
						p.compare(t, fmt.Sprintf("%s, %s", what, []string{"whole", "from the last unit to the first"}[i]))
					}
				}
			}
		})
	}
}

// reversed reverses the order of the slices of each pass: no unit depends on another of its pass.
func reversed(cut []pipeline.Slice) []pipeline.Slice {
	slices.SortFunc(cut, func(a, b pipeline.Slice) int {
		return cmp.Or(cmp.Compare(a.Pass, b.Pass), cmp.Compare(b.First, a.First))
	})
	return cut
}

// minSharedBytes returns the shared memory that selection scan takes with the smallest work-group.
func minSharedBytes(t *testing.T, cities int, limits pipeline.Limits) uint32 {
	t.Helper()
	p, config := &model.Problem{Cities: cities, Parameters: model.Parameters{Algorithm: model.AlgorithmAS, Selection: model.SelectScan}}, KernelConfig{AntGroup: 1}
	s, err := newLaunchConfig(p, config, limits)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(s.sharedBytes(p, config))
}

// randomDeposits sets random tours, amounts and pheromone in the reference and on the device.
func (p pair) randomDeposits(t *testing.T, random *rand.Rand) {
	t.Helper()
	p.randomTours(random)
	for ant := range p.reference.Amounts {
		p.reference.Amounts[ant] = random.Uint32N(p.problem.Trail.Cap + 1)
	}
	for k := range p.reference.Pheromone {
		p.reference.Pheromone[k] = randomWord(random)
		if from, to := k/p.problem.Cities, k%p.problem.Cities; p.problem.Symmetric && from > to { // as in every run
			p.reference.Pheromone[k] = p.reference.Pheromone[to*p.problem.Cities+from]
		}
	}
	p.upload(t, "tours", "amounts", "pheromone")
}

// TestSlicesDoNotChangeDeposits shows that the size of slices does not change the result of a kernel.
func TestSlicesDoNotChangeDeposits(t *testing.T) {
	device := vktest.Open(t)
	parameters := model.AntSystem()
	parameters.Ants = 520 // a gather takes two ranges of edges, and a slice has units of both
	for i, config := range Deposits {
		for j, units := range []uint32{1, 3, 49} {
			if testing.Short() && j != i%3 {
				continue
			}
			p := newPairWithOptions(t, device, uniform(t, 30), parameters, Options{Kernel: KernelConfig{Deposit: config}})
			for range 2 {
				var slices []pipeline.Slice
				for _, stage := range p.reference.Stages() {
					slices = append(slices, p.cut(stage.Name, units)...)
				}
				p.submit(t, slices...)
				if err := p.reference.Iterate(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			p.compare(t, fmt.Sprintf("deposit %s in slices of %d", config, units))
		}
	}
}

// TestGatherUnits shows that the units of a dispatch have disjoint cells, that all units together compare each edge with each cell, and that
// loops stay within gatherIterations.
func TestGatherUnits(t *testing.T) {
	for _, c := range []struct{ cities, ants int }{{3, 1}, {100, 600}, {1002, 1002}, {20_000, 10}} {
		p := &model.Problem{Cities: c.cities, Symmetric: true, Parameters: model.Parameters{Ants: c.ants}}
		for _, config := range []Deposit{DepositReduction, DepositGatherTiled, DepositGather} {
			for _, group := range []uint32{4, 32, 256} {
				passes, err := depositPasses(p, KernelConfig{Deposit: config}, launchConfig{rowGroup: group})
				if err != nil {
					t.Fatal(err)
				}
				pass := passes[0]
				cells := uint64(p.Cities) * uint64(p.Cities)
				if config == DepositReduction {
					cells = uint64(p.Cities) * uint64(p.Cities-1) / 2
				}
				if pass.MaxUnits != pass.Constants["BLOCKS"] || uint64(pass.MaxUnits)*uint64(group) < cells {
					t.Errorf("%+v, %s: up to %d units at once for %d cells", c, config, pass.MaxUnits, cells)
				}
				perUnit := pass.Constants["EDGES_PER_UNIT"]
				if iterations := perUnit + perUnit/group; iterations > gatherIterations || perUnit%group != 0 {
					t.Errorf("%+v, %s: %d loop iterations for %d edges", c, config, iterations, perUnit)
				}
				if edges := uint64(c.cities) * uint64(c.ants); uint64(pass.Units/pass.MaxUnits)*uint64(perUnit) < edges {
					t.Errorf("%+v, %s: %d units for %d edges", c, config, pass.Units, edges)
				}
			}
		}
	}
}

// TestDefaultDeposit shows that large symmetric instances have DepositTriangle by default.
func TestDefaultDeposit(t *testing.T) {
	for _, c := range []struct {
		cities    int
		symmetric bool
		want      Deposit
	}{{minTriangleCities, true, DepositTriangle}, {minTriangleCities - 1, true, DepositAtomic}, {minTriangleCities, false, DepositAtomic}} {
		p := &model.Problem{Cities: c.cities, Symmetric: c.symmetric}
		if got := (KernelConfig{}).withDefaults(p).Deposit; got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
		if got := (KernelConfig{Deposit: DepositRows}).withDefaults(p).Deposit; got != DepositRows {
			t.Errorf("%+v: %s instead of rows", c, got)
		}
	}
}

// TestDepositErrors shows that problems that a kernel does not support return an error.
func TestDepositErrors(t *testing.T) {
	for _, c := range []struct {
		config    Deposit
		cities    int
		symmetric bool
	}{{DepositReduction, 10, false}, {DepositTriangle, 10, false}, {DepositGather, 30_000, true}, {DepositReduction, 40_000, true}} {
		p := &model.Problem{Cities: c.cities, Symmetric: c.symmetric, Parameters: model.Parameters{Ants: c.cities}}
		_, err := depositPasses(p, KernelConfig{Deposit: c.config}, launchConfig{rowGroup: maxRowGroup})
		var problemErr *option.Error
		if !errors.As(err, &problemErr) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestDepositColumns shows that the sums of a row fit in shared memory.
func TestDepositColumns(t *testing.T) {
	for _, cities := range []int{3, 100, 4096, 50_000} {
		for _, shared := range []uint32{16 << 10, 48 << 10} {
			p := &model.Problem{Cities: cities, Parameters: model.Parameters{Algorithm: model.AlgorithmAS, Selection: model.SelectScan}}
			s, err := newLaunchConfig(p, KernelConfig{}, pipeline.Limits{GroupSize: 1024, SubgroupSize: 32, SharedBytes: shared})
			if err != nil {
				t.Fatal(err)
			}
			if s.columns == 0 || 4*s.columns > shared || s.columns < min(uint32(cities), maxColumns) {
				t.Errorf("%d cities: %d columns in %d bytes", cities, s.columns, shared)
			}
		}
	}
}
