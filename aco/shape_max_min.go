package aco

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// maxMinShape is what MMAS chooses by the device and by n.
type maxMinShape struct {
	list  uint32  // invocations for a city's candidates
	group uint32  // invocations of a work-group of ants
	ants  uint32  // of such a work-group
	own   uint32  // candidates of an invocation
	steps uint32  // of a tour in one dispatch
	data  AntData // where an ant's visited flags are
}

// maxMinGroup is two ants of a GPU's usual subgroup, as with selection near.
const maxMinGroup = nearGroup

// distanceTurns is the turns of the loops of a distance from coordinates at the most; see evaluatePasses.
const distanceTurns = 18

func maxMinShapeOf(p *problem.Problem, form Form, limits pipeline.Limits) (shape, error) {
	subgroup, most := limits.SubgroupSize, largestGroup(limits)
	if err := checkSubgroups(limits); err != nil {
		return shape{}, err
	}
	all := shape{row: min(most, largestRowGroup)}
	s := &all.maxMin
	wanted := uint32(maxMinGroup)
	s.list = min(most, max(subgroup, problem.MaxCandidates))
	if limits.Software {
		wanted, s.list = subgroup, subgroup // nothing is gained by more at once than the processor has cores
	}
	if form.AntGroup > 0 {
		wanted = powerOfTwoFrom(uint32(form.AntGroup))
	}
	s.group = min(most, max(subgroup, wanted))
	s.own = (uint32(p.Candidates) + limits.SmallestSubgroup - 1) / limits.SmallestSubgroup
	if err := s.place(p, form, limits); err != nil {
		return shape{}, err
	}
	s.steps = uint32(p.Cities)
	if limits.Software {
		if err := s.bound(p, form, limits, all.row); err != nil {
			return shape{}, err
		}
	}
	return all, nil
}

// place decides where the ants' flags are, and how many ants a work-group has.
func (s *maxMinShape) place(p *problem.Problem, form Form, limits pipeline.Limits) error {
	if form.Mapping == MappingTask {
		if form.AntData == AntDataShared {
			return refuse("ant data %s: with mapping %s it is in the device's memory; leave one of the two out", form.AntData, form.Mapping)
		}
		s.ants, s.data = s.group, AntDataDevice
		return nil
	}
	// Where the size of subgroups cannot be required there may be more and smaller ones; those beyond have no ant.
	s.ants, s.data = s.group/limits.SubgroupSize, AntDataDevice
	if form.AntData == AntDataDevice {
		return nil
	}
	group, ants := s.group, s.ants
	for maxMinSharedBytes(p, group, ants) > limits.SharedBytes && ants > 1 {
		group, ants = group/2, ants/2
	}
	if need := maxMinSharedBytes(p, group, ants); need <= limits.SharedBytes {
		s.group, s.ants, s.data = group, ants, AntDataShared
	} else if form.AntData == AntDataShared {
		return refuse("%d cities: an ant's visited flags take %s of shared memory, and the device has %s; keep them in its own memory (--ant-data %s)",
			p.Cities, pipeline.Bytes(uint64(need)), pipeline.Bytes(uint64(limits.SharedBytes)), AntDataDevice)
	}
	return nil
}

// maxMinSharedBytes is what construct_max_min.comp and its headers declare: random words, where the ants are, their flags.
func maxMinSharedBytes(p *problem.Problem, group, ants uint32) uint32 {
	return 4 * (group + ants*(1+spreadWords(p.Cities)))
}

// spreadWords is the words of an ant's flags where a subgroup shares them: a power of two (shaders/include/flags.glsl).
func spreadWords(cities int) uint32 { return powerOfTwoFrom(flagWords(cities)) }

// bound sets the steps of a dispatch by the turns of loops that are safe (mostTurns): a step looks at the candidates and, at worst,
// at all cities as the rest.
func (s *maxMinShape) bound(p *problem.Problem, form Form, limits pipeline.Limits, row uint32) error {
	width := limits.SmallestSubgroup
	if form.Mapping == MappingTask {
		width = 1
	}
	each := func(words uint32) uint32 { return (words + width - 1) / width } // of an invocation
	city := restTurns(p, form)
	words := each(spreadWords(p.Cities))
	turns := 3*each(uint32(p.Candidates)) + philoxRounds + 2*sumTurns + words*(2+32*city)
	once := 2*words + each(uint32(p.Cities))
	if evaluate := uint32(p.Cities) / row * city; max(turns+once, evaluate) > mostTurns {
		return refuse("%d cities: one step takes each invocation %d turns of its loops, and on a processor that stands in for a GPU %d are safe; choose a GPU, or the processor itself (--device cpu)",
			p.Cities, turns+once, mostTurns)
	}
	s.steps = min(s.steps, (mostTurns-once)/turns)
	return nil
}

// restTurns is the turns that a city of the rest takes (shaders/include/rest.glsl).
func restTurns(p *problem.Problem, form Form) uint32 {
	turns := uint32(3)
	if form.Distances == DistancesCoordinates {
		turns += distanceTurns
	}
	if p.Memory != problem.MemoryCandidates { // whose rest has no trails to weigh
		turns += turns + powerTurns(p.AlphaHalves) + powerTurns(p.BetaHalves)
	}
	return turns
}

// powerTurns is the turns of the loops of power in shaders/include/product.glsl.
func powerTurns(halves uint32) uint32 { return halves/2 + 16*(halves%2) }
