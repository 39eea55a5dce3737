package pipeline

import (
	"cmp"
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
	needs, err := p.needs()
	if err != nil {
		return math.MaxUint64
	}
	return needs.SharedBytes
}

// needs returns what the module needs for the pass's constants.
func (p *Pass) needs() (reflect.Needs, error) {
	values, key := map[uint32]uint32{}, needsKey{shader: p.Shader}
	for _, c := range p.Shader.Constants {
		values[c.ID] = p.Constants[c.Name]
		key.constants += fmt.Sprintf("%d ", p.Constants[c.Name])
	}
	if known, ok := knownNeeds.Load(key); ok {
		return known.(reflect.Needs), nil
	}
	module, err := p.Shader.SPIRV()
	if err != nil {
		return reflect.Needs{}, err
	}
	needs, err := reflect.ReadNeeds(module, values)
	if err == nil {
		knownNeeds.Store(key, needs)
	}
	return needs, err
}

// needsKey is a shader with the values of its constants, in their order.
type needsKey struct {
	shader    *shaders.Shader
	constants string
}

// knownNeeds are the results of needs by needsKey: planners ask for the same ones many times, and
// reading a module takes a millisecond.
var knownNeeds sync.Map

// Pipelines returns the pipelines of the passes on a device. It returns a *RecordingError for an
// invalid recording, a *TooLargeError for one that exceeds the device's limits, and a *vk.Error for a
// shader that the device does not support.
func (r *Recording) Pipelines(info *vk.Info) (specs []vk.PipelineSpec, err error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if err := r.Check(LimitsOf(info)); err != nil {
		return nil, err
	}
	for i := range r.Passes {
		p := &r.Passes[i]
		spec, err := p.Spec(info)
		if err != nil {
			return nil, err
		}
		needs, err := p.needs()
		if err = cmp.Or(err, spec.Check(info, needs)); err != nil {
			return nil, fmt.Errorf("stage %s: %w", p.Stage, err)
		}
		specs = append(specs, spec)
	}
	return specs, nil
}
