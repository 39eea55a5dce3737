package aco

import (
	"fmt"
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

const (
	// citiesPerLoad is how many weights an invocation reads at once; rows are padded to whole loads.
	citiesPerLoad = 4
	// rowAlign is the padding of a matrix row in words: 32 bytes, what GPUs fetch from memory at the least.
	rowAlign = 8
	// history is how many iterations' best lengths a device keeps; more than two submissions can hold.
	history = 1024
	// leastSubgroup is the smallest subgroup that the shaders' shared arrays are sized for.
	leastSubgroup = 4
	philoxRounds  = 10 // of shaders/include/philox.glsl
	// mostTurns bounds the turns that an invocation's loops take in one dispatch, all together. Mesa's llvmpipe leaves
	// loops without a word after 65535 of them (LP_MAX_TGSI_LOOP_ITERATIONS); elsewhere a bound costs nothing.
	mostTurns = 60_000
)

// pitch returns the words of a matrix row.
func pitch(cities int) int { return (cities + rowAlign - 1) / rowAlign * rowAlign }

// AntSystem is the recipe of Ant System: an ant a work-group, the whole tour in one dispatch where the time of a
// submission allows (KE-ALL of Zhou et al. 2017), deposits by atomic additions.
func AntSystem(p *problem.Problem, o Options, limits pipeline.Limits) (pipeline.Recording, error) {
	rules := o.rules()
	shape, err := shapeOf(p.Cities, p.Trials, o.AntGroup, limits)
	if err != nil {
		return pipeline.Recording{}, err
	}
	cities, ants := uint32(p.Cities), uint32(p.Ants)
	symmetric := uint32(0)
	if p.Symmetric {
		symmetric = 1
	}
	group := func(size uint32) map[string]uint32 { return map[string]uint32{pipeline.GroupSize: size} }
	with := func(constants map[string]uint32, name string, value uint32) map[string]uint32 {
		constants[name] = value
		return constants
	}
	construct := pipeline.Pass{
		Stage: "construct", Shader: &shaders.Construct, Units: cities, Groups: ants, MaxUnits: shape.steps,
		Light:     1, // the start city is drawn without a look at any row
		Constants: with(with(group(shape.ant), "VECTORS", shape.vectors), "SKIP_VISITED", shape.skipVisited()),
	}
	passes := []pipeline.Pass{
		{Stage: "choice", Shader: &shaders.Choice, Units: cities, Constants: with(group(shape.row), "ALPHA_HALVES", p.AlphaHalves)},
	}
	if p.Selection == problem.SelectTrial {
		construct.Shader = &shaders.ConstructTrial
		construct.Constants["TRIALS"] = uint32(p.Trials)
		passes = append(passes, pipeline.Pass{Stage: "prefix", Shader: &shaders.Prefix, Units: cities, Constants: group(shape.row)})
	}
	passes = append(passes, construct,
		pipeline.Pass{Stage: "evaluate", Shader: &shaders.Evaluate, Units: ants, Constants: group(shape.row)},
		pipeline.Pass{Stage: "best", Shader: &shaders.Best, Units: 1, Groups: 1, Constants: with(group(shape.row), "HISTORY", history)},
		pipeline.Pass{Stage: "evaporate", Shader: &shaders.Evaporate, Units: cities, Constants: group(shape.row)},
		pipeline.Pass{Stage: "deposit", Shader: &shaders.Deposit, Units: ants, Constants: with(group(shape.row), "SYMMETRIC", symmetric)},
	)
	return pipeline.Recording{
		Buffers: antSystemBuffers(p.Cities, p.Ants, p.Selection),
		Values: map[string]uint32{
			"cities": cities, "pitch": uint32(pitch(p.Cities)), "ants": ants, "seed": problem.FoldSeed(p.Seed),
			"guide_shift": problem.GuideShift(p.Cities),
			"keep":        p.Trail.Keep, "deposit_cap": p.Trail.Cap,
			"quantity_low": uint32(p.Trail.Quantity), "quantity_high": uint32(p.Trail.Quantity >> 32),
			"target_low": uint32(rules.Target), "target_high": uint32(rules.Target >> 32), "stall": rules.Stall,
		},
		Passes: passes,
		Report: antSystemReport,
	}, nil
}

// antSystemReport is what comes back to the host.
var antSystemReport = []string{"state", "history", "best_tour"}

// antSystemBuffers lists the device memory of Ant System.
func antSystemBuffers(cities, ants int, selection problem.Selection) []pipeline.Buffer {
	n, m := uint64(cities), uint64(ants)
	matrix := n * uint64(pitch(cities))
	buffers := []pipeline.Buffer{
		{Name: "distances", Words: matrix},
		{Name: "heuristic", Words: matrix},
		{Name: "pheromone", Words: matrix},
		{Name: "weights", Words: matrix},
		{Name: "tours", Words: m * n},
		{Name: "lengths", Words: 2 * m},
		{Name: "amounts", Words: m},
		{Name: "best_tour", Words: n},
		{Name: "history", Words: 2 * history},
		{Name: "state", Words: problem.StateWords},
	}
	if selection == problem.SelectTrial {
		buffers = append(buffers,
			pipeline.Buffer{Name: "sums", Words: matrix},
			pipeline.Buffer{Name: "guide", Words: n * uint64(problem.GuideParts(cities))})
	}
	return buffers
}

func refuse(format string, arguments ...any) error {
	return &problem.Error{Reason: fmt.Sprintf(format, arguments...)}
}

// shape is what a recipe chooses by the device and by n. It never changes a result.
type shape struct {
	row     uint32 // invocations for a row of a matrix, or for the edges of a tour
	ant     uint32 // invocations for an ant's choices
	vectors uint32 // loads of four weights by each of them
	steps   uint32 // of a tour in one dispatch
}

const (
	// largestRowGroup was not searched for: the stages that it is for take a small part of an iteration.
	largestRowGroup = 256
	// largestAntGroup is the size beyond which more invocations did not help; see docs/performance.md.
	largestAntGroup = 128
	// Trials leave the larger half of such a work-group idle, until the row of a failed step is too long for one half.
	trialAntGroup      = 64
	largestTrialCities = 4096
)

func shapeOf(cities, trials, antGroup int, limits pipeline.Limits) (shape, error) {
	most := uint32(1) << (bits.Len32(limits.GroupSize) - 1)
	if limits.SubgroupSize < leastSubgroup || limits.SubgroupSize > most {
		return shape{}, refuse("the device has subgroups of %d in work-groups of %d: the shaders need subgroups from %d to the size of a work-group",
			limits.SubgroupSize, most, leastSubgroup)
	}
	loads := uint32(pitch(cities) / citiesPerLoad)
	wanted := powerOfTwoFrom(loads)
	if limits.Software {
		// There is nothing to hide latency with: a subgroup that never waits for another is fastest.
		wanted = limits.SubgroupSize
	}
	wanted = min(wanted, largestAntGroup)
	if trials > 0 && cities <= largestTrialCities {
		wanted = min(wanted, trialAntGroup)
	}
	if antGroup > 0 {
		wanted = powerOfTwoFrom(uint32(antGroup))
	}
	s := shape{row: min(most, largestRowGroup), ant: min(most, max(limits.SubgroupSize, wanted, powerOfTwoFrom(blocksFor(trials))))}
	s.vectors = (loads + s.ant - 1) / s.ant
	// A step adds the weights, looks for the chosen one among the same, adds up the subgroups, and makes random words
	// at the most once.
	turns := 1 + s.vectors + s.vectors*(1+citiesPerLoad) + s.ant/leastSubgroup + philoxRounds
	if trials > 0 {
		// Or first, in rounds, a search among a row's cities.
		turns += (1 + uint32(trials)/s.ant) * uint32(1+bits.Len(uint(cities)))
	}
	// A dispatch begins by recalling the cities of earlier ones.
	recall := uint32(cities)/s.ant + s.vectors
	if turns+recall > mostTurns {
		return shape{}, refuse("%d cities with %d invocations an ant: one step takes each of them %d turns of its loops, and %d are safe",
			cities, s.ant, turns+recall, mostTurns)
	}
	s.steps = (mostTurns - recall) / turns
	if need := s.sharedBytes(); need > limits.SharedBytes {
		return shape{}, refuse("%d cities: an ant's visited flags take %s of shared memory, and the device has %s",
			cities, pipeline.Bytes(uint64(need)), pipeline.Bytes(uint64(limits.SharedBytes)))
	}
	return s, nil
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

// sharedBytes is what construct.comp and its headers declare: flags, random words, totals of subgroups, the first
// successes of two rounds and the chosen city.
func (s shape) sharedBytes() uint32 {
	flags := (s.ant*s.vectors*citiesPerLoad + 31) / 32
	return 4 * (flags + 4*min(s.ant, mostBlocks) + s.ant/leastSubgroup + 3)
}

func powerOfTwoFrom(n uint32) uint32 { return 1 << bits.Len32(n-1) }
