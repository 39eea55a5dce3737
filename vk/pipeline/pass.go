package pipeline

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
	"github.com/aco-vk/aco-vk/vk"
)

// SetConstants sets specialization constants in the passes whose shaders have all of them. It
// reports whether there are such passes.
func SetConstants(passes []Pass, values map[string]uint32) (found bool) {
	for _, pass := range passes {
		if !hasConstants(pass.Shader, values) {
			continue
		}
		found = true
		for name, value := range values {
			pass.Constants[name] = value
		}
	}
	return found
}

func hasConstants(shader *shaders.Shader, values map[string]uint32) bool {
	for name := range values {
		if !slices.ContainsFunc(shader.Constants, func(c shaders.Constant) bool { return c.Name == name }) {
			return false
		}
	}
	return true
}

// UsedBuffers returns the buffers that the shaders of the passes use.
func UsedBuffers(buffers []Buffer, passes []Pass) []Buffer {
	named := map[string]bool{}
	for _, pass := range passes {
		for _, binding := range pass.Shader.Bindings {
			named[binding.Name] = true
		}
	}
	var used []Buffer
	for _, buffer := range buffers {
		if named[buffer.Name] {
			used = append(used, buffer)
		}
	}
	return used
}

// Spec returns the pipeline of a pass for a device.
func (p *Pass) Spec(info *vk.Info) (vk.PipelineSpec, error) {
	module, err := p.Shader.SPIRV()
	if err != nil {
		return vk.PipelineSpec{}, fmt.Errorf("stage %s: %w", p.Stage, err)
	}
	size := p.subgroupSize(info)
	spec := vk.PipelineSpec{
		Name: p.Stage, SPIRV: module, Bindings: uint32(len(p.Shader.Bindings)),
		PushBytes:    uint32(4 * len(p.Shader.Push)),
		SubgroupSize: size, FullSubgroups: size > 0 && info.FullSubgroups,
	}
	compiled := p.Compiled(info)
	for _, c := range p.Shader.Constants {
		spec.Constants = append(spec.Constants, vk.Constant{ID: c.ID, Value: compiled.Constants[c.Name]})
	}
	return spec, nil
}

// Compiled returns the pass with the specialization constants of its pipeline on a device.
func (p Pass) Compiled(info *vk.Info) Pass {
	takes := func(c shaders.Constant) bool { return c.Name == fullSubgroup }
	if info.FullSubgroups && slices.ContainsFunc(p.Shader.Constants, takes) {
		p.Constants = maps.Clone(p.Constants)
		p.Constants[fullSubgroup] = p.subgroupSize(info)
	}
	return p
}

// fullSubgroup is the specialization constant that Compiled sets: the number of invocations of every
// subgroup if the pipeline requires full subgroups, otherwise 0 (shaders/include/subgroup.glsl).
// With a constant number, compilers know more about the shader's loops.
const fullSubgroup = "FULL_SUBGROUP"

// subgroupSize returns the size that the pass requires of the device; 0 for none.
func (p *Pass) subgroupSize(info *vk.Info) uint32 {
	size := RequiredSubgroupSize(info)
	if !p.Shader.Subgroups || p.Constants[GroupSize] < size {
		return 0
	}
	return size
}

// SharedBytes returns the shared memory that a work-group of the pass takes, as the shader's
// module declares it for the pass's constants. A module that cannot be read takes more than any
// device has; Spec says why.
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

// sharedSizes are the results of SharedBytes by sharedKey: planners ask for the same ones many
// times, and reading a module takes a millisecond.
var sharedSizes sync.Map
