package vk

// #include "shim.h"
import "C"

import (
	"fmt"
	"runtime"

	"github.com/vulkan-go/vulkan"
)

// BindingSet is a pipeline with buffers bound to it: a descriptor set.
type BindingSet struct {
	pipeline *Pipeline
	buffers  []*Buffer
	pool     vulkan.DescriptorPool
	set      vulkan.DescriptorSet
	isClosed bool
}

// Bind binds whole buffers to the pipeline, in the order of its bindings. The set is valid until
// it, its pipeline or one of the buffers is closed.
func (p *Pipeline) Bind(buffers []*Buffer) (*BindingSet, error) {
	if p.closed() {
		return nil, refuse("bind pipeline", "the pipeline is closed")
	}
	op := fmt.Sprintf("bind pipeline %q", p.spec.Name)
	if len(buffers) != int(p.spec.Bindings) {
		return nil, refuse(op, "%d buffers for %d bindings", len(buffers), p.spec.Bindings)
	}
	for i, b := range buffers {
		if why := b.checkUse(p.d); why != "" {
			return nil, refuse(op, "binding %d: %s", i, why)
		}
		if limit := p.d.physical.info.StorageRangeBytes; b.size > limit {
			return nil, refuse(op, "buffer %q at binding %d has %d bytes, the device binds at most %d", b.name, i,
				b.bytes, limit)
		}
	}
	s := &BindingSet{pipeline: p, buffers: append([]*Buffer(nil), buffers...)}
	if len(buffers) > 0 {
		if err := s.create(op); err != nil {
			return nil, err
		}
	}
	p.sets[s] = struct{}{}
	return s, nil
}

// PipelineSpec returns the pipeline, with the module that the driver has compiled.
func (s *BindingSet) PipelineSpec() PipelineSpec { return s.pipeline.spec }

func (s *BindingSet) create(op string) error {
	p, d := s.pipeline, s.pipeline.d
	poolInfo := vulkan.DescriptorPoolCreateInfo{
		SType:         vulkan.StructureTypeDescriptorPoolCreateInfo,
		MaxSets:       1,
		PoolSizeCount: 1,
		PPoolSizes: []vulkan.DescriptorPoolSize{{Type: vulkan.DescriptorTypeStorageBuffer,
			DescriptorCount: p.spec.Bindings}},
	}
	defer poolInfo.Free()
	var pool vulkan.DescriptorPool
	if err := d.outcome(op, vulkan.CreateDescriptorPool(d.handle, &poolInfo, nil, &pool)); err != nil {
		return err
	}
	var pins runtime.Pinner
	defer pins.Unpin()
	setInfo := vulkan.DescriptorSetAllocateInfo{
		SType:              vulkan.StructureTypeDescriptorSetAllocateInfo,
		DescriptorPool:     pool,
		DescriptorSetCount: 1,
		PSetLayouts:        pinned(&pins, []vulkan.DescriptorSetLayout{p.setLayout}),
	}
	defer setInfo.Free()
	var set vulkan.DescriptorSet
	if err := d.outcome(op, vulkan.AllocateDescriptorSets(d.handle, &setInfo, &set)); err != nil {
		vulkan.DestroyDescriptorPool(d.handle, pool, nil)
		return err
	}
	s.pool, s.set = pool, set
	for i, b := range s.buffers {
		C.avk_write_set(d.functions, convert[C.VkDescriptorSet](set), C.uint32_t(i), convert[C.VkBuffer](b.handle),
			C.uint64_t(b.size))
	}
	return nil
}

// Close frees the set. Command buffers that use it cannot be submitted any more. A second Close
// does nothing.
func (s *BindingSet) Close() {
	if s.closed() || s.pipeline.d.hung {
		return
	}
	s.pipeline.d.waitIdle()
	vulkan.DestroyDescriptorPool(s.pipeline.d.handle, s.pool, nil)
	s.isClosed = true
	delete(s.pipeline.sets, s)
}

func (s *BindingSet) closed() bool { return s == nil || s.isClosed }

// checkUse returns why an operation of a device cannot use the set, or "".
func (s *BindingSet) checkUse(d *Device) string {
	if s.closed() {
		return "the binding set is closed"
	}
	if s.pipeline.d != d {
		return fmt.Sprintf("pipeline %q belongs to another device", s.pipeline.spec.Name)
	}
	for i, b := range s.buffers {
		if why := b.checkUse(d); why != "" {
			return fmt.Sprintf("pipeline %q, binding %d: %s", s.pipeline.spec.Name, i, why)
		}
	}
	return ""
}
