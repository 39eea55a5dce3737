package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

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
