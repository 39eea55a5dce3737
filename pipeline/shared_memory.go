package pipeline

import (
	"math"

	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// SharedBytes returns the shared memory that a work-group of the pass takes, as the shader's module declares it for the pass's
// constants. A module that cannot be read takes more than any device has; Spec says why.
func (p *Pass) SharedBytes() uint64 {
	module, err := p.Shader.SPIRV()
	if err != nil {
		return math.MaxUint64
	}
	values := map[uint32]uint32{}
	for _, c := range p.Shader.Constants {
		values[c.ID] = p.Constants[c.Name]
	}
	needs, err := reflect.ReadNeeds(module, values)
	if err != nil {
		return math.MaxUint64
	}
	return needs.SharedBytes
}
