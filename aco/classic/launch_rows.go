package classic

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	// maxAntGroup is the fastest size from lin318 to pcb3038 on an H200: pr2392 took 11.1 ms with
	// 128 and 14.0 with 256, because barriers and sums over subgroups cost more than the
	// additional loads save.
	maxAntGroup = 128
	// trialAntGroup is the largest size for selections with trials, up to maxTrialGroupCities
	// cities: the trials use half of maxAntGroup. With more cities the scan of the row after
	// failed trials needs the larger group: fnl4461 took 26.9 ms with 128 and 30.8 with 64.
	trialAntGroup       = 64
	maxTrialGroupCities = 4096
	// maxColumns is 16 KiB of sums: every device has this shared memory. Longer rows are summed in
	// parts.
	maxColumns = 4096
)

// newAntSystemLaunch returns the sizes for Ant System.
func newAntSystemLaunch(p *model.Problem, config KernelConfig, limits pipeline.Limits) (launchConfig, error) {
	s, err := newRowLaunch(p, config, limits)
	if err == nil && p.Selection == model.SelectNear {
		s.near, err = newNearLaunch(p, config, limits)
	}
	return s, err
}

// newRowLaunch returns the sizes for the stages of Ant System that read rows of a matrix.
func newRowLaunch(p *model.Problem, config KernelConfig, limits pipeline.Limits) (launchConfig, error) {
	if err := checkSubgroups(limits); err != nil {
		return launchConfig{}, err
	}
	maxGroup := maxGroupSize(limits)
	s := launchConfig{limits: limits, rowGroup: min(maxGroup, maxRowGroup), antGroup: rowAntGroup(p, config, limits)}
	s.columns = min(uint32(Pitch(p.Cities)), maxColumns, limits.SharedBytes/4)
	if first := p.FirstListStep(p.Cities); first < p.Cities {
		if err := s.chooseListGroups(p, config, maxGroup, limits); err != nil || first == 0 {
			return s, err
		}
	}
	s.loads = ceilDiv(loadsPerRow(p), s.antGroup)
	step, begin := s.loopIterations(p, config)
	var ok bool
	if s.maxSteps, ok = limits.MaxUnits(step, begin); !ok {
		return launchConfig{}, loopLimitError("step", p, step+begin, limits)
	}
	if need := s.sharedBytes(p, config); need > uint64(limits.SharedBytes) {
		return launchConfig{}, sharedMemoryError(p, "an ant", need, limits).With(
			option.Other(option.Selection), option.Other(option.Algorithm),
		)
	}
	return s, nil
}

// loadsPerRow returns the loads of a row of weights.
func loadsPerRow(p *model.Problem) uint32 { return uint32(Pitch(p.Cities) / citiesPerLoad) }

// rowAntGroup returns the invocations per ant or, with MappingTask, the ants per work-group.
func rowAntGroup(p *model.Problem, config KernelConfig, limits pipeline.Limits) uint32 {
	wanted := nextPowerOfTwo(loadsPerRow(p))
	if limits.Software || config.Mapping == MappingTask {
		// On a processor more subgroups hide no latency: one subgroup, which needs no barriers, is
		// fastest. Ants of one invocation do not wait for each other.
		wanted = limits.SubgroupSize
	}
	wanted = min(wanted, maxAntGroup)
	if p.Trials > 0 && p.Cities <= maxTrialGroupCities {
		wanted = min(wanted, trialAntGroup)
	}
	if config.AntGroup > 0 {
		wanted = nextPowerOfTwo(uint32(config.AntGroup))
	}
	return min(maxGroupSize(limits), max(limits.SubgroupSize, wanted, nextPowerOfTwo(randomBlocks(p.Trials))))
}

// skipVisited returns 1 if an invocation skips the load of four weights whose cities are all
// visited. With more than two loads per invocation this saves more cache bandwidth than the branch
// costs.
func (s launchConfig) skipVisited() uint32 {
	return flag(s.loads > 2)
}

// randomBlocks returns the blocks of four random words that a step needs: a word per trial and one
// for the roulette. A work-group computes the words of at least one step at once, one block per
// invocation.
func randomBlocks(trials int) uint32 { return uint32(trials)/4 + 1 }

// loopIterations returns upper bounds of the loop iterations per invocation: of a step, and of the
// beginning of a dispatch. The final test of a loop counts as an iteration. In lockstep, an inner
// loop takes as many iterations as the lane with the most.
func (s launchConfig) loopIterations(p *model.Problem, config KernelConfig) (step, begin uint32) {
	cities, subgroups := uint32(p.Cities), s.antGroup/minSubgroup
	const philox = philoxRounds + 1 // iterations for one block of random words
	if config.Mapping == MappingTask {
		words := cities/32 + 2
		// An ant clears its flags. Then it reads the row twice, one word of flags at a time.
		return 1 + philox + 2*(2*words+loadsPerRow(p)) + fineIterations(cities), words
	}
	begin = cities/s.antGroup + s.loads // to set the flags of the cities of earlier dispatches
	fine := fineIterations(s.loads * citiesPerLoad)
	switch p.Selection {
	case model.SelectIRoulette:
		return 2 + 2*(s.loads*(1+philox+2*(citiesPerLoad+1))+subgroups) + fine, begin
	case model.SelectTiled:
		held, tile := s.loads*citiesPerLoad, s.tile(p) // cities of an invocation, of a tile
		part := min(held, tile) + 1
		// An invocation sums its cities and the ends of the tiles that it shares. Then, for each
		// tile, it sums its part, computes a random word and searches the drawn city.
		contest := held + 2*part + (held/tile+2)*(1+philox+2*part) + sumIterations + 2*(subgroups+1)
		return 2 + 2*contest + fine, begin
	}
	// An invocation sums its weights, searches the chosen one, sums the subgroups and computes
	// random words at most once.
	scan := sumIterations + s.loads + s.loads*(1+citiesPerLoad) + subgroups
	step = 1 + scan + philoxRounds + fine
	if p.Selection == model.SelectHybrid {
		begin += scan // or to end with a list of the unvisited cities
	}
	if p.Selection == model.SelectTile {
		step += (1 + s.loads/minSubgroup) * sumIterations // of the loads of the chosen tile
	}
	rounds := 1 + uint32(p.Trials)/s.antGroup
	if config.PrefixSearch == PrefixSearchKary {
		rounds = uint32(p.Trials)
	}
	if p.Trials > 0 {
		step += rounds * uint32(2+bits.Len32(cities)) // searches in the running sums
	}
	return step, begin
}

// fineIterations returns the loop iterations of a choice by fine weights, by the elements of an
// invocation: two passes to scale them and two to draw (shaders/classic/fine.glsl). A pass may look for
// the next unvisited element twice for each, and once for each word of flags.
func fineIterations(elements uint32) uint32 {
	return 4*(1+3*elements+elements/32) + 2*(sumIterations+2)
}

// sharedBytes returns the shared memory of a work-group that constructs a tour with visited flags.
func (s launchConfig) sharedBytes(p *model.Problem, config KernelConfig) uint64 {
	pass := flagPass(p, 0, config, s)
	if config.Mapping == MappingTask {
		pass = taskPass(p, s)
	}
	return pass.SharedBytes()
}

// tile returns the number of cities of a tile, at most all cities.
func (s launchConfig) tile(p *model.Problem) uint32 { return uint32(min(p.Tile, p.Cities)) }
