package classic

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// turns returns bounds of the loop iterations per invocation: of a step, and of the beginning of a dispatch. The final test of a loop
// counts as an iteration. If the invocations of a subgroup run as lanes, an inner loop takes as many iterations as the lane with the
// most.
func (s launchConfig) turns(p *problem.Problem, config KernelConfig) (step, begin uint32) {
	cities, subgroups := uint32(p.Cities), s.ant/minSubgroup
	const philox = philoxRounds + 1
	if config.Mapping == MappingTask {
		vectors := uint32(pitch(p.Cities) / citiesPerLoad)
		words := cities/32 + 2
		// An ant reads the row twice, a word of flags at a time, and clears the flags first.
		return 1 + philox + 2*(2*words+vectors), words
	}
	begin = cities/s.ant + s.vectors // to set the flags of the cities of earlier dispatches
	switch p.Selection {
	case problem.SelectIRoulette:
		return 2 + s.vectors*(1+philox+citiesPerLoad+1) + subgroups, begin
	case problem.SelectTiled:
		own, tile := s.vectors*citiesPerLoad, s.tile(p)
		part := min(own, tile) + 1
		// An invocation sums its cities and the ends of the tiles that it shares. Then, for each tile, it sums its part, computes a
		// random word and searches the drawn city.
		return 2 + own + 2*part + (own/tile+2)*(1+philox+2*part) + sumTurns + 2*(subgroups+1), begin
	}
	// An invocation sums its weights, searches the chosen one, sums the subgroups and computes random words at most once.
	step = 1 + sumTurns + s.vectors + s.vectors*(1+citiesPerLoad) + subgroups + philoxRounds
	if p.Selection == problem.SelectHybrid {
		begin += sumTurns + s.vectors + s.vectors*(1+citiesPerLoad) + subgroups // or to end with a list of the unvisited cities
	}
	if p.Selection == problem.SelectTile {
		step += (1 + s.vectors/minSubgroup) * sumTurns // the loads of the chosen tile
	}
	rounds := 1 + uint32(p.Trials)/s.ant
	if config.PrefixSearch == PrefixSearchKary {
		rounds = uint32(p.Trials)
	}
	if p.Trials > 0 {
		step += rounds * uint32(2+bits.Len32(cities)) // searches in the running sums
	}
	return step, begin
}

// sharedBytes returns the shared memory of a work-group that constructs a tour with visited flags.
func (s launchConfig) sharedBytes(p *problem.Problem, config KernelConfig) uint64 {
	pass := flagPass(p, 0, config, s)
	if config.Mapping == MappingTask {
		pass = taskPass(p, s)
	}
	return pass.SharedBytes()
}

// tile returns the cities of a tile, at most all cities.
func (s launchConfig) tile(p *problem.Problem) uint32 { return uint32(min(p.Tile, p.Cities)) }

// groupsOf returns the work-groups of a size that have at least this many invocations.
func groupsOf(group uint32, invocations int) uint32 {
	return (uint32(invocations) + group - 1) / group
}
