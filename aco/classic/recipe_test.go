package classic

import (
	"errors"
	"maps"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// minLimits are the limits of the smallest device that the recipes support.
var minLimits = pipeline.Limits{GroupSize: 128, SharedBytes: 16 << 10, SubgroupSize: 32}

// llvmpipeLoopIterations is pipeline.Limits.LoopIterations of llvmpipe.
const llvmpipeLoopIterations = 60_000

// TestAntSystemFitsLimits shows that for random limits and numbers of cities, the recipe is a
// valid recording within the limits, or an error. Every step has one pass and every city an
// invocation. Instances that must fit return no error. Work-groups that fit a list need one.
func TestAntSystemFitsLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := randomLimits(t)
		p, config := randomAntSystem(t)
		recording, err := Recipe(p, Options{Kernel: config}, limits)
		noList := config.Dispatch.shrinksGroups() && p.FirstListStep(p.Cities) == p.Cities
		if refused := (*option.Error)(nil); noList && !errors.As(err, &refused) {
			t.Fatalf("work-groups that fit a list, without one: %v", err)
		}
		if err != nil {
			// Some deposits do not support every problem. Selection near has its own tests.
			special := config.Deposit != DepositAtomic || p.Selection == model.SelectNear
			if limits.SubgroupSize >= minSubgroup && p.Cities < 10_000 && !noList && !special {
				t.Fatalf("error: %v", err)
			}
			return
		}
		must.Do(t, recording.Validate())
		step := uint32(0)
		for _, pass := range recording.Passes {
			checkGroupSize(t, pass, limits)
			if pass.Stage != "construct" {
				continue
			}
			if pass.FirstUnit != step {
				t.Fatalf("step %d follows step %d", pass.FirstUnit, step)
			}
			step += pass.Units
			checkConstruction(t, p, config, pass, limits)
		}
		if step != uint32(p.Cities) {
			t.Fatalf("%d steps for %d cities", step, p.Cities)
		}
	})
}

// randomAntSystem draws an instance size, parameters and a kernel configuration.
func randomAntSystem(t *rapid.T) (*model.Problem, KernelConfig) {
	c := rapid.SampledFrom(constructions).Draw(t, "construction")
	p := &model.Problem{
		Cities: rapid.IntRange(model.MinCities, 200_000).Draw(t, "cities"), Symmetric: rapid.Bool().Draw(t,
			"symmetric"),
		Parameters: model.Parameters{Algorithm: model.AlgorithmAS, Colonies: 1, Ants: rapid.IntRange(1, 200_000).Draw(t,
			"ants"), Selection: c.selection},
	}
	if p.UsesTrials() {
		p.Trials = rapid.IntRange(1, model.MaxTrials).Draw(t, "trials")
	}
	if p.Selection == model.SelectHybrid || p.Selection == model.SelectNear {
		p.Rest = rapid.IntRange(1, p.Cities).Draw(t, "rest")
	}
	if p.Selection == model.SelectTiled {
		p.Tile = rapid.IntRange(1, 1000).Draw(t, "tile")
	}
	config := c.config
	if config.Dispatch == "" {
		config.Dispatch = rapid.SampledFrom(Dispatches).Draw(t, "dispatch")
	}
	config.AntGroup = rapid.SampledFrom([]int{0, 1, 2, 16, 64, 512, 2048}).Draw(t, "ant group")
	config.Deposit = rapid.SampledFrom(Deposits).Draw(t, "deposit")
	return p, config
}

// checkConstruction checks the steps per dispatch and that every city has an invocation.
func checkConstruction(t *rapid.T, p *model.Problem, config KernelConfig, pass pipeline.Pass, limits pipeline.Limits) {
	switch {
	case (pass.MaxUnits == 0) != (limits.LoopIterations == 0) && !config.Dispatch.isOneStep():
		t.Fatalf("a dispatch has up to %d steps on a device with a limit of %d loop iterations", pass.MaxUnits,
			limits.LoopIterations)
	case config.Dispatch.isOneStep() != (pass.MaxUnits == 1) && pass.Units > 1 && p.Cities < 10_000:
		t.Fatalf("dispatch %s with up to %d steps", config.Dispatch, pass.MaxUnits)
	}
	if p.Selection == model.SelectNear || config.Mapping == MappingTask {
		return // each ant is a subgroup or an invocation, which has all cities
	}
	vectors, hasFlags := pass.Constants["VECTORS"]
	if !hasFlags {
		checkStepRange(t, p, config, pass, limits)
		return
	}
	size := pass.Constants[pipeline.GroupSize]
	checkSharedMemory(t, pass, limits)
	if covered := size * vectors * citiesPerLoad; covered < uint32(p.Cities) {
		t.Fatalf("%d of %d cities have an invocation", covered, p.Cities)
	}
	if blocks := nextPowerOfTwo(randomBlocks(p.Trials)); size < blocks {
		t.Fatalf("%d invocations cannot compute %d blocks of random words at once", size, blocks)
	}
}

// checkStepRange checks the work-groups and the list of a pass.
func checkStepRange(t *rapid.T, p *model.Problem, config KernelConfig, pass pipeline.Pass, limits pipeline.Limits) {
	size := pass.Constants[pipeline.GroupSize]
	most, least := uint32(p.Cities)-pass.FirstUnit, uint32(
		p.Cities)-pass.FirstUnit-pass.Units+1 // unvisited cities at a step
	copied := pass.Constants["COPIED_PLACES"]
	checkSharedMemory(t, pass, limits)
	if copied > 0 && copied != most {
		t.Fatalf("%d of %d cities in shared memory", copied, most)
	}
	if copied == 0 && (!config.Dispatch.isOneStep() || config.Dispatch == DispatchDynamicCopy) {
		pass.Constants = maps.Clone(pass.Constants)
		pass.Constants["COPIED_PLACES"] = least
		if need := pass.SharedBytes(); need <= uint64(min(limits.SharedBytes, maxListSharedBytes)) {
			t.Fatalf("steps from %d: the last list of %d cities needs %d bytes and is not in shared memory",
				pass.FirstUnit, least, need)
		}
	}
	if !config.Dispatch.shrinksGroups() {
		return
	}
	largest := uint32(1) << (bits.Len32(limits.GroupSize) - 1)
	if config.AntGroup > 0 {
		largest = max(limits.SubgroupSize, min(largest, uint32(config.AntGroup)))
	}
	fits := size // cities
	if config.Dispatch.isDynamic() {
		fits += size / 2 // the nearest power of two is smaller by up to a third
	}
	if fits < most && size != largest {
		t.Fatalf("work-groups of %d for %d cities although %d are possible", size, most, largest)
	}
	if size >= 2*least && size != limits.SubgroupSize {
		t.Fatalf("work-groups of %d for %d cities", size, least)
	}
}

// TestHistoryOutlastsSubmissions shows that the history has room for all iterations that can be
// submitted before the host reads it.
func TestHistoryOutlastsSubmissions(t *testing.T) {
	for _, dispatch := range Dispatches {
		p := &model.Problem{
			Cities: 10, Parameters: model.Parameters{Algorithm: model.AlgorithmAS, Colonies: 1, Ants: 10,
				Selection: model.SelectCursor},
			Plane: distance.NewPlanar(tsptest.Generate(t, "uniform", 10, 1)),
		}
		recording := must.Get(Recipe(p, Options{Kernel: KernelConfig{Dispatch: dispatch}}, minLimits))(t)
		if most := pipeline.MaxIterationsInFlight(recording.Passes); most > history {
			t.Errorf("dispatch %s: %d iterations can be in flight, the history has %d", dispatch, most, history)
		}
	}
}

// TestStatisticsOutlastSubmissions shows that the ring of rows has room for the rows of all iterations
// that can be submitted before the host reads them.
func TestStatisticsOutlastSubmissions(t *testing.T) {
	limits := minLimits
	limits.MinSubgroupSize = limits.SubgroupSize
	for _, algorithm := range []model.Algorithm{model.AlgorithmAS, model.AlgorithmMMAS, model.AlgorithmACS} {
		for every := 1; every <= 5; every++ {
			parameters := model.Published(algorithm, model.SearchNone)
			parameters.Ants, parameters.Synchronous = 1, algorithm == model.AlgorithmACS // the fewest passes
			p := must.Get(model.New(t.Context(), tsptest.Generate(t, "uniform", 10, 1), parameters))(t)
			p.StatisticsEvery = every
			recording := must.Get(Recipe(p, Options{}, limits))(t)
			most := pipeline.MaxIterationsInFlight(recording.Passes)
			if rows := (most + every - 1) / every; rows > model.StatisticsRows {
				t.Errorf("%s, a row every %d iterations: %d iterations with %d rows can be in flight, the ring has %d",
					algorithm, every, most, rows, model.StatisticsRows)
			}
		}
	}
}
