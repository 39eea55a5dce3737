package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

const (
	// team is how many invocations make an ant. A city is looked from in 4·Width choices of two edges, of which about a quarter are
	// worth a third one.
	team = 32
	// antGroup is the invocations of a work-group: more ants in one wait for the slowest of them.
	antGroup = 32
)

// antShape is what the ant's stage chooses by the device. It changes no result.
type antShape struct{ team, group uint32 }

func antShapeOf(limits pipeline.Limits) antShape {
	s := antShape{team: min(team, limits.MinSubgroupSize), group: max(antGroup, limits.SubgroupSize)}
	if limits.Software {
		s.group = limits.SubgroupSize // nothing is gained by more ants at once than the processor has cores
	}
	return s
}

var antForms = forms{
	{&shaders.MergedAnt, &shaders.MergedAntCoordinates}, {&shaders.MergedAntTrails, &shaders.MergedAntTrailsCoordinates},
}

// antPasses lets all ants of all colonies work; distances are computed from coordinates, or come from the matrix. Its units are work-groups.
func antPasses(m *model.Model, computed bool, limits pipeline.Limits) []pipeline.Pass {
	s := antShapeOf(limits)
	ants := s.group / s.team // of a work-group
	pass := pipeline.Pass{
		Stage: "ant", Shader: antForms.of(m, computed), Units: (uint32(m.Colonies*m.Ants) + ants - 1) / ants,
		Constants: map[string]uint32{
			pipeline.GroupSize: s.group, "TEAM": s.team, "ANTS": ants, "WIDTH": uint32(m.Width), "SECOND": uint32(m.SecondWidth),
			"EVALUATIONS": model.MaxEvaluations, "WINDOW": 0,
		},
	}
	if m.HasTrails() {
		pass.Constants["STRONG"] = 0
		if m.Parameters.Pheromone == model.PheromoneStrong {
			pass.Constants["STRONG"] = 1
		}
	}
	if m.Windowed() {
		pass.Constants["WINDOW"] = 1
	}
	return []pipeline.Pass{pass}
}
