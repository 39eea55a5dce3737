package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

const (
	// maxTaskGroups is the most work-groups of the local search with MappingTask on a GPU
	// (Delévacq et al. 2013, table 3: 28 blocks of one thread, 112 of two, 112 of 16).
	maxTaskGroups = 112
	// maxTaskSearchCities is the largest instance for which the number of units fits in 32 bits.
	maxTaskSearchCities = 1 << 23
	// turnWords are the words of a city of a round: the city and its move
	// (shaders/classic/improve_task.comp).
	turnWords = 7
)

// newTaskImproveLaunch returns the sizes for the local search with an invocation per tour.
func newTaskImproveLaunch(p *model.Problem, config KernelConfig, limits pipeline.Limits) (improveLaunch, error) {
	if config.AntData != "" && config.AntData != AntDataDevice {
		return improveLaunch{}, option.Errorf("ant data %s: with mapping %s the tour of a local search is in device memory",
			config.AntData, config.Mapping).With(option.Set(option.AntData, AntDataDevice))
	}
	if p.Cities > maxTaskSearchCities {
		return improveLaunch{}, option.Errorf("%d cities: the local search with mapping %s takes up to %d", p.Cities,
			config.Mapping, maxTaskSearchCities).With(noLocalSearch)
	}
	s := improveLaunch{group: taskSearchGroup(searchedTours(p), limits)}
	unit, beginEnd := taskLoopIterations(p, config)
	var ok bool
	if s.maxUnits, ok = limits.MaxUnits(unit, beginEnd); !ok {
		return improveLaunch{}, loopLimitError("city of the local search", p, unit+beginEnd, limits)
	}
	s.maxUnits = min(s.maxUnits, model.CitiesPerRound)
	return s, nil
}

// taskSearchGroup returns the tours of a work-group. On a GPU invocations of a subgroup wait for
// each other where they differ, so that a work-group has few.
func taskSearchGroup(tours uint32, limits pipeline.Limits) uint32 {
	if limits.Software {
		return limits.SubgroupSize // one subgroup keeps a core busy
	}
	return min(maxGroupSize(limits), nextPowerOfTwo(ceilDiv(tours, maxTaskGroups)))
}

// taskLoopIterations returns upper bounds of the loop iterations per invocation: of the search for
// a city's move, and of all else in a dispatch. A dispatch of up to model.CitiesPerRound units
// begins one round at most, and ends two.
func taskLoopIterations(p *model.Problem, config KernelConfig) (unit, beginEnd uint32) {
	neighbours, thirds, cities := uint32(p.Neighbours), uint32(2*model.MaxSegmentCities), uint32(p.Cities)
	if p.LocalSearch.MoveTypes().ThreeOpt {
		thirds = neighbours
	}
	distances, more := uint32(0), uint32(0) // of four distances of distances_of, of one other
	if config.Distances == DistancesCoordinates {
		more = distanceIterations(p, config)
		distances = 5 + 4*more
	}
	const nodes = 2 // of a neighbour
	neighbour := 2 + distances + nodes*(1+(thirds+1)*(1+distances+more))
	search := directions(p)*(2+more+(neighbours+1)*neighbour) + 3
	const perRound = model.CitiesPerRound
	begin := 3*flagWords(p.Cities) + 3*(perRound+2)
	end := (perRound+1)*(perRound+1) + 7*perRound + 2*(cities/2+2*perRound+1)
	return search, cities + uint32(p.Ants) + 2 + flagWords(p.Cities) + begin + 2*end
}

var taskImproveShaders = map[bool]*shaders.Shader{false: &shaders.ImproveTask, true: &shaders.ImproveTaskCoordinates}

// taskImprovePass improves each tour with one invocation. Its units are the cities of all rounds.
func taskImprovePass(p *model.Problem, config KernelConfig, s improveLaunch) pipeline.Pass {
	return pipeline.Pass{
		Stage: "improve", Units: model.CitiesPerRound * model.MaxSearchRounds(p.Cities), CostDecreases: true,
		MaxUnits: s.maxUnits, Groups: ceilDiv(searchedTours(p), s.group),
		Shader:    taskImproveShaders[config.Distances == DistancesCoordinates],
		Constants: searchConstants(p, s.group),
	}
}
