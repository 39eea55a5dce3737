package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// statisticsPasses collect the statistics of an iteration, if the problem asks for them: first of
// the lengths of all ants, then of the trails of each city, then of pairs of tours. Each adds to
// the same row.
func statisticsPasses(p *model.Problem, _ KernelConfig, s launchConfig) ([]pipeline.Pass, error) {
	if p.StatisticsEvery == 0 {
		return nil, nil
	}
	passes := []pipeline.Pass{
		{Shader: &shaders.Statistics, Units: uint32(p.Colonies), Constants: constants(s.rowGroup, nil)},
		trailStatisticsPass(p, s),
	}
	if p.Pairs() > 0 {
		passes = append(passes, pipeline.Pass{
			Shader: &shaders.StatisticsTours, Units: uint32(p.Colonies * p.Pairs()),
			Constants: constants(s.rowGroup, map[string]uint32{"SYMMETRIC": flag(p.Symmetric)}),
		})
	}
	for i := range passes {
		passes[i].Stage, passes[i].Every = "statistics", uint32(p.StatisticsEvery)
	}
	return passes, nil
}

// trailStatisticsPass reads the trails of each city. In Ant System these are a row of the matrix,
// else the trails of the candidates.
func trailStatisticsPass(p *model.Problem, s launchConfig) pipeline.Pass {
	pass := pipeline.Pass{Units: uint32(p.Colonies * p.Cities)}
	if p.Algorithm == model.AlgorithmAS {
		pass.Shader, pass.Constants = &shaders.StatisticsTrails, constants(s.rowGroup, nil)
		return pass
	}
	group := min(s.rowGroup, nextPowerOfTwo(uint32(p.Candidates)))
	pass.Constants = constants(group, map[string]uint32{"CANDIDATES": uint32(p.Candidates)})
	switch p.Memory {
	case model.MemoryCandidates:
		pass.Shader = &shaders.StatisticsTrailsCandidates
	case model.MemorySelective:
		pass.Shader = &shaders.StatisticsTrailsSelective
	default:
		pass.Shader, pass.Constants["SYMMETRIC"] = &shaders.StatisticsTrailsLists, flag(p.Symmetric)
	}
	return pass
}
