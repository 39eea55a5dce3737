package classic

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

const (
	// citiesPerLoad is how many weights an invocation reads at once; rows are padded to whole loads.
	citiesPerLoad = 4
	// leastSubgroup is the smallest subgroup that the shaders' shared arrays are sized for.
	leastSubgroup = 4
	philoxRounds  = 10 // of shaders/include/philox.glsl
	sumTurns      = 7  // of shaders/include/sum.glsl with subgroups of 128, the largest there are
)

// shape is what a recipe chooses by the device and by n. It never changes a result.
type shape struct {
	row     uint32 // invocations for a row of a matrix, or for the edges of a tour
	ant     uint32 // invocations for an ant's choices, or ants of a work-group
	vectors uint32 // loads of four weights by each of an ant's invocations
	steps   uint32 // of a tour in one dispatch
	columns uint32 // of a row's deposits that are added up in shared memory at a time
	near    nearShape
	maxMin  maxMinShape
	system  subgroupAnts // of ACS
	improve improveShape
	// invocations for the choices of an ant that keeps a list: at the least and at the most
	leastList, mostList uint32
	limits              pipeline.Limits
}

// anyShape stands for a shape where only buffers are asked for, which do not depend on it but for what ants have in the device's memory.
var anyShape = shape{
	row: largestRowGroup, ant: 1, near: nearShape{ants: 1},
	maxMin: maxMinShape{subgroupAnts: subgroupAnts{ants: 1, data: AntDataDevice}}, system: subgroupAnts{ants: 1, data: AntDataDevice},
}

const (
	// largestRowGroup was not searched for: the stages that it is for take a small part of an iteration.
	largestRowGroup = 256
	// largestAntGroup is the size beyond which more invocations did not help; see docs/performance.md.
	largestAntGroup = 128
	// Trials leave the larger half of such a work-group idle, until the row of a failed step is too long for one half.
	trialAntGroup      = 64
	largestTrialCities = 4096
	// mostColumns is 16 KiB of sums, which every device has. Longer rows take another turn a part.
	mostColumns = 4096
)

// largestGroup is the largest power of two that a work-group can have.
func largestGroup(limits pipeline.Limits) uint32 { return 1 << (bits.Len32(limits.GroupSize) - 1) }

// checkSubgroups refuses a device whose subgroups the shaders cannot use.
func checkSubgroups(limits pipeline.Limits) error {
	if most := largestGroup(limits); limits.SubgroupSize < leastSubgroup || limits.SubgroupSize > most {
		return refuse("the device has subgroups of %d in work-groups of %d: the shaders need subgroups from %d to the size of a work-group; choose another device, or the processor (--device cpu)",
			limits.SubgroupSize, most, leastSubgroup)
	}
	return nil
}

// shapeOf returns the shape of the problem's algorithm.
func shapeOf(p *problem.Problem, form KernelConfig, limits pipeline.Limits) (shape, error) {
	shapes := map[problem.Algorithm]func(*problem.Problem, KernelConfig, pipeline.Limits) (shape, error){
		problem.AlgorithmAS: antSystemShape, problem.AlgorithmMMAS: maxMinShapeOf, problem.AlgorithmACS: colonySystemShape,
	}
	s, err := shapes[p.Algorithm](p, form, limits)
	if err == nil && p.HasLocalSearch() {
		s.improve, err = improveShapeOf(p, form, limits)
	}
	return s, err
}

// antSystemShape is that of Ant System.
func antSystemShape(p *problem.Problem, form KernelConfig, limits pipeline.Limits) (shape, error) {
	s, err := rowShape(p, form, limits)
	if err == nil && p.Selection == problem.SelectNear {
		s.near, err = nearShapeOf(p, form, limits)
	}
	return s, err
}

// rowShape is what Ant System has for stages that go along rows.
func rowShape(p *problem.Problem, form KernelConfig, limits pipeline.Limits) (shape, error) {
	cities, trials, antGroup := p.Cities, p.Trials, form.AntGroup
	most := largestGroup(limits)
	if err := checkSubgroups(limits); err != nil {
		return shape{}, err
	}
	loads := uint32(pitch(cities) / citiesPerLoad)
	wanted := powerOfTwoFrom(loads)
	if limits.Software || form.Mapping == MappingTask {
		// There is nothing to hide latency with: a subgroup that never waits for another is fastest. Ants of an invocation each
		// never wait.
		wanted = limits.SubgroupSize
	}
	wanted = min(wanted, largestAntGroup)
	if trials > 0 && cities <= largestTrialCities {
		wanted = min(wanted, trialAntGroup)
	}
	if antGroup > 0 {
		wanted = powerOfTwoFrom(uint32(antGroup))
	}
	s := shape{limits: limits, row: min(most, largestRowGroup), ant: min(most, max(limits.SubgroupSize, wanted, powerOfTwoFrom(blocksFor(trials))))}
	s.columns = min(uint32(pitch(cities)), mostColumns, limits.SharedBytes/4)
	if from := p.FirstListStep(cities); from < cities {
		if err := s.fitLists(p, form, most, limits); err != nil || from == 0 {
			return s, err
		}
	}
	s.vectors = (loads + s.ant - 1) / s.ant
	turns, begin := s.turns(p, form)
	var ok bool
	if s.steps, ok = limits.MaxUnits(turns, begin); !ok {
		return shape{}, refuseTurns("step", p, turns+begin, limits)
	}
	if need := s.sharedBytes(p, form); need > limits.SharedBytes {
		return shape{}, refuse("%d cities: an ant takes %s of shared memory, most of it for its visited flags, and the device has %s; choose another algorithm or selection (--algorithm, --selection)",
			cities, pipeline.FormatBytes(uint64(need)), pipeline.FormatBytes(uint64(limits.SharedBytes)))
	}
	return s, nil
}

// refuseTurns refuses a unit of work, a step or a round, that takes more turns of loops than the device allows in a dispatch.
func refuseTurns(unit string, p *problem.Problem, turns uint32, limits pipeline.Limits) error {
	return refuse("%d cities: one %s takes an invocation up to %d loop iterations, and this device's driver (llvmpipe) ends loops after %d; choose a GPU, the processor, or another algorithm or selection",
		p.Cities, unit, turns, limits.LoopTurns)
}

// skipVisited says whether four visited cities are left out of the loads: where an invocation makes more than two, it
// saves more of the cache's bandwidth than the branch costs.
func (s shape) skipVisited() uint32 {
	if s.vectors > 2 {
		return 1
	}
	return 0
}

// blocksFor is how many blocks of four random words a step takes: one for each trial and one for the roulette. A
// work-group makes at least one step's words at once, a block an invocation.
func blocksFor(trials int) uint32 { return uint32(trials)/4 + 1 }

// mostBlocks is how many blocks of random words construct.comp makes at once, BLOCKS there.
const mostBlocks = 64

func powerOfTwoFrom(n uint32) uint32 { return 1 << bits.Len32(n-1) }
