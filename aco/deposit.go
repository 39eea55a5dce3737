package aco

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

// depositPasses add up the ants' pheromone.
func depositPasses(p *problem.Problem, form Form, s shape) ([]pipeline.Pass, error) {
	symmetric := uint32(0)
	if p.Symmetric {
		symmetric = 1
	}
	return []pipeline.Pass{{
		Stage: "deposit", Shader: &shaders.Deposit, Units: uint32(p.Ants), Constants: constants(s.row, map[string]uint32{"SYMMETRIC": symmetric}),
	}}, nil
}
