package pipeline

import (
	"fmt"
	"math"
	"sync"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// SharedBytes returns the shared memory that a work-group of the pass takes, as the shader's module declares it for the pass's
// constants. A module that cannot be read takes more than any device has; Spec says why.
func (p *Pass) SharedBytes() uint64 {
	values, key := map[uint32]uint32{}, sharedKey{shader: p.Shader}
	for _, c := range p.Shader.Constants {
		values[c.ID] = p.Constants[c.Name]
		key.constants += fmt.Sprintf("%d ", p.Constants[c.Name])
	}
	if known, ok := sharedSizes.Load(key); ok {
		return known.(uint64)
	}
	bytes := uint64(math.MaxUint64)
	if module, err := p.Shader.SPIRV(); err == nil {
		if needs, err := reflect.ReadNeeds(module, values); err == nil {
			bytes = needs.SharedBytes
		}
	}
	sharedSizes.Store(key, bytes)
	return bytes
}

// sharedKey is a shader with the values of its constants, in their order.
type sharedKey struct {
	shader    *shaders.Shader
	constants string
}

// sharedSizes are the results of SharedBytes by sharedKey: planners ask for the same ones many times, and reading a module takes a
// millisecond.
var sharedSizes sync.Map
