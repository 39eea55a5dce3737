package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	// mergeGroup is the most invocations of a work-group of the other merge stages, and on
	// software devices of the stage long too.
	mergeGroup = 256
	// longGroup is the most invocations of the stage long, which has one work-group for each
	// colony. On an H200 it took .27 ms with 256 and .13 with 1024. Its loops have at most 56,000
	// iterations with 128 invocations, which every device supports. Mesa's llvmpipe leaves loops
	// after 65,535.
	longGroup = 1024
)

// itemPass returns a pass with an invocation per item of every colony. Units are work-groups.
func itemPass(stage string, shader *shaders.Shader, m *model.Model, items int, limits pipeline.Limits) pipeline.Pass {
	group := min(mergeGroup, limits.GroupSize)
	return pipeline.Pass{
		Stage: stage, Shader: shader, Units: uint32(m.Colonies) * ((uint32(items) + group - 1) / group),
		Constants: map[string]uint32{pipeline.GroupSize: group},
	}
}

// claimPasses returns the passes that accept changes that claim blocks, one per class, the
// shortest class first: accepted shorter changes exclude longer ones.
func claimPasses(m *model.Model, _ distanceSource, limits pipeline.Limits) (passes []pipeline.Pass) {
	for class := range uint32(model.ClaimClasses) {
		pass := itemPass("claim", &shaders.MergedClaim, m, m.Ants, limits)
		pass.Constants["CLASS"] = class
		passes = append(passes, pass)
	}
	return passes
}

func longPasses(m *model.Model, _ distanceSource, limits pipeline.Limits) []pipeline.Pass {
	group := uint32(longGroup)
	if limits.Software {
		group = mergeGroup // a software device gains nothing from larger work-groups
	}
	return []pipeline.Pass{{
		Stage: "long", Shader: &shaders.MergedLong, Units: uint32(m.Colonies),
		Constants: map[string]uint32{pipeline.GroupSize: min(group, limits.GroupSize)},
	}}
}

var (
	rewriteVariants = distanceVariants{
		&shaders.MergedRewrite, &shaders.MergedRewriteCoordinates, &shaders.MergedRewriteSpace,
		&shaders.MergedRewriteSpace,
	}
	checkVariants = distanceVariants{
		&shaders.MergedCheck, &shaders.MergedCheckCoordinates, &shaders.MergedCheckSpace,
		&shaders.MergedCheckHaversine,
	}
)

func rewritePasses(m *model.Model, source distanceSource, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{itemPass("rewrite", rewriteVariants[source], m, m.Cities, limits)}
}

func checkPasses(m *model.Model, source distanceSource, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{distancePass("check", checkVariants, m, m.Cities, source, limits)}
}

func keepPasses(m *model.Model, _ distanceSource, limits pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{itemPass("keep", &shaders.MergedKeep, m, m.Cities, limits)}
}

func settlePasses(m *model.Model, _ distanceSource, _ pipeline.Limits) []pipeline.Pass {
	return []pipeline.Pass{{
		Stage: "settle", Shader: &shaders.MergedSettle, Units: uint32(m.Colonies),
		Constants: map[string]uint32{pipeline.GroupSize: 1},
	}}
}
