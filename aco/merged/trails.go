package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

// forms are a stage's shaders: without trails and with them; with distances from a matrix, or computed.
type forms [2][2]*shaders.Shader

func (f forms) of(m *model.Model, computed bool) *shaders.Shader {
	trails, coordinates := 0, 0
	if m.HasTrails() {
		trails = 1
	}
	if computed {
		coordinates = 1
	}
	return f[trails][coordinates]
}

// reinforcing is a pass with an invocation for each place, which reinforces trails where there are some.
func reinforcing(stage string, shader *shaders.Shader, m *model.Model, limits pipeline.Limits) pipeline.Pass {
	pass := dealt(stage, shader, m, m.TourCities(), limits)
	if m.HasTrails() {
		pass.Constants["WIDTH"] = uint32(m.Width)
	}
	return pass
}
