package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

// distanceVariants are the shaders of a stage by the source of distances.
type distanceVariants [distanceSources]*shaders.Shader

// setPairs sets the constant NODE_PAIRS of a pass whose shader reads distances from the matrix.
func setPairs(m *model.Model, source distanceSource, pass *pipeline.Pass) {
	switch {
	case source != fromMatrix:
	case m.HasPairs():
		pass.Constants["NODE_PAIRS"] = 1
	default:
		pass.Constants["NODE_PAIRS"] = 0
	}
}

// distancePass returns a pass with an invocation per item of every colony, which reads or computes distances.
func distancePass(stage string, of distanceVariants, m *model.Model, items int, source distanceSource, limits pipeline.Limits) pipeline.Pass {
	pass := itemPass(stage, of[source], m, items, limits)
	setPairs(m, source, &pass)
	return pass
}
