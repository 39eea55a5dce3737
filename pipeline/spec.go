package pipeline

import (
	"fmt"

	"github.com/aco-vk/aco-vk/vk"
)

// Spec returns the pipeline of a pass for a device.
func (p *Pass) Spec(info *vk.Info) (vk.PipelineSpec, error) {
	module, err := p.Shader.SPIRV()
	if err != nil {
		return vk.PipelineSpec{}, fmt.Errorf("stage %s: %w", p.Stage, err)
	}
	size := p.subgroupSize(info)
	spec := vk.PipelineSpec{
		Name: p.Stage, SPIRV: module, Bindings: uint32(len(p.Shader.Bindings)), PushBytes: uint32(4 * len(p.Shader.Push)),
		SubgroupSize: size, FullSubgroups: size > 0 && info.FullSubgroups,
	}
	for _, c := range p.Shader.Constants {
		value := p.Constants[c.Name]
		if c.Name == fullSubgroup && spec.FullSubgroups {
			value = size
		}
		spec.Constants = append(spec.Constants, vk.Constant{ID: c.ID, Value: value})
	}
	return spec, nil
}

// fullSubgroup is the specialization constant that Spec sets: the number of invocations of every subgroup if the pipeline requires full
// subgroups, otherwise 0 (shaders/include/subgroup.glsl). With a constant number, compilers know more about the shader's loops.
const fullSubgroup = "FULL_SUBGROUP"

// subgroupSize returns the size that the pass requires of the device; 0 for none.
func (p *Pass) subgroupSize(info *vk.Info) uint32 {
	size := RequiredSubgroupSize(info)
	if !p.Shader.Subgroups || p.Constants[GroupSize] < size {
		return 0
	}
	return size
}
