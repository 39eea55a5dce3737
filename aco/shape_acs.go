package aco

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// systemShape is what ACS chooses by the device and by n: its ants are subgroups.
type systemShape struct {
	group uint32  // invocations of a work-group
	ants  uint32  // of a work-group
	own   uint32  // candidates of an invocation
	steps uint32  // of a tour in one dispatch; 0: no limit
	data  AntData // where an ant's visited flags are
}

// systemGroup is two ants of a GPU's usual subgroup, as with selection near.
const systemGroup = nearGroup

// colonySystemShape is the shape of ACS.
func colonySystemShape(p *problem.Problem, form Form, limits pipeline.Limits) (shape, error) {
	if err := checkSubgroups(limits); err != nil {
		return shape{}, err
	}
	all := shape{row: min(largestGroup(limits), largestRowGroup)}
	s := &all.system
	wanted := uint32(systemGroup)
	if limits.Software {
		wanted = limits.SubgroupSize // nothing is gained by more ants at once than the processor has cores
	}
	if form.AntGroup > 0 {
		wanted = powerOfTwoFrom(uint32(form.AntGroup))
	}
	s.group = min(largestGroup(limits), max(limits.SubgroupSize, wanted))
	s.own = eachOf(uint32(p.Candidates), limits)
	if err := s.place(p, form, limits); err != nil {
		return shape{}, err
	}
	if limits.Software {
		return all, s.bound(p, form, limits, all.row)
	}
	return all, nil
}

// place decides where the ants' flags are, and how many ants a work-group has.
func (s *systemShape) place(p *problem.Problem, form Form, limits pipeline.Limits) error {
	if p.Synchronous && form.AntData == AntDataShared {
		return refuse("ant data %s: ants that choose step by step keep it in the device's memory between steps (--ant-data %s)",
			AntDataShared, AntDataDevice)
	}
	// Where the size of subgroups cannot be required there may be more and smaller ones; those beyond have no ant.
	s.ants, s.data = s.group/limits.SubgroupSize, AntDataDevice
	if p.Synchronous || form.AntData == AntDataDevice {
		return nil
	}
	shared := *s
	shared.data = AntDataShared
	for shared.sharedBytes(p) > limits.SharedBytes && shared.ants > 1 {
		shared.group, shared.ants = shared.group/2, shared.ants/2
	}
	if need := shared.sharedBytes(p); need <= limits.SharedBytes {
		*s = shared
	} else if form.AntData == AntDataShared {
		return refuse("%d cities: an ant's visited flags take %s of shared memory, and the device has %s; keep them in its own memory (--ant-data %s)",
			p.Cities, pipeline.Bytes(uint64(need)), pipeline.Bytes(uint64(limits.SharedBytes)), AntDataDevice)
	}
	return nil
}

// sharedBytes is what the shaders declare: where the ants are, random words and, in shared memory, visited flags.
func (s systemShape) sharedBytes(p *problem.Problem) uint32 {
	words := s.group + s.ants
	if s.data == AntDataShared {
		words += s.ants * spreadWords(p.Cities)
	}
	return 4 * words
}

// eachOf returns how many of something an invocation of the smallest subgroup looks after.
func eachOf(count uint32, limits pipeline.Limits) uint32 {
	return (count + limits.SmallestSubgroup - 1) / limits.SmallestSubgroup
}

// bound sets the steps of a dispatch by the turns of loops that are safe (mostTurns): a step looks at the candidates and, at worst,
// at all cities as the rest.
func (s *systemShape) bound(p *problem.Problem, form Form, limits pipeline.Limits, row uint32) error {
	city := restTurns(p, form)
	words := eachOf(spreadWords(p.Cities), limits)
	turns := 3*(philoxRounds+1) + 6*s.own + 2*sumTurns + words*(2+32*city)
	once := 2*words + eachOf(uint32(p.Cities), limits)
	together := uint32(0) // updates of a step, which are a dispatch of their own
	if p.Synchronous {
		// All ants may have come from one city and gone to another; they are looked through twice, and all change one record each time.
		together = 2 * (1 + 2*eachOf(uint32(p.Ants), limits) + uint32(p.Ants))
	}
	if most := max(turns+once, uint32(p.Cities)/row*city, together); most > mostTurns {
		return refuse("%d cities and %d ants: one step takes each invocation up to %d turns of its loops, and on a processor that stands in for a GPU %d are safe; choose a GPU, or the processor itself (--device cpu)",
			p.Cities, p.Ants, most, mostTurns)
	}
	s.steps = (mostTurns - once) / turns
	return nil
}
