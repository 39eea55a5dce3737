package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// minPairedAnts returns the least number of ants with which two share a subgroup
// (shaders/classic/construct_max_min.comp). On one H200 pairs were 11% faster with 4461 ants, when
// the instructions of all ants take longer than the steps of one, but 13% slower with 2392. On
// software devices pairs are faster, but few of them leave cores without a work-group.
func minPairedAnts(limits pipeline.Limits) uint64 {
	if limits.Software {
		return 16
	}
	return maxSingleSubgroups + 1
}

// withPairs returns the sizes for two ants in a subgroup. It reports whether they are possible:
// the size of subgroups is known and at most 32, an ant needs half of one for its candidates, and
// its visited flags are in shared memory. There are no fixed edges: an ant that must take one does
// not draw, which would divide the subgroup.
func (s maxMinLaunch) withPairs(p *model.Problem, config KernelConfig, limits pipeline.Limits) (maxMinLaunch, bool) {
	const leastTeam, largestSubgroup = 4, 32 // shaders/classic/team.glsl; the bits of a word
	half := limits.SubgroupSize / 2
	s.perSubgroup, s.perInvocation = 2, ceilDiv(uint32(p.Candidates), max(1, half))
	team := max(leastTeam, nextPowerOfTwo(ceilDiv(uint32(p.Candidates), s.perInvocation)))
	fixedSize := limits.MinSubgroupSize == limits.SubgroupSize && limits.SubgroupSize <= largestSubgroup && !limits.NoSubgroups
	if config.Mapping == MappingTask || s.data != AntDataShared || p.HasFixed() || !fixedSize || team != half {
		return s, false
	}
	s.group = antGroupSize(config, limits, listGroup(uint64(s.subgroups(p)), limits))
	err := s.placeFlags(p, config, limits)
	return s, err == nil && s.data == AntDataShared
}

// subgroups returns the subgroups with ants. Each has ants of one colony.
func (s maxMinLaunch) subgroups(p *model.Problem) uint32 {
	return uint32(p.Colonies) * ceilDiv(uint32(p.Ants), s.antsPerSubgroup())
}
