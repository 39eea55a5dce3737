package classic

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/philox"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	// rowAlign is the unit of a matrix row in words: 32 bytes, the smallest memory transaction of
	// most GPUs.
	rowAlign = 8
	// history is the number of iterations whose best lengths a device keeps: more than two
	// submissions can contain.
	history = 1024
)

// pitch returns the words of a matrix row, with padding.
func Pitch(cities int) int { return (cities + rowAlign - 1) / rowAlign * rowAlign }

// algorithmStages lists the stages of an iteration of each algorithm, in order.
var algorithmStages = map[model.Algorithm][]func(*model.Problem, KernelConfig, launchConfig) ([]pipeline.Pass, error){
	model.AlgorithmAS: {choicePasses, constructPasses, evaluatePasses, statisticsPasses, bestPasses, depositorPasses,
		evaporatePasses, depositPasses, worstPasses},
	model.AlgorithmMMAS: {
		maxMinChoicePasses, maxMinConstructPasses, evaluateLengthPasses, improvePasses, statisticsPasses, bestPasses,
		schedulePasses, maxMinEvaporatePasses, maxMinDepositPasses,
	},
	model.AlgorithmACS: {acsConstructPasses, evaluateLengthPasses, improvePasses, statisticsPasses, bestPasses,
		acsDepositPasses},
}

// Recipe returns one iteration of the problem's algorithm as a recording, with the kernels that
// the options choose and the sizes that the limits of the device allow.
func Recipe(p *model.Problem, o Options, limits pipeline.Limits) (pipeline.Recording, error) {
	config := o.Kernel.withDefaults(p)
	launch, err := newLaunchConfig(p, config, limits)
	if err != nil {
		return pipeline.Recording{}, err
	}
	recording, err := newRecording(p, config, launch)
	if err != nil {
		return pipeline.Recording{}, err
	}
	limits.ChooseShaders(recording.Passes)
	recording.Values = values(p, o.StopRules())
	return recording, nil
}

// newRecording returns the recipe without its push constants. The problem may be unprepared.
func newRecording(p *model.Problem, config KernelConfig, launch launchConfig) (pipeline.Recording, error) {
	if err := config.checkAntData(p); err != nil {
		return pipeline.Recording{}, err
	}
	var passes []pipeline.Pass
	for _, stage := range algorithmStages[p.Algorithm] {
		more, err := stage(p, config, launch)
		if err != nil {
			return pipeline.Recording{}, err
		}
		passes = append(passes, more...)
	}
	if pipeline.SetConstants(passes, p.Plane.Constants()) && p.Plane.Refused() != nil {
		return pipeline.Recording{}, p.Plane.Refused()
	}
	readback := []string{"state", "history", "best_tour"}
	if p.StatisticsEvery > 0 {
		readback = append(readback, "statistics")
	}
	return pipeline.Recording{Buffers: buffers(p, passes), Passes: passes, Readback: readback}, nil
}

// values returns the push constants by name.
func values(p *model.Problem, rules model.StopRules) map[string]uint32 {
	seed, seedHigh := philox.SeedWords(p.Seed)
	return map[string]uint32{
		"cities": uint32(p.Cities), "pitch": uint32(Pitch(p.Cities)), "ants": uint32(p.Ants), "depositors": uint32(p.Depositors()), "seed": seed,
		"seed_high": seedHigh,
		"colonies":  uint32(p.Colonies), "first_colony": uint32(p.FirstColony),
		"list_width": uint32(p.ListWidth()), "candidates": uint32(p.Candidates),
		"neighbour_count": uint32(p.Neighbours),
		"guide_shift":     model.GuideShift(p.Cities),
		"keep":            p.Trail.Keep, "restart_distance": uint32(p.RestartDistance()), "deposit_cap": p.Trail.Cap,
		"initial": p.Trail.Initial, "greedy": p.ACS.Greedy, "local_share": p.ACS.Local, "global_share": p.ACS.Global,
		"quantity_low": uint32(p.Trail.Quantity), "quantity_high": uint32(p.Trail.Quantity >> 32),
		"trails": uint32(trailWords(p)), "limit_ratio": p.Limits.Ratio,
		"converged_below": model.ConvergenceThreshold(p.Cities),
		"upper_low":       uint32(p.Limits.Upper), "upper_high": uint32(p.Limits.Upper >> 32),
		"tour_deposit_low": uint32(p.Limits.Deposit), "tour_deposit_high": uint32(p.Limits.Deposit >> 32),
		"target_low": uint32(rules.Target), "target_high": uint32(rules.Target >> 32), "stall": rules.Stall,
		"statistics_every": uint32(p.StatisticsEvery), "pairs": uint32(p.Pairs()),
	}
}

// trailWords returns the words of the pheromone of a colony.
func trailWords(p *model.Problem) uint64 {
	switch p.Memory {
	case model.MemoryCandidates:
		return uint64(p.Cities) * uint64(p.Candidates)
	case model.MemorySelective:
		return uint64(p.Cities) * model.RecordWords
	}
	return uint64(p.Cities) * uint64(Pitch(p.Cities))
}

// buffers returns the buffers that the shaders of the passes name.
func buffers(p *model.Problem, passes []pipeline.Pass) []pipeline.Buffer {
	colonies := uint64(p.Colonies)
	return pipeline.UsedBuffers(slices.Concat(
		instanceBuffers(p), repeated(colonyBuffers(p), colonies), repeated(antBuffers(p), colonies*uint64(p.Ants)),
		repeated(depositorBuffers(p), colonies*uint64(p.Depositors())),
	), passes)
}

// instanceBuffers returns the buffers that all colonies share. Several of them are for Ant System,
// which has one colony.
func instanceBuffers(p *model.Problem) []pipeline.Buffer {
	n := uint64(p.Cities)
	matrix := n * uint64(Pitch(p.Cities))
	return []pipeline.Buffer{
		{Name: "distances", Words: matrix},
		{Name: "coordinates", Words: uint64(p.CoordinateWords())},
		{Name: "heuristic", Words: matrix},
		{Name: "neighbours", Words: n*uint64(p.ListWidth()) + fixedWords(p)},
		{Name: "neighbour_distances", Words: n * uint64(p.ListWidth())},
		{Name: "candidate_heuristic", Words: n * uint64(p.Candidates)},
		{Name: "sums", Words: matrix},
		{Name: "guide", Words: p.GuideWords()},
		{Name: "near", Words: n * model.NearWords},
		{Name: "deposits", Words: matrix},
		{Name: "rule_weights", Words: uint64(p.Depositors())},
		{Name: "best_next", Words: n},
	}
}

// colonyBuffers returns the buffers with data of each colony, with their words per colony.
func colonyBuffers(p *model.Problem) []pipeline.Buffer {
	n := uint64(p.Cities)
	weights := n * uint64(p.Candidates)
	if p.Algorithm == model.AlgorithmAS {
		weights = n*uint64(Pitch(p.Cities)) + fixedWords(p)
	}
	return []pipeline.Buffer{
		{Name: "pheromone", Words: trailWords(p)},
		{Name: "raised", Words: raisedWords(p)},
		{Name: "candidate_trails", Words: n * uint64(p.Candidates)},
		{Name: "crossed_edges", Words: 2 * uint64(edgeSlots(p))},
		{Name: "tails", Words: n},
		{Name: "owners", Words: n},
		{Name: "weights", Words: weights},
		{Name: "best_tour", Words: n},
		{Name: "deposit_tour", Words: n},
		{Name: "restart_tour", Words: n},
		{Name: "history", Words: 2 * history},
		{Name: "statistics", Words: model.StatisticsRows * glsl.StatisticsWords},
		{Name: "pair_next", Words: uint64(p.Pairs()) * n},
		{Name: "state", Words: model.StateWords},
	}
}

// antBuffers returns the buffers with data of each ant, with their words per ant.
func antBuffers(p *model.Problem) []pipeline.Buffer {
	n := uint64(p.Cities)
	flags := subgroupFlagWords(p.Cities)
	if p.Algorithm == model.AlgorithmAS {
		flags = flagWords(p.Cities)
	}
	return []pipeline.Buffer{
		{Name: "crossings", Words: 2},
		{Name: "flags", Words: uint64(flags)},
		{Name: "positions", Words: n},
		{Name: "searches", Words: uint64(flagWords(p.Cities) + searchHeaderWords)},
		{Name: "turns", Words: model.CitiesPerRound * turnWords},
		{Name: "lengths", Words: 2},
	}
}

// depositorBuffers returns the buffers with data of each tour that may deposit: of each ant and, in
// Ant System with a rule, of the best tour so far. The words are per tour.
func depositorBuffers(p *model.Problem) []pipeline.Buffer {
	n := uint64(p.Cities)
	return []pipeline.Buffer{{Name: "tours", Words: n}, {Name: "amounts", Words: 1}, {Name: "successors", Words: n}}
}

// repeated multiplies the words of buffers.
func repeated(buffers []pipeline.Buffer, times uint64) []pipeline.Buffer {
	for i := range buffers {
		buffers[i].Words *= times
	}
	return buffers
}
