package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

// mergeGroup is the most invocations of a work-group of the stages that merge. Even with 128, which every device has, one of
// shaders/merged_long.comp takes its loops no more than 42,000 turns, and Mesa's llvmpipe leaves them after 65,535.
const mergeGroup = 256

// dealt is a pass with an invocation for each of so many items of every colony; its units are work-groups.
func dealt(stage string, shader *shaders.Shader, m *model.Model, items int, limits pipeline.Limits) pipeline.Pass {
	group := min(mergeGroup, limits.GroupSize)
	return pipeline.Pass{
		Stage: stage, Shader: shader, Units: uint32(m.Colonies) * ((uint32(items) + group - 1) / group),
		Constants: map[string]uint32{pipeline.GroupSize: group},
	}
}

// claimPasses accept the changes that claim blocks, class by class: what is accepted of the shorter ones decides about the longer.
func claimPasses(m *model.Model, _ bool, limits pipeline.Limits) (passes []pipeline.Pass) {
	for class := range uint32(model.ClaimClasses) {
		pass := dealt("claim", &shaders.MergedClaim, m, m.Ants, limits)
		pass.Constants["CLASS"] = class
		passes = append(passes, pass)
	}
	return passes
}

func longPasses(m *model.Model, _ bool, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{{
		Stage: "long", Shader: &shaders.MergedLong, Units: uint32(m.Colonies),
		Constants: map[string]uint32{pipeline.GroupSize: min(mergeGroup, limits.GroupSize)},
	}}
}

var (
	rewriteForms = forms{
		{&shaders.MergedRewrite, &shaders.MergedRewriteCoordinates}, {&shaders.MergedRewriteTrails, &shaders.MergedRewriteTrailsCoordinates},
	}
	keepForms = forms{{&shaders.MergedKeep}, {&shaders.MergedKeepTrails}}
)

func rewritePasses(m *model.Model, computed bool, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{reinforcing("rewrite", rewriteForms.of(m, computed), m, limits)}
}

func checkPasses(m *model.Model, computed bool, limits pipeline.Limits) []pipeline.Pass {
	shader := &shaders.MergedCheck
	if computed {
		shader = &shaders.MergedCheckCoordinates
	}
	return []pipeline.Pass{dealt("check", shader, m, m.TourCities(), limits)}
}

func keepPasses(m *model.Model, _ bool, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{reinforcing("keep", keepForms.of(m, false), m, limits)}
}

func settlePasses(m *model.Model, _ bool, _ pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{{
		Stage: "settle", Shader: &shaders.MergedSettle, Units: uint32(m.Colonies), Constants: map[string]uint32{pipeline.GroupSize: 1},
	}}
}
