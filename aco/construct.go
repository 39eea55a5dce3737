package aco

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

// constructPasses make the ants' tours. Their units are steps.
func constructPasses(p *problem.Problem, form Form, s shape) ([]pipeline.Pass, error) {
	if p.Selection == problem.SelectNear {
		return []pipeline.Pass{nearPass(p, s)}, nil
	}
	pass := pipeline.Pass{
		Stage: "construct", Shader: &shaders.Construct, Units: uint32(p.Cities), Groups: uint32(p.Ants), MaxUnits: s.steps,
		Light:     1, // the start city is drawn without a look at any row
		Constants: constants(s.ant, map[string]uint32{"VECTORS": s.vectors, "SKIP_VISITED": s.skipVisited()}),
	}
	if p.Selection == problem.SelectTrial {
		pass.Shader = &shaders.ConstructTrial
		pass.Constants["TRIALS"] = uint32(p.Trials)
	}
	return []pipeline.Pass{pass}, nil
}

// nearPass makes tours by selection near, whose ants are subgroups.
func nearPass(p *problem.Problem, s shape) pipeline.Pass {
	return pipeline.Pass{
		Stage: "construct", Shader: &shaders.ConstructNear, Units: uint32(p.Cities), MaxUnits: s.near.steps,
		Groups: (uint32(p.Ants) + s.near.ants - 1) / s.near.ants, Light: 1,
		Constants: constants(s.near.group, map[string]uint32{
			"ANTS": s.near.ants, "FLAG_WORDS": flagWords(p.Cities), "OWN": s.near.own,
			"TRIALS": uint32(p.Trials), "REST": mostListed(p),
		}),
	}
}
