package classic

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// newNearLaunch returns the sizes for selection near.
func newNearLaunch(p *model.Problem, config KernelConfig, limits pipeline.Limits) (antLaunch, error) {
	width := limits.MinSubgroupSize
	s := antLaunch{
		group: antGroupSize(config, limits, listGroup(allAnts(p), limits)), prefetched: nearParts(p, limits),
	}
	// If the device cannot fix the subgroup size, there may be more and smaller subgroups than
	// this. The additional ones have no ant.
	s.ants = limits.Subgroups(s.group)
	s.perInvocation = ceilDiv(model.NearCities, width)
	need := s.fit(limits, func(ants antLaunch) pipeline.Pass { return nearPass(p, ants) })
	if need > uint64(limits.SharedBytes) {
		return antLaunch{}, sharedMemoryError(p, "an ant with its visited flags and its list", need, limits).With(
			option.Other(option.Selection),
		)
	}
	// A step reads the near cities, makes its trials, each with random words and two searches, and
	// scans the row; or it reads its list. A dispatch builds the list once.
	step := 1 + 2*sumIterations + philoxRounds + 3*s.perInvocation + ceilDiv(uint32(p.Trials),
		width)*uint32(1+philoxRounds+2*bits.Len(uint(p.Cities))) +
		philoxRounds + 2*ceilDiv(uint32(p.Cities), width) + fineIterations(ceilDiv(uint32(p.Cities), width))
	begin := ceilDiv(uint32(p.Cities), width) + (2+sumIterations+32)*ceilDiv(flagWords(p.Cities), width) + 2*ceilDiv(
		maxListLength(p), width,
	)
	var ok bool
	if s.maxSteps, ok = limits.MaxUnits(step, begin); !ok {
		return antLaunch{}, loopLimitError("step", p, step+begin, limits)
	}
	return s, nil
}

// flagWords returns the words of an ant's visited flags, one bit per city.
func flagWords(cities int) uint32 { return uint32(cities+31) / 32 }

// maxListLength returns the maximum length of an ant's list of unvisited cities.
func maxListLength(p *model.Problem) uint32 { return uint32(min(p.Rest, p.Cities-1)) }

const (
	// prefetchWords is the size of the parts that an ant loads, in words
	// (shaders/classic/prefetch.glsl). GPUs load 32 bytes or more from a cache.
	prefetchWords = 8
	// maxPrefetchBytes is the most bytes of lists that an ant loads before its first step: the
	// near lists of 783 cities, but not of 1002. The nearest cache of an H200 has 256 KiB. There
	// the prefetch saves 22% of the construction at d198, 5% at rat783, and nothing at pr1002.
	maxPrefetchBytes = 208 << 10
)

// nearParts returns the parts to prefetch of the near lists and of the sums of other cities.
func nearParts(p *model.Problem, limits pipeline.Limits) uint32 {
	cities := uint64(p.Cities)
	return prefetchedParts(
		cities*model.NearWords/prefetchWords+ceilDiv(cities, prefetchWords), cities*(model.NearWords+1), limits,
	)
}

// candidateParts returns the parts to prefetch of the candidate lists and of a number for each
// candidate. A list may begin within a part. A selective memory needs none: the ant loads a record
// at the same time as a list, and other ants change records.
func candidateParts(p *model.Problem, limits pipeline.Limits) uint32 {
	if p.Memory == model.MemorySelective {
		return 0
	}
	lists := 2 * uint64(p.Cities)
	return prefetchedParts(lists*uint64(p.Candidates/prefetchWords+1), lists*uint64(p.Candidates), limits)
}

// prefetchedParts returns parts, or 0 if their words are too many or if the device runs on the
// processor, where an ant would wait for them.
func prefetchedParts(parts, words uint64, limits pipeline.Limits) uint32 {
	if limits.Software || words > maxPrefetchBytes/4 {
		return 0
	}
	return uint32(parts)
}
