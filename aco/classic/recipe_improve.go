package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// improvePasses apply the local search, if there is one, to the tours of all ants or to the
// shortest tour of each colony. Their units are rounds. A search ends after a small part of the
// rounds. The remaining rounds cost almost nothing.
func improvePasses(p *model.Problem, config KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	if !p.HasLocalSearch() {
		return nil, nil
	}
	return []pipeline.Pass{improvePass(p, config, s.improve)}, nil
}

// improveVariant chooses the shader of the local search.
type improveVariant struct {
	tour     tourMemory
	computed bool // distances are computed from coordinates
}

var improveShaders = map[improveVariant]*shaders.Shader{
	{tourShared, false}:   &shaders.Improve,
	{tourShared, true}:    &shaders.ImproveCoordinates,
	{citiesShared, false}: &shaders.ImproveCities,
	{citiesShared, true}:  &shaders.ImproveCitiesCoordinates,
	{tourDevice, false}:   &shaders.ImproveDevice,
	{tourDevice, true}:    &shaders.ImproveDeviceCoordinates,
}

func improvePass(p *model.Problem, config KernelConfig, s improveLaunch) pipeline.Pass {
	pass := pipeline.Pass{
		Stage: "improve", Units: model.MaxSearchRounds(p.Cities), CostDecreases: true, MaxUnits: s.maxRounds,
		Groups: uint32(p.Colonies * p.Ants),
		Constants: constants(s.group, map[string]uint32{
			"FLAG_WORDS": flagWords(p.Cities), "CITIES_PER_ROUND": model.CitiesPerRound,
			"NEIGHBOURS": uint32(p.Neighbours), "TEAMS": s.searchers,
			"DIRECTIONS": 1, "MOVE_TYPES": moveTypesCode(p.LocalSearch.MoveTypes()), "BEST_ONLY": 0,
			"FIXED": flag(p.HasFixed()),
		}),
	}
	if p.Symmetric {
		pass.Constants["DIRECTIONS"] = 2 // reversing a segment keeps its length
	}
	if p.LocalSearchAnts == model.LocalSearchBestAnt {
		pass.Groups, pass.Constants["BEST_ONLY"] = uint32(p.Colonies), 1
	}
	pass.Shader = improveShaders[improveVariant{s.tour, config.Distances == DistancesCoordinates}]
	if s.tour != tourDevice {
		pass.Constants["PAIRS"] = tourWords(p.Cities)
	}
	return pass
}

// moveTypesCode returns the bits of the move types in shaders/classic/improve_best.glsl.
func moveTypesCode(e model.MoveTypes) uint32 {
	return flag(e.TwoOpt)*glsl.MoveTypeTwoOpt | flag(e.OrOpt)*glsl.MoveTypeOrOpt | flag(e.ThreeOpt)*glsl.MoveTypeThreeOpt
}
