package classic

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// antLaunch is what a construction with candidate lists whose ants are subgroups chooses by the device and by n.
type antLaunch struct {
	group uint32  // invocations of a work-group
	ants  uint32  // of a work-group
	own   uint32  // candidates of an invocation
	steps uint32  // of a tour in one dispatch; 0: no limit
	data  AntData // where an ant's visited flags are
}

// antGroupSize returns the invocations of a work-group of ants that are subgroups, of those that a form asks for if it does.
func antGroupSize(config KernelConfig, limits pipeline.Limits) uint32 {
	if limits.NoSubgroups && config.Mapping != MappingTask {
		return limits.SubgroupSize // one ant, whose list has no more candidates
	}
	wanted := uint32(nearGroup)
	if limits.Software {
		wanted = limits.SubgroupSize // nothing is gained by more ants at once than the processor has cores
	}
	if config.AntGroup > 0 {
		wanted = nextPowerOfTwo(uint32(config.AntGroup))
	}
	return min(maxGroupSize(limits), max(limits.SubgroupSize, wanted))
}

// placeFlags decides where the flags of ants are, and how many ants a work-group has.
func (s *antLaunch) placeFlags(p *problem.Problem, data AntData, limits pipeline.Limits) error {
	// Where the size of subgroups cannot be required there may be more and smaller ones; those beyond have no ant.
	s.ants, s.data = limits.Subgroups(s.group), AntDataDevice
	if data == AntDataDevice {
		return nil
	}
	shared := *s
	shared.data = AntDataShared
	for shared.sharedBytes(p) > limits.SharedBytes && shared.ants > 1 {
		shared.group, shared.ants = shared.group/2, shared.ants/2
	}
	if need := shared.sharedBytes(p); need <= limits.SharedBytes {
		*s = shared
	} else if data == AntDataShared {
		return refuse("%d cities: an ant's visited flags take %s of shared memory, and the device has %s; keep them in its own memory (--ant-data %s)",
			p.Cities, pipeline.FormatBytes(uint64(need)), pipeline.FormatBytes(uint64(limits.SharedBytes)), AntDataDevice)
	}
	return nil
}

// sharedBytes is what the shaders declare: where the ants are and, in shared memory, visited flags.
func (s antLaunch) sharedBytes(p *problem.Problem) uint32 {
	words := s.ants
	if s.data == AntDataShared {
		words += s.ants * subgroupFlagWords(p.Cities)
	}
	return 4 * words
}

// subgroupFlagWords is the words of an ant's flags where a subgroup shares them: a power of two (shaders/include/flags.glsl).
func subgroupFlagWords(cities int) uint32 { return nextPowerOfTwo(flagWords(cities)) }

// eachOf returns how many of something one of so many invocations looks after.
func eachOf(count, invocations uint32) uint32 { return (count + invocations - 1) / invocations }
