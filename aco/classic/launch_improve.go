package classic

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// improveLaunch holds the sizes for the local search.
type improveLaunch struct {
	group  uint32 // invocations per work-group
	teams  uint32 // subgroups of a work-group that look for moves
	rounds uint32 // most rounds in one dispatch; 0: no limit
	shared bool   // the tour is in shared memory, two cities per word
}

const (
	// maxSearchGroup gives each city of a round a subgroup of 32. Rounds are sequential, so a round has to be short.
	maxSearchGroup = 32 * problem.CitiesPerRound
	// minSearchGroup and totalSearchInvocations, the invocations for all tours together, were measured; see docs/performance.md.
	minSearchGroup         = 256
	totalSearchInvocations = 1 << 17
	// maxPackedCities is the largest instance whose city numbers fit in 16 bits.
	maxPackedCities = 1 << 16
	// maxSearchCities is the largest instance whose city numbers fit in a node of improve_best.glsl.
	maxSearchCities   = 1 << 24
	searchHeaderWords = 3 // words of an ant after its active cities, of improve.comp
)

// noLocalSearch is the remedy for an instance that is too large for the local search.
var noLocalSearch = problem.Set(problem.OptionLocalSearch, problem.SearchNone)

// newImproveLaunch returns the sizes for the local search. It keeps the tour in shared memory if it fits.
func newImproveLaunch(p *problem.Problem, config KernelConfig, limits pipeline.Limits) (improveLaunch, error) {
	if p.Cities > maxSearchCities {
		return improveLaunch{}, problem.Errorf("%d cities: the local search takes up to %d", p.Cities, maxSearchCities).With(noLocalSearch)
	}
	most := min(maxGroupSize(limits), max(limits.SubgroupSize, searchGroup(p, config, limits)))
	if config.AntData != AntDataDevice && p.Cities <= maxPackedCities {
		if s := (improveLaunch{group: most, shared: true}); s.fit(p, config, limits) {
			return s, s.limitRounds(p, config, limits)
		}
	}
	if config.AntData == AntDataShared {
		need := improveLaunch{group: limits.SubgroupSize, teams: 1, shared: true}.sharedBytes(p, config)
		return improveLaunch{}, rejectShared(p, "the local search of a tour", need, limits).With(problem.Set(problem.OptionAntData, AntDataDevice))
	}
	s := improveLaunch{group: most}
	if !s.fit(p, config, limits) {
		return improveLaunch{}, rejectShared(p, "the local search", s.sharedBytes(p, config), limits).With(noLocalSearch)
	}
	return s, s.limitRounds(p, config, limits)
}

// searchGroup returns the wanted invocations per tour: as many as a round can use, and fewer if there are many tours.
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

// softwareSearchGroup returns the invocations per tour on a software device: one subgroup, which needs no barriers, is
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

// fit halves the work-group until its data fits in shared memory. It reports whether it fits.
func (s *improveLaunch) fit(p *problem.Problem, config KernelConfig, limits pipeline.Limits) bool {
	for ; ; s.group /= 2 {
		s.teams = min(limits.Subgroups(s.group), problem.CitiesPerRound)
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
func (s improveLaunch) sharedBytes(p *problem.Problem, config KernelConfig) uint64 {
	pass := improvePass(p, config, s)
	return pass.SharedBytes()
}

// limitRounds limits the rounds of a dispatch by the loop iterations that the device allows. It enlarges the work-group if one round
// has more.
func (s *improveLaunch) limitRounds(p *problem.Problem, config KernelConfig, limits pipeline.Limits) error {
	for {
		round, begin := s.turns(p, config, limits.MinSubgroupSize)
		var ok bool
		if s.rounds, ok = limits.MaxUnits(round, begin); ok {
			return nil
		}
		larger := improveLaunch{group: 2 * s.group, shared: s.shared}
		if larger.group > min(maxGroupSize(limits), maxSearchGroup) || !larger.fit(p, config, limits) || larger.group == s.group {
			return rejectTurns("round of the local search", p, round+begin, limits)
		}
		*s = larger
	}
}

// turns returns bounds of the loop iterations per invocation: of a round, and of the beginning and the end of a dispatch. The final
// test of a loop counts as an iteration.
func (s improveLaunch) turns(p *problem.Problem, config KernelConfig, subgroup uint32) (round, begin uint32) {
	cities, neighbours := uint32(p.Cities), uint32(p.Neighbours)
	in := func(all, at uint32) uint32 { return (all+at-1)/at + 1 }
	const eight = 8 // cities per invocation
	take := in(cities/eight+2, s.group)*(1+eight+1+sumTurns+s.group/subgroup+1) + in(flagWords(p.Cities), s.group)
	distance, each := distanceTurns(p, config), uint32(2*problem.MaxSegmentCities)
	if p.LocalSearch.MoveTypes().ThreeOpt {
		each = neighbours
	}
	// Each neighbour gives two nodes per direction, and each node may continue to every other city. One distance is that of the edge
	// to a, two are those of each node and of each continuation. Or-opt needs one more.
	const directions, ends = 2, 2
	listed, further := in(directions*neighbours, subgroup), 2*ends*distance
	if p.LocalSearch.MoveTypes().OrOpt {
		further += distance
	}
	look := listed*(2+ends+(1+2*ends)*distance) + in(ends*directions*neighbours*each, subgroup)*(2+ends+further)
	looks := in(problem.CitiesPerRound, s.teams)
	choose := in(problem.CitiesPerRound, subgroup) + in(2*3, subgroup)
	// The intervals of moves are disjoint. Each has up to three reversals: its first part, its second part, and both.
	made := 2*(problem.CitiesPerRound+1) + 3*(problem.CitiesPerRound*2+cities/2/s.group)
	return 2*take + looks*(look+choose) + made, 5*in(cities, s.group) + 3*in(uint32(p.Ants), s.group) + 3*in(flagWords(p.Cities), s.group)
}
