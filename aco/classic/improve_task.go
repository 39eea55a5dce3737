package classic

import (
	"math"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	// maxTaskGroups is the most work-groups of the local search with MappingTask on a GPU
	// (Delévacq et al. 2013, table 3: 28 blocks of one thread, 112 of two, 112 of 16).
	maxTaskGroups = 112
	// turnWords are the words of a city of a round: the city and its move
	// (shaders/classic/improve_task.comp).
	turnWords = 7
)

// newTaskImproveLaunch returns the sizes for the local search with an invocation per tour.
func newTaskImproveLaunch(p *model.Problem, config KernelConfig, limits pipeline.Limits) (improveLaunch, error) {
	s := improveLaunch{group: taskSearchGroup(searchedTours(p), limits)}
	if err := s.divideSearch(p, config, limits); err != nil {
		return improveLaunch{}, err
	}
	if units := uint64(s.parts) * model.CitiesPerRound * uint64(model.MaxSearchRounds(p.Cities)); units > math.MaxUint32 {
		return improveLaunch{}, option.Errorf("%d cities: the local search with mapping %s has more than 2³² units",
			p.Cities, config.Mapping).With(noLocalSearch)
	}
	return s, nil
}

// divideSearch divides the search for a city's move into as many parts as the loop limit of the
// device requires, and limits the units of a dispatch. With a loop limit a dispatch has the units of
// one round at most.
func (s *improveLaunch) divideSearch(p *model.Problem, config KernelConfig, limits pipeline.Limits) error {
	neighbours := directions(p) * uint32(p.Neighbours)
	neighbour, beginEnd := taskLoopIterations(p, config)
	for s.parts = 1; ; s.parts++ {
		unit := ceilDiv(neighbours, s.parts)*neighbour + 3
		var ok bool
		if s.maxUnits, ok = limits.MaxUnits(unit, beginEnd); ok {
			s.maxUnits = min(s.maxUnits, s.parts*model.CitiesPerRound)
			return nil
		}
		if s.parts == neighbours {
			return loopLimitError("neighbour in the local search", p, unit+beginEnd, limits)
		}
	}
}

// taskSearchGroup returns the tours of a work-group. On a GPU invocations of a subgroup wait for
// each other where they differ, so that a work-group has few.
func taskSearchGroup(tours uint32, limits pipeline.Limits) uint32 {
	if limits.Software {
		return limits.SubgroupSize // one subgroup keeps a core busy
	}
	return min(maxGroupSize(limits), nextPowerOfTwo(ceilDiv(tours, maxTaskGroups)))
}

// taskLoopIterations returns upper bounds of the loop iterations per invocation: of a neighbour of a
// city, and of all but the searches for moves in a dispatch, which begins one round at most and
// ends two.
func taskLoopIterations(p *model.Problem, config KernelConfig) (neighbour, beginEnd uint32) {
	thirds, cities := uint32(2*model.MaxSegmentCities), uint32(p.Cities)
	if p.MoveTypes().ThreeOpt {
		thirds = uint32(p.Neighbours)
	}
	distances, distance := uint32(0), uint32(0) // of four distances of distances_of, of one other
	if config.Distances == DistancesCoordinates {
		distance = distanceIterations(p, config)
		distances = 5 + 4*distance
	}
	const nodes = 2 // of a neighbour
	neighbour = 1 + distance + distances + nodes*(1+(thirds+1)*(1+distances+distance)) + 1
	const perRound = model.CitiesPerRound
	begin := 3*flagWords(p.Cities) + 3*(perRound+2)
	end := (perRound+1)*(perRound+1) + 7*perRound + 2*(cities/2+2*perRound+1)
	return neighbour, cities + uint32(p.Ants) + 2 + flagWords(p.Cities) + begin + 2*end
}

var taskImproveShaders = map[bool]*shaders.Shader{false: &shaders.ImproveTask, true: &shaders.ImproveTaskCoordinates}

// taskImprovePass improves each tour with one invocation. Its units are the parts of the searches
// for moves, of each city of each round.
func taskImprovePass(p *model.Problem, config KernelConfig, s improveLaunch) pipeline.Pass {
	pass := pipeline.Pass{
		Stage: "improve", Units: s.parts * model.CitiesPerRound * model.MaxSearchRounds(p.Cities), CostDecreases: true,
		MaxUnits: s.maxUnits, Groups: ceilDiv(searchedTours(p), s.group),
		Shader:    taskImproveShaders[config.Distances == DistancesCoordinates],
		Constants: searchConstants(p, s.group),
	}
	pass.Constants["PARTS"] = s.parts
	return pass
}
