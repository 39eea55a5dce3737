package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	// team is the number of invocations of an ant. A search from a city examines 4·Width pairs of
	// edges; about a quarter of them continue with a third edge. With fewer invocations more ants
	// run at once, but the chain of operations of an ant becomes longer in proportion.
	team = 32
	// antGroup is the number of invocations of a work-group. With more ants per work-group, all
	// wait for the slowest: two and four ants took 5 and 10% longer on an H200.
	antGroup = 32
)

// antSizes are the sizes of the ant stage, which depend on the device. They change no result.
type antSizes struct{ team, group uint32 }

func antSizesFor(limits pipeline.Limits) antSizes {
	s := antSizes{team: min(team, limits.MinSubgroupSize), group: max(antGroup, limits.SubgroupSize)}
	if limits.Software {
		s.group = limits.SubgroupSize // a software device gains nothing from larger work-groups
	}
	return s
}

var antVariants = distanceVariants{
	&shaders.MergedAnt, &shaders.MergedAntCoordinates, &shaders.MergedAntSpace, &shaders.MergedAntHaversine,
}

// largeAnts are the shaders of ants for large instances.
var largeAnts = distanceVariants{
	fromPlane: &shaders.MergedAntLargeCoordinates, fromSpace: &shaders.MergedAntLargeSpace,
	fromHaversine: &shaders.MergedAntLargeHaversine,
}

// antPasses returns the pass of the ants of all colonies. Units are work-groups.
func antPasses(m *model.Model, source distanceSource, limits pipeline.Limits) []pipeline.Pass {
	s := antSizesFor(limits)
	ants := s.group / s.team // of a work-group
	pass := pipeline.Pass{
		Stage: "ant", Shader: antVariants[source], Units: (uint32(m.Colonies*m.Ants) + ants - 1) / ants,
		Constants: map[string]uint32{
			pipeline.GroupSize: s.group, "TEAM": s.team, "ANTS": ants, "WIDTH": uint32(m.Width),
			"SECOND_WIDTH":    uint32(m.SecondWidth),
			"MAX_EVALUATIONS": model.MaxEvaluations, "FIXED": 0,
		},
	}
	if m.HasFixed() {
		pass.Constants["FIXED"] = 1
	}
	if isLarge(m, source, limits) {
		pass.Shader = largeAnts[source]
		pass.Constants["PART"] = uint32(candidateBuffers(m, source, limits)[0].Words / candidateWords)
	}
	setPairs(m, source, &pass)
	return []pipeline.Pass{pass}
}
