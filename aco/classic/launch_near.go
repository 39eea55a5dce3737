package classic

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// nearLaunch holds the sizes of the construction with selection near, in which each ant is a subgroup.
type nearLaunch struct {
	group uint32 // invocations per work-group
	ants  uint32 // ants per work-group
	own   uint32 // near cities per invocation
	steps uint32 // most steps of a tour in one dispatch; 0: no limit
}

// nearGroup holds two ants with subgroups of 32. With one ant per work-group, large instances reach the limit of resident work-groups
// before that of subgroups; see docs/performance.md.
const nearGroup = 64

func newNearLaunch(p *problem.Problem, config KernelConfig, limits pipeline.Limits) (nearLaunch, error) {
	s := nearLaunch{group: antGroupSize(config, limits)}
	// If the device cannot fix the subgroup size, there may be more and smaller subgroups than this; the rest have no ant.
	s.ants = limits.Subgroups(s.group)
	each := func(count uint32) uint32 { return eachOf(count, limits.MinSubgroupSize) }
	s.own = each(problem.NearCities)
	for s.sharedBytes(p) > uint64(limits.SharedBytes) && s.ants > 1 {
		s.group, s.ants = s.group/2, s.ants/2
	}
	if need := s.sharedBytes(p); need > uint64(limits.SharedBytes) {
		return nearLaunch{}, rejectShared(p, "an ant with its visited flags and its list", need, limits).With(problem.Other(problem.OptionSelection))
	}
	// A step reads the near cities, makes its trials, each with random words and two searches, and scans the row; or it reads its
	// list. A dispatch builds the list once.
	turns := 1 + 2*sumTurns + philoxRounds + 3*s.own + each(uint32(p.Trials))*uint32(1+philoxRounds+2*bits.Len(uint(p.Cities))) +
		philoxRounds + 2*max(each(uint32(p.Cities)), each(maxListLength(p)))
	once := each(uint32(p.Cities)) + (2+sumTurns+32)*each(flagWords(p.Cities)) + 2*each(maxListLength(p))
	var ok bool
	if s.steps, ok = limits.MaxUnits(turns, once); !ok {
		return nearLaunch{}, rejectTurns("step", p, turns+once, limits)
	}
	return s, nil
}

// flagWords returns the words of an ant's visited flags, one bit per city.
func flagWords(cities int) uint32 { return uint32(cities+31) / 32 }

// maxListLength returns the greatest length of an ant's list of unvisited cities.
func maxListLength(p *problem.Problem) uint32 { return uint32(min(p.Rest, p.Cities-1)) }

// sharedBytes returns the shared memory of a work-group.
func (s nearLaunch) sharedBytes(p *problem.Problem) uint64 {
	pass := nearPass(p, launchConfig{near: s})
	return pass.SharedBytes()
}
