package classic

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// improveLaunch is what the local search chooses by the device and by n.
type improveLaunch struct {
	group  uint32 // invocations of a work-group
	teams  uint32 // subgroups of it that look at cities
	rounds uint32 // in one dispatch; 0: no limit
	shared bool   // the tour is in shared memory, two cities to a word
}

const (
	// maxSearchGroup is a city a subgroup of most GPUs: a tour's rounds follow one another, so a round is to be short.
	maxSearchGroup = 32 * problem.CitiesPerRound
	// minSearchGroup and searchers, the invocations of all tours together, were measured; see docs/performance.md.
	minSearchGroup         = 256
	totalSearchInvocations = 1 << 17
	// maxPackedCities is the largest number of cities that 16 bits tell apart.
	maxPackedCities = 1 << 16
	// maxSearchCities is what a node of improve_best.glsl leaves for a city.
	maxSearchCities   = 1 << 24
	moveWords         = 6 // of improve_move.glsl
	searchHeaderWords = 3 // words of an ant after its active cities, of improve.comp
)

func newImproveLaunch(p *problem.Problem, config KernelConfig, limits pipeline.Limits) (improveLaunch, error) {
	if p.Cities > maxSearchCities {
		return improveLaunch{}, refuse("%d cities: the local search can work on up to %d; leave it out (--local-search %s)", p.Cities, maxSearchCities, problem.SearchNone)
	}
	most := min(maxGroupSize(limits), max(limits.SubgroupSize, searchGroup(p, config, limits)))
	if config.AntData != AntDataDevice && p.Cities <= maxPackedCities {
		if s := (improveLaunch{group: most, shared: true}); s.fit(p, limits) {
			return s, s.limitRounds(p, config, limits)
		}
	}
	if config.AntData == AntDataShared {
		return improveLaunch{}, refuse("ant data %s: the local search of a tour of %d cities takes %s of shared memory, and the device has %s; keep it in its own memory (--ant-data %s)",
			config.AntData, p.Cities, pipeline.FormatBytes(uint64(improveLaunch{group: limits.SubgroupSize, teams: 1, shared: true}.sharedBytes(p))),
			pipeline.FormatBytes(uint64(limits.SharedBytes)), AntDataDevice)
	}
	s := improveLaunch{group: most}
	if !s.fit(p, limits) {
		return improveLaunch{}, refuse("%d cities: the local search takes %s of shared memory, most of it for the active cities, and the device has %s; leave it out (--local-search %s)",
			p.Cities, pipeline.FormatBytes(uint64(s.sharedBytes(p))), pipeline.FormatBytes(uint64(limits.SharedBytes)), problem.SearchNone)
	}
	return s, s.limitRounds(p, config, limits)
}

// searchGroup is how many invocations a tour is to have: as many as serve its round, but fewer where other tours need them.
func searchGroup(p *problem.Problem, config KernelConfig, limits pipeline.Limits) uint32 {
	if limits.Software {
		return softwareSearchGroup(p, config, limits)
	}
	tours := uint32(p.Colonies)
	if p.LocalSearchAnts != problem.LocalSearchBestAnt {
		tours *= uint32(p.Ants)
	}
	return min(maxSearchGroup, max(minSearchGroup, nextPowerOfTwo(totalSearchInvocations/max(1, tours))))
}

// softwareSearchGroup is that on a processor that stands in for a GPU: a work-group has one processor, and nobody to wait for is
// fastest, unless a round of one subgroup takes more turns of loops than the device allows.
func softwareSearchGroup(p *problem.Problem, config KernelConfig, limits pipeline.Limits) uint32 {
	for s := (improveLaunch{group: limits.SubgroupSize}); s.group < maxSearchGroup; s.group *= 2 {
		s.teams = limits.Subgroups(s.group)
		if _, ok := limits.MaxUnits(s.turns(p, config, limits.MinSubgroupSize)); ok {
			return s.group
		}
	}
	return maxSearchGroup
}

// fit makes the work-group smaller until it fits the shared memory, and says whether it does.
func (s *improveLaunch) fit(p *problem.Problem, limits pipeline.Limits) bool {
	for ; ; s.group /= 2 {
		s.teams = min(limits.Subgroups(s.group), problem.CitiesPerRound)
		if s.sharedBytes(p) <= limits.SharedBytes {
			return true
		}
		if s.group/2 < limits.SubgroupSize {
			return false
		}
	}
}

// tourWords is the words of a tour or of its positions in shared memory.
func tourWords(cities int) uint32 { return uint32(cities+1) / 2 }

// sharedBytes is what improve.comp and its headers declare.
func (s improveLaunch) sharedBytes(p *problem.Problem) uint32 {
	const alone = 3 + 3 // words: what was made and gained, the shortest tour
	words := 4*s.group + s.teams + s.group/minSubgroup + flagWords(p.Cities) + (1+moveWords)*problem.CitiesPerRound + alone
	if s.shared {
		words += 2 * tourWords(p.Cities)
	}
	return 4 * words
}

// limitRounds bounds the rounds of a dispatch by the turns of loops that the device allows, in a larger work-group where one
// round takes more.
func (s *improveLaunch) limitRounds(p *problem.Problem, config KernelConfig, limits pipeline.Limits) error {
	for {
		round, begin := s.turns(p, config, limits.MinSubgroupSize)
		var ok bool
		if s.rounds, ok = limits.MaxUnits(round, begin); ok {
			return nil
		}
		larger := improveLaunch{group: 2 * s.group, shared: s.shared}
		if larger.group > min(maxGroupSize(limits), maxSearchGroup) || !larger.fit(p, limits) || larger.group == s.group {
			return rejectTurns("round of the local search", p, round+begin, limits)
		}
		*s = larger
	}
}

// turns bounds the turns of loops that a round takes each invocation, and those that a dispatch begins and ends with. The turn
// that only finds that a loop is over counts too.
func (s improveLaunch) turns(p *problem.Problem, config KernelConfig, subgroup uint32) (round, begin uint32) {
	cities, neighbours := uint32(p.Cities), uint32(p.Neighbours)
	in := func(all, at uint32) uint32 { return (all+at-1)/at + 1 }
	const eight = 8 // cities that an invocation looks after, one with the turn that ends them
	take := in(cities/eight+2, s.group)*(1+eight+1+sumTurns+s.group/subgroup+1) + in(flagWords(p.Cities), s.group)
	distance, each := distanceTurns(p, config), uint32(2*problem.MaxSegmentCities)
	if p.LocalSearch.MoveTypes().ThreeOpt {
		each = neighbours
	}
	// Each city of the list in either direction makes two nodes, and each of these may go on to every other city. A distance is
	// that of the edge to a, two are those of each node or of each way to go on; or-opt takes one more.
	const directions, ends = 2, 2
	listed, further := in(directions*neighbours, subgroup), 2*ends*distance
	if p.LocalSearch.MoveTypes().OrOpt {
		further += distance
	}
	look := listed*(2+ends+(1+2*ends)*distance) + in(ends*directions*neighbours*each, subgroup)*(2+ends+further)
	looks := in(problem.CitiesPerRound, s.teams)
	choose := in(problem.CitiesPerRound, subgroup) + in(2*3, subgroup)
	// The intervals of moves lie apart: a part of each, the other part, and both together.
	made := 2*(problem.CitiesPerRound+1) + 3*(problem.CitiesPerRound*2+cities/2/s.group)
	return 2*take + looks*(look+choose) + made, 5*in(cities, s.group) + 3*in(uint32(p.Ants), s.group) + 3*in(flagWords(p.Cities), s.group)
}
