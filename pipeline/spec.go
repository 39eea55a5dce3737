package pipeline

import (
	"fmt"

	"github.com/aco-vk/aco-vk/vk"
)

// Spec is the pipeline of a pass on a device.
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

// subgroupSize asks for the device's own subgroup size where it can be asked for, so that what the device reports is what
// it runs; elsewhere the driver chooses.
func (p *Pass) subgroupSize(info *vk.Info) uint32 {
	if !p.Shader.Subgroups || !info.SubgroupSizeControl || p.Constants[GroupSize] < info.SubgroupSize {
		return 0
	}
	return info.SubgroupSize
}
