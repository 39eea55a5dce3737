package vk

// #include "shim.h"
import "C"

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"runtime"
	"slices"
	"time"

	"github.com/vulkan-go/vulkan"

	"github.com/aco-vk/aco-vk/internal/timeline"
)

// Pipeline is a compiled compute shader.
type Pipeline struct {
	d      *Device
	ticket int
	spec   PipelineSpec
	key    [sha256.Size]byte
	compiled
	sets map[*BindingSet]struct{}
}

// CheckPipelines calls DeviceOptions.Check with pipelines that are needed together. If it returns
// an error, the driver cannot make them: they must not be made. Pipelines that the device keeps
// need no check.
func (d *Device) CheckPipelines(ctx context.Context, pipelines []PipelineSpec) error {
	if d == nil || !d.opening.inProgress() {
		if err := d.usable("check pipelines"); err != nil {
			return err
		}
	} else if err := d.opening.waitApproval(ctx); err != nil {
		return err
	}
	if d.check == nil {
		return nil
	}
	defer timeline.From(ctx).Add(timeline.PipelineCheck, time.Now())
	pipelines = slices.DeleteFunc(slices.Clone(pipelines), func(s PipelineSpec) bool { return d.kept.has(s.Key()) })
	if len(pipelines) == 0 {
		return nil
	}
	return d.check(ctx, d, pipelines)
}

// NewPipeline compiles a shader, or takes it from the cache. An equal pipeline that was closed is
// taken over: the driver is not called.
func (d *Device) NewPipeline(s PipelineSpec) (*Pipeline, error) {
	op := s.op()
	if err := d.usable(op); err != nil {
		return nil, err
	}
	needs, err := s.needs()
	if err = cmp.Or(err, s.Check(&d.physical.info, needs)); err != nil {
		return nil, err
	}
	s.SPIRV, s.Constants = bytes.Clone(s.SPIRV), append([]Constant(nil), s.Constants...)
	if d.rewrite != nil {
		s.SPIRV = d.rewrite(s)
	}
	p := &Pipeline{d: d, spec: s, key: s.Key(), sets: map[*BindingSet]struct{}{}}
	var kept bool
	if !p.hasStatistics() { // with statistics it is compiled in another way
		p.compiled, kept = d.kept.take(p.key)
	}
	if !kept {
		if err := p.make(op); err != nil {
			d.destroy(p.compiled)
			return nil, err
		}
	}
	p.ticket = d.open.add("pipeline", s.Name, withoutError(p.Close))
	return p, nil
}

// make calls the driver.
func (p *Pipeline) make(op string) error {
	err := p.createLayout(op)
	if err == nil {
		p.handle, err = p.compile(op)
	}
	return err
}

func (p *Pipeline) createLayout(op string) error {
	var pins runtime.Pinner
	defer pins.Unpin()
	info := vulkan.PipelineLayoutCreateInfo{SType: vulkan.StructureTypePipelineLayoutCreateInfo}
	defer info.Free()
	if p.spec.Bindings > 0 {
		bindings := make([]vulkan.DescriptorSetLayoutBinding, p.spec.Bindings)
		for i := range bindings {
			bindings[i] = vulkan.DescriptorSetLayoutBinding{
				Binding:         uint32(i),
				DescriptorType:  vulkan.DescriptorTypeStorageBuffer,
				DescriptorCount: 1,
				StageFlags:      vulkan.ShaderStageFlags(vulkan.ShaderStageComputeBit),
			}
		}
		setInfo := vulkan.DescriptorSetLayoutCreateInfo{
			SType:        vulkan.StructureTypeDescriptorSetLayoutCreateInfo,
			BindingCount: uint32(len(bindings)),
			PBindings:    bindings,
		}
		defer setInfo.Free()
		var setLayout vulkan.DescriptorSetLayout
		if err := p.d.outcome(op, vulkan.CreateDescriptorSetLayout(p.d.handle, &setInfo, nil, &setLayout)); err != nil {
			return err
		}
		p.setLayout = setLayout
		info.SetLayoutCount, info.PSetLayouts = 1, pinned(&pins, []vulkan.DescriptorSetLayout{setLayout})
	}
	if p.spec.PushBytes > 0 {
		info.PushConstantRangeCount = 1
		info.PPushConstantRanges = []vulkan.PushConstantRange{{
			StageFlags: vulkan.ShaderStageFlags(vulkan.ShaderStageComputeBit),
			Size:       p.spec.PushBytes,
		}}
	}
	var layout vulkan.PipelineLayout
	err := p.d.outcome(op, vulkan.CreatePipelineLayout(p.d.handle, &info, nil, &layout))
	p.layout = layout
	return err
}

func (p *Pipeline) compile(op string) (vulkan.Pipeline, error) {
	d := p.d
	code := make([]uint32, len(p.spec.SPIRV)/4)
	for i := range code {
		code[i] = binary.LittleEndian.Uint32(p.spec.SPIRV[4*i:])
	}
	var pins runtime.Pinner
	defer pins.Unpin()
	moduleInfo := vulkan.ShaderModuleCreateInfo{
		SType:    vulkan.StructureTypeShaderModuleCreateInfo,
		CodeSize: uint(len(p.spec.SPIRV)),
		PCode:    pinned(&pins, code),
	}
	defer moduleInfo.Free()
	var module vulkan.ShaderModule
	if err := d.outcome(op, vulkan.CreateShaderModule(d.handle, &moduleInfo, nil, &module)); err != nil {
		return vulkan.NullPipeline, err
	}
	defer vulkan.DestroyShaderModule(d.handle, module, nil)

	n := len(p.spec.Constants)
	ids, values := make([]C.uint32_t, n+1), make([]C.uint32_t, n+1) // one more, so that element 0 has an address
	for i, c := range p.spec.Constants {
		ids[i], values[i] = C.uint32_t(c.ID), C.uint32_t(c.Value)
	}
	cache, full, capture := d.cache.handle, C.int(0), C.int(0)
	if p.spec.FullSubgroups {
		full = 1
	}
	if p.hasStatistics() {
		cache, capture = vulkan.NullPipelineCache, 1
	}
	// Nvidia's driver compares each index with the size of its buffer, even without
	// robustBufferAccess, unless a pipeline asks for no comparison.
	unchecked := C.int(d.physical.query.pipelineRobustness)
	var handle C.VkPipeline
	r := d.call("vkCreateComputePipelines", op, func() vulkan.Result {
		return vulkan.Result(C.avk_pipeline(d.functions, convert[C.VkPipelineCache](cache),
			convert[C.VkShaderModule](module),
			convert[C.VkPipelineLayout](p.layout), &ids[0], &values[0], C.uint32_t(n), C.uint32_t(p.spec.SubgroupSize),
			full, capture, unchecked, &handle))
	})
	return convert[vulkan.Pipeline](handle), d.outcome(op, r)
}

// Close ends the use of the pipeline and frees its binding sets. Command buffers that use it cannot
// be submitted any more. The device keeps what was compiled for the next equal pipeline, until
// others take its place. A second Close does nothing.
func (p *Pipeline) Close() {
	if p.closed() || p.d.hung {
		return
	}
	p.d.waitIdle()
	p.d.open.remove(p.ticket)
	for s := range p.sets {
		s.Close()
	}
	dropped := p.compiled
	if !p.hasStatistics() { // compiled in another way
		dropped = p.d.kept.put(p.key, p.compiled)
	}
	p.d.destroy(dropped)
	p.compiled = compiled{}
}

func (p *Pipeline) closed() bool { return p == nil || p.handle == vulkan.NullPipeline }

// maxStatistics is twice as many as any known driver returns.
const maxStatistics = 64

// Statistics returns the driver's statistics of the pipeline; nil unless PipelineSpec.Statistics
// was set.
func (p *Pipeline) Statistics() []Statistic {
	if p.closed() || !p.hasStatistics() {
		return nil
	}
	var raw [maxStatistics]C.avk_statistic
	n := C.avk_statistics(p.d.functions, convert[C.VkPipeline](p.handle), &raw[0], maxStatistics)
	var all []Statistic
	for i := range raw[:n] {
		all = append(all, Statistic{Name: C.GoString(&raw[i].name[0]), Value: float64(raw[i].value)})
	}
	return all
}

func (p *Pipeline) hasStatistics() bool {
	return p.spec.Statistics && p.d.physical.info.ExecutableStatistics
}
