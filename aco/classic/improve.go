package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// improveLaunch holds the sizes for the local search.
type improveLaunch struct {
	group     uint32 // invocations per work-group; with MappingTask, tours per work-group
	searchers uint32 // subgroups of a work-group that search for moves
	parts     uint32 // with MappingTask, of the search for a city's move
	maxUnits  uint32 // most units in one dispatch; 0: no limit
	tour      tourMemory
}

// tourMemory says where the tour and the positions of its cities are. In shared memory they take
// half a word for each city.
type tourMemory int

const (
	tourDevice   tourMemory = iota // both in device memory
	citiesShared                   // the tour in shared memory, the positions in device memory
	tourShared                     // both in shared memory
)

const (
	// maxSearchGroup gives each city of a round a subgroup of 32. Rounds are sequential, so a
	// round has to be short.
	maxSearchGroup = 32 * model.CitiesPerRound
	// minSearchGroup and totalSearchInvocations, for all tours together, were the fastest on an
	// H200. A large work-group is best for few tours and a small one for many: with 132 ants
	// pr2392 took 7.1 ms with 1024 invocations and 10.5 with 256, with 528 ants 25.6 and 13.4.
	minSearchGroup         = 256
	totalSearchInvocations = 1 << 17
	// maxPackedCities is the largest instance whose city numbers fit in 16 bits.
	maxPackedCities = 1 << 16
	// maxSearchCities is the largest instance whose city numbers fit in a node of
	// improve_nodes.glsl.
	maxSearchCities   = 1 << 24
	searchHeaderWords = 3 // of an ant, after its active cities (improve.comp)
)

// noLocalSearch is the remedy for an instance that is too large for the local search.
var noLocalSearch = option.Set(option.LocalSearch, model.SearchNone)

// newImproveLaunch returns the sizes for the local search. It keeps the tour in shared memory if
// it fits.
func newImproveLaunch(p *model.Problem, config KernelConfig, limits pipeline.Limits) (improveLaunch, error) {
	if p.Cities > maxSearchCities {
		return improveLaunch{}, option.Errorf("%d cities: the local search takes up to %d", p.Cities,
			maxSearchCities).With(noLocalSearch)
	}
	if config.Mapping == MappingTask {
		return newTaskImproveLaunch(p, config, limits)
	}
	group := min(maxGroupSize(limits), max(limits.SubgroupSize, searchGroup(p, config, limits)))
	if config.AntData != AntDataDevice && p.Cities <= maxPackedCities {
		if s := (improveLaunch{group: group, tour: tourShared}); config.AntData != AntDataTour &&
			s.fit(p, config, limits) {
			return s, s.limitRounds(p, config, limits)
		}
		if s := (improveLaunch{group: group, tour: citiesShared}); config.AntData != AntDataShared &&
			s.fit(p, config, limits) {
			return s, s.limitRounds(p, config, limits)
		}
	}
	if tour, required := map[AntData]tourMemory{AntDataShared: tourShared, AntDataTour: citiesShared}[config.AntData]; required {
		need := improveLaunch{group: limits.SubgroupSize, searchers: 1, tour: tour}.sharedBytes(p, config)
		return improveLaunch{}, sharedMemoryError(p, "the local search of a tour", need, limits).With(
			option.Set(option.AntData, AntDataDevice),
		)
	}
	s := improveLaunch{group: group}
	if !s.fit(p, config, limits) {
		return improveLaunch{}, sharedMemoryError(p, "the local search", s.sharedBytes(p, config), limits).With(
			noLocalSearch,
		)
	}
	return s, s.limitRounds(p, config, limits)
}

// searchGroup returns the wanted invocations per tour: as many as a round can use, and fewer if
// there are many tours.
func searchGroup(p *model.Problem, config KernelConfig, limits pipeline.Limits) uint32 {
	if limits.Software {
		return softwareSearchGroup(p, config, limits)
	}
	return min(maxSearchGroup, max(minSearchGroup, nextPowerOfTwo(totalSearchInvocations/max(1, searchedTours(p)))))
}

// searchedTours returns the number of tours that the local search improves.
func searchedTours(p *model.Problem) uint32 {
	if p.LocalSearchAnts == model.LocalSearchBestAnt {
		return uint32(p.Colonies)
	}
	return uint32(p.Colonies * p.Ants)
}

// softwareSearchGroup returns the invocations per tour on a software device. One subgroup, which
// needs no barriers, is fastest. There are more if a round of one subgroup takes more loop
// iterations than the device allows.
func softwareSearchGroup(p *model.Problem, config KernelConfig, limits pipeline.Limits) uint32 {
	for s := (improveLaunch{group: limits.SubgroupSize}); s.group < maxSearchGroup; s.group *= 2 {
		s.searchers = limits.Subgroups(s.group)
		if _, ok := limits.MaxUnits(s.loopIterations(p, config, limits.MinSubgroupSize)); ok {
			return s.group
		}
	}
	return maxSearchGroup
}

// fit halves the work-group until its data fits in shared memory. It reports whether it fits.
func (s *improveLaunch) fit(p *model.Problem, config KernelConfig, limits pipeline.Limits) bool {
	for ; ; s.group /= 2 {
		s.searchers = min(limits.Subgroups(s.group), model.CitiesPerRound)
		if s.sharedBytes(p, config) <= uint64(limits.SharedBytes) {
			return true
		}
		if s.group/2 < limits.SubgroupSize {
			return false
		}
	}
}

// tourWords returns the words of a tour, or of its positions, in shared memory.
func tourWords(cities int) uint32 { return uint32(cities+1) / 2 }

// sharedBytes returns the shared memory of a work-group.
func (s improveLaunch) sharedBytes(p *model.Problem, config KernelConfig) uint64 {
	pass := improvePass(p, config, s)
	return pass.SharedBytes()
}

// limitRounds limits the rounds of a dispatch by the loop iterations that the device allows. It
// enlarges the work-group if one round has more.
func (s *improveLaunch) limitRounds(p *model.Problem, config KernelConfig, limits pipeline.Limits) error {
	for {
		round, beginEnd := s.loopIterations(p, config, limits.MinSubgroupSize)
		var ok bool
		if s.maxUnits, ok = limits.MaxUnits(round, beginEnd); ok {
			return nil
		}
		larger := improveLaunch{group: 2 * s.group, tour: s.tour}
		if larger.group > min(maxGroupSize(limits), maxSearchGroup) || !larger.fit(p, config, limits) ||
			larger.group == s.group {
			return loopLimitError("round of the local search", p, round+beginEnd, limits)
		}
		*s = larger
	}
}

// loopIterations returns upper bounds of the loop iterations per invocation: of a round, and of
// the beginning and end of a dispatch. The final test of a loop counts as an iteration.
func (s improveLaunch) loopIterations(p *model.Problem, config KernelConfig, subgroup uint32) (round, beginEnd uint32) {
	loop := func(items, invocations uint32) uint32 { return ceilDiv(items, invocations) + 1 }
	cities := uint32(p.Cities)
	flags := loop(flagWords(p.Cities), s.group)
	const citiesPerRead = 8 // active cities that an invocation reads at a time
	// One subgroup reads; an invocation lists at most all cities of a round.
	choose := 2*loop(cities/citiesPerRead+2, subgroup) + model.CitiesPerRound + flags
	search := loop(model.CitiesPerRound, s.searchers) * s.searchIterations(p, config, subgroup)
	// The intervals of moves are disjoint. Twice each invocation passes all moves, and its share
	// of their pairs of cities.
	moves := 2 * (model.CitiesPerRound + 1 + loop(cities/2+model.CitiesPerRound, s.group))
	return 2*choose + search + moves, 5*loop(cities, s.group) + 3*loop(uint32(p.Ants), s.group) + 3*flags
}

// searchIterations returns an upper bound of the loop iterations per invocation of one search. A
// subgroup searches the best move of a city, takes its share of the third edges of all cities, and
// decides whether to make the move.
func (s improveLaunch) searchIterations(p *model.Problem, config KernelConfig, subgroup uint32) uint32 {
	loop := func(items uint32) uint32 { return ceilDiv(items, subgroup) + 1 }
	neighbours, distance, continuations := uint32(p.Neighbours), distanceIterations(p,
		config), uint32(2*model.MaxSegmentCities)
	if p.MoveTypes().ThreeOpt {
		continuations = neighbours
	}
	// Each neighbour gives two nodes per direction, and each node may continue to every other
	// city. A loop of four turns computes up to four distances for a neighbour, beside the length
	// of the edge to a, and for a continuation. Or-opt computes one more.
	const directions, ends, turns = 2, 2, 5
	further := turns + 4*distance
	if p.MoveTypes().OrOpt {
		further += distance
	}
	// A share has no more units than the city with the most. Each unit may be of another city.
	units := loop(ends * directions * neighbours * continuations)
	find := loop(directions*neighbours)*(1+turns+5*distance) + units*(2+further) + 2*loop(s.searchers)
	decide := loop(model.CitiesPerRound) + loop(2*3) // conflicts with other moves; ends of up to three segments
	return find + decide
}

// improvePasses apply the local search, if there is one, to the tours of all ants or to the
// shortest tour of each colony. Their units are rounds, or with MappingTask parts of them.
// A search ends after a small part of the units. The remaining ones cost almost nothing.
func improvePasses(p *model.Problem, config KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	if !p.HasLocalSearch() {
		return nil, nil
	}
	if config.Mapping == MappingTask {
		return []pipeline.Pass{taskImprovePass(p, config, s.improve)}, nil
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
		Stage: "improve", Units: model.MaxSearchRounds(p.Cities), CostDecreases: true, MaxUnits: s.maxUnits,
		Groups: searchedTours(p), Constants: searchConstants(p, s.group),
	}
	pass.Constants["TEAMS"] = s.searchers
	pass.Shader = improveShaders[improveVariant{s.tour, config.Distances == DistancesCoordinates}]
	if s.tour != tourDevice {
		pass.Constants["PAIRS"] = tourWords(p.Cities)
	}
	return pass
}

// searchConstants returns the specialization constants of every shader of the local search.
func searchConstants(p *model.Problem, group uint32) map[string]uint32 {
	return constants(group, map[string]uint32{
		"FLAG_WORDS": flagWords(p.Cities), "CITIES_PER_ROUND": model.CitiesPerRound,
		"NEIGHBOURS": uint32(p.Neighbours), "DIRECTIONS": directions(p),
		"MOVE_TYPES": moveTypesCode(p.MoveTypes()),
		"BEST_ONLY":  flag(p.LocalSearchAnts == model.LocalSearchBestAnt), "FIXED": flag(p.HasFixed()),
	})
}

// directions returns how many neighbours of a city in its tour a move starts from: both where
// reversing a segment keeps its length.
func directions(p *model.Problem) uint32 { return 1 + flag(p.Symmetric) }

// moveTypesCode returns the bits of the move types in shaders/classic/improve_nodes.glsl.
func moveTypesCode(e model.MoveTypes) uint32 {
	return flag(e.TwoOpt)*glsl.MoveTypeTwoOpt | flag(e.OrOpt)*glsl.MoveTypeOrOpt | flag(
		e.ThreeOpt)*glsl.MoveTypeThreeOpt
}
