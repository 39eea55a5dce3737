package classic

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// nearLaunch is what selection near chooses by the device and by n: its ants are subgroups.
type nearLaunch struct {
	group uint32 // invocations of a work-group
	ants  uint32 // of a work-group
	own   uint32 // near cities of an invocation
	steps uint32 // of a tour in one dispatch
}

// nearGroup is two ants of a GPU's usual subgroup: with one each, work-groups run out on large instances before subgroups do; see
// docs/performance.md.
const nearGroup = 64

func newNearLaunch(p *problem.Problem, config KernelConfig, limits pipeline.Limits) (nearLaunch, error) {
	s := nearLaunch{group: antGroupSize(config, limits)}
	// Where the size of subgroups cannot be required there may be more and smaller ones; those beyond have no ant.
	s.ants = limits.Subgroups(s.group)
	each := func(count uint32) uint32 { return eachOf(count, limits.MinSubgroupSize) }
	s.own = each(problem.NearCities)
	for s.sharedBytes(p) > limits.SharedBytes && s.ants > 1 {
		s.group, s.ants = s.group/2, s.ants/2
	}
	if need := s.sharedBytes(p); need > limits.SharedBytes {
		return nearLaunch{}, refuse("%d cities: an ant's visited flags and its list take %s of shared memory, and the device has %s; choose another selection (--selection)",
			p.Cities, pipeline.FormatBytes(uint64(need)), pipeline.FormatBytes(uint64(limits.SharedBytes)))
	}
	// A step looks at the near cities, then makes its trials, each with random words and two searches, then scans the row; or
	// it goes along its list. The list begins once.
	turns := 1 + 2*sumTurns + philoxRounds + 3*s.own + each(uint32(p.Trials))*uint32(1+philoxRounds+2*bits.Len(uint(p.Cities))) +
		philoxRounds + 2*max(each(uint32(p.Cities)), each(maxListLength(p)))
	once := each(uint32(p.Cities)) + (2+sumTurns+32)*each(flagWords(p.Cities)) + 2*each(maxListLength(p))
	var ok bool
	if s.steps, ok = limits.MaxUnits(turns, once); !ok {
		return nearLaunch{}, rejectTurns("step", p, turns+once, limits)
	}
	return s, nil
}

// flagWords is the words of an ant's visited flags, a bit a city.
func flagWords(cities int) uint32 { return uint32(cities+31) / 32 }

// maxListLength is the longest that an ant's list gets.
func maxListLength(p *problem.Problem) uint32 { return uint32(min(p.Rest, p.Cities-1)) }

// sharedBytes is what construct_near.comp and its headers declare: where the ants are, their flags, random words, sums over
// the near cities, and lists.
func (s nearLaunch) sharedBytes(p *problem.Problem) uint32 {
	return 4 * (s.group + s.ants*(1+flagWords(p.Cities)+problem.NearCities+maxListLength(p)))
}
