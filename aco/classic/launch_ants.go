package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// antLaunch holds the sizes of a construction with candidate or near lists. Each ant is a subgroup or a
// part of one.
type antLaunch struct {
	group         uint32  // invocations per work-group
	ants          uint32  // ants per work-group
	perSubgroup   uint32  // ants per subgroup; 0: one
	perInvocation uint32  // candidates, or near cities, per invocation
	maxSteps      uint32  // most steps of a tour in one dispatch; 0: no limit
	data          AntData // where the visited flags of an ant are
	prefetched    uint32  // parts of the lists that an ant loads before its first step
}

// maxSingleSubgroups is the most subgroups with ants on a device with one subgroup per work-group.
// On one H200 the construction of MMAS took 16% less time than with two per work-group for pr1002,
// and 15% less for pr2392. ACS took 2 to 3% less. But an H200 runs at most 32 work-groups on each
// of its 132 multiprocessors: more ants would wait for others to end.
const maxSingleSubgroups = 4096

// manyAntsGroup is the default size of a work-group if there are more than maxSingleSubgroups: two
// subgroups of 32.
const manyAntsGroup = 64

// antsPerSubgroup returns the ants that share a subgroup.
func (s antLaunch) antsPerSubgroup() uint32 { return max(1, s.perSubgroup) }

// allAnts returns the ants of all colonies.
func allAnts(p *model.Problem) uint64 { return uint64(p.Ants) * uint64(p.Colonies) }

// listGroup returns the default size of a work-group for a number of subgroups with ants.
func listGroup(subgroups uint64, limits pipeline.Limits) uint32 {
	if subgroups <= maxSingleSubgroups {
		return limits.SubgroupSize
	}
	return manyAntsGroup
}

// antGroupSize returns the invocations of a work-group of ants, which are subgroups or, with
// MappingTask, invocations. KernelConfig.AntGroup overrides the wanted size.
func antGroupSize(config KernelConfig, limits pipeline.Limits, wanted uint32) uint32 {
	if limits.NoSubgroups && config.Mapping != MappingTask {
		return limits.SubgroupSize // one ant: its candidate list is no longer
	}
	if limits.Software {
		wanted = limits.SubgroupSize // one subgroup keeps a core busy
	}
	if config.AntGroup > 0 {
		wanted = nextPowerOfTwo(uint32(config.AntGroup))
	}
	return min(maxGroupSize(limits), max(limits.SubgroupSize, wanted))
}

// placeFlags sets where the visited flags are and how many ants share a work-group. It prefers
// shared memory, with fewer ants per work-group if it must. construct returns the pass that
// constructs the tours.
func (s *antLaunch) placeFlags(
	p *model.Problem, data AntData, limits pipeline.Limits, construct func(antLaunch) pipeline.Pass,
) error {
	// If the device cannot fix the subgroup size, there may be more and smaller subgroups than
	// this. The additional ones have no ant.
	s.ants = limits.Subgroups(s.group) * s.antsPerSubgroup()
	// in returns the sizes with the flags in a memory, and the shared memory that they need.
	in := func(data AntData) (antLaunch, uint64) {
		launch := *s
		launch.data = data
		need := launch.fit(limits, construct)
		return launch, need
	}
	shared, need := in(AntDataShared)
	if data != AntDataDevice && data != AntDataTour && need <= uint64(limits.SharedBytes) {
		*s = shared
		return nil
	}
	*s, _ = in(AntDataDevice)
	if data == AntDataShared {
		return sharedMemoryError(p, "the visited flags of an ant", need, limits).With(
			option.Set(option.AntData, AntDataDevice),
		)
	}
	return nil
}

// fit takes ants out of a work-group until its data fit in shared memory, or until it has one subgroup
// with ants. It returns the shared memory that they need.
func (s *antLaunch) fit(limits pipeline.Limits, construct func(antLaunch) pipeline.Pass) (need uint64) {
	for {
		pass := construct(*s)
		if need = pass.SharedBytes(); need <= uint64(limits.SharedBytes) || s.ants <= s.antsPerSubgroup() {
			return need
		}
		s.group, s.ants = s.group/2, s.ants/2
	}
}

// subgroupFlagWords returns the words of an ant's visited flags if a subgroup shares them: a power
// of two (shaders/classic/flags.glsl).
func subgroupFlagWords(cities int) uint32 { return nextPowerOfTwo(flagWords(cities)) }

// minPairedAnts returns the least number of ants at which two ants share a subgroup
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
	fixedSize := limits.MinSubgroupSize == limits.SubgroupSize && limits.SubgroupSize <= largestSubgroup &&
		!limits.NoSubgroups
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
