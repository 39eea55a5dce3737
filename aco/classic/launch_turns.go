package classic

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// turns bounds the turns of loops that a step takes each invocation, and those that a dispatch begins with. The turn that
// only finds that a loop is over counts too. On a device that runs a subgroup's invocations as lanes of one, a loop within a
// loop takes, at each turn of the outer one, as many turns as the lane with most of them.
func (s launchConfig) turns(p *problem.Problem, config KernelConfig) (step, begin uint32) {
	cities, subgroups := uint32(p.Cities), s.ant/minSubgroup
	const philox = philoxRounds + 1
	if config.Mapping == MappingTask {
		vectors := uint32(pitch(p.Cities) / citiesPerLoad)
		words := cities/32 + 2
		// It goes over the row twice, word by word of the flags, which it clears at first.
		return 1 + philox + 2*(2*words+vectors), words
	}
	begin = cities/s.ant + s.vectors // to recall the cities of earlier dispatches
	switch p.Selection {
	case problem.SelectIRoulette:
		return 2 + s.vectors*(1+philox+citiesPerLoad+1) + subgroups, begin
	case problem.SelectTiled:
		own, tile := s.vectors*citiesPerLoad, s.tile(p)
		part := min(own, tile) + 1
		// It adds up its own cities and what lies beside the first and the last border of tiles; then, for each tile, it adds
		// up its part of it, makes a random word and looks for the drawn city.
		return 2 + own + 2*part + (own/tile+2)*(1+philox+2*part) + sumTurns + 2*(subgroups+1), begin
	}
	// It adds the weights, looks for the chosen one among the same, adds up the subgroups, and makes random words at the most
	// once.
	step = 1 + sumTurns + s.vectors + s.vectors*(1+citiesPerLoad) + subgroups + philoxRounds
	if p.Selection == problem.SelectHybrid {
		begin += sumTurns + s.vectors + s.vectors*(1+citiesPerLoad) + subgroups // or to end with a list of the others
	}
	if p.Selection == problem.SelectTile {
		step += (1 + s.vectors/minSubgroup) * sumTurns // load by load of the chosen tile
	}
	rounds := 1 + uint32(p.Trials)/s.ant
	if config.PrefixSearch == PrefixSearchKary {
		rounds = uint32(p.Trials)
	}
	if p.Trials > 0 {
		step += rounds * uint32(2+bits.Len32(cities)) // or first, in rounds, a search among a row's cities
	}
	return step, begin
}

// sharedBytes is what the shaders of the construction and their headers declare.
func (s launchConfig) sharedBytes(p *problem.Problem, config KernelConfig) uint32 {
	if config.Mapping == MappingTask {
		return 0
	}
	flags, subgroups := (s.ant*s.vectors*citiesPerLoad+31)/32, s.ant/minSubgroup
	const chosen = 1
	switch p.Selection {
	case problem.SelectIRoulette:
		return 4 * (flags + chosen + 3*subgroups) // the subgroups' best offers
	case problem.SelectTiled:
		return 4 * (flags + chosen + 3*subgroups + subgroups + 2*s.ant) // and their totals; sums at the borders of tiles
	}
	const firstSuccesses = 2 // of two rounds of trials
	return 4 * (flags + chosen + 4*min(s.ant, maxRandomBlocks) + subgroups + firstSuccesses)
}

// tile is the number of cities of a tile, of which no more are of use than there are.
func (s launchConfig) tile(p *problem.Problem) uint32 { return uint32(min(p.Tile, p.Cities)) }

// groupsOf is how many work-groups so many invocations take.
func groupsOf(group uint32, invocations int) uint32 {
	return (uint32(invocations) + group - 1) / group
}
