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
		spec.Constants = append(spec.Constants, vk.Constant{ID: c.ID, Value: p.Constants[c.Name]})
	}
	return spec, nil
}

// subgroupSize returns the size that the pass requires of the device; 0 for none.
func (p *Pass) subgroupSize(info *vk.Info) uint32 {
	size := RequiredSubgroupSize(info)
	if !p.Shader.Subgroups || p.Constants[GroupSize] < size {
		return 0
	}
	return size
}
