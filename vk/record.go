package vk

// #include "shim.h"
import "C"

import (
	"cmp"
	"fmt"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// Dispatch records a dispatch of a pipeline with its buffers. There is at least one work-group in
// each dimension. The push constants fill the pipeline's PushBytes.
func (c *CommandBuffer) Dispatch(s *BindingSet, push []uint32, groups [3]uint32) {
	if !c.recording() {
		return
	}
	if why := c.checkDispatch(s, push, groups); why != "" {
		c.reject("dispatch in", why)
		return
	}
	c.dispatch(s, push, groups)
}

// dispatch records a dispatch that is checked, or one without work-groups.
func (c *CommandBuffer) dispatch(s *BindingSet, push []uint32, groups [3]uint32) {
	c.sets[s] = struct{}{}
	p := s.pipeline
	C.avk_dispatch(c.d.functions, convert[C.VkCommandBuffer](c.handle), convert[C.VkPipeline](p.handle),
		convert[C.VkPipelineLayout](p.layout), convert[C.VkDescriptorSet](s.set), (*C.uint32_t)(unsafe.SliceData(push)),
		C.uint32_t(p.spec.PushBytes), C.uint32_t(groups[0]), C.uint32_t(groups[1]), C.uint32_t(groups[2]))
}

func (c *CommandBuffer) checkDispatch(s *BindingSet, push []uint32, groups [3]uint32) string {
	if why := s.checkUse(c.d); why != "" {
		return why
	}
	p := s.pipeline
	if len(push)*4 != int(p.spec.PushBytes) {
		return fmt.Sprintf("%d bytes of push constants, pipeline %q has %d", len(push)*4, p.spec.Name, p.spec.PushBytes)
	}
	for i, limit := range c.d.physical.info.MaxWorkgroupCount {
		if groups[i] == 0 || groups[i] > limit {
			return fmt.Sprintf("%v work-groups of pipeline %q, the device has 1 to %d in dimension %d", groups,
				p.spec.Name, limit, i)
		}
	}
	return ""
}

// Copy records a copy between two buffers, or between ranges of one buffer that do not overlap.
func (c *CommandBuffer) Copy(src, dst *Buffer, srcOffset, dstOffset, bytes uint64) {
	if !c.recording() {
		return
	}
	if why := c.checkCopy(src, dst, srcOffset, dstOffset, bytes); why != "" {
		c.reject("copy in", why)
		return
	}
	c.buffers[src], c.buffers[dst] = struct{}{}, struct{}{}
	C.avk_copy(c.d.functions, convert[C.VkCommandBuffer](c.handle), convert[C.VkBuffer](src.handle),
		convert[C.VkBuffer](dst.handle), C.uint64_t(srcOffset), C.uint64_t(dstOffset), C.uint64_t(bytes))
}

func (c *CommandBuffer) checkCopy(src, dst *Buffer, srcOffset, dstOffset, bytes uint64) string {
	if why := cmp.Or(src.checkRange(c.d, srcOffset, bytes), dst.checkRange(c.d, dstOffset, bytes)); why != "" {
		return why
	}
	if bytes == 0 {
		return fmt.Sprintf("0 bytes from buffer %q to %q", src.name, dst.name)
	}
	if src == dst && srcOffset < dstOffset+bytes && dstOffset < srcOffset+bytes {
		return fmt.Sprintf("overlapping ranges of buffer %q", src.name)
	}
	return ""
}

// access is a scope as Vulkan's pipeline stage and access mask.
type access struct{ stage, mask C.VkFlags }

var scopes = [...]access{
	Compute: {C.VkFlags(vulkan.PipelineStageComputeShaderBit),
		C.VkFlags(vulkan.AccessShaderReadBit | vulkan.AccessShaderWriteBit)},
	Transfer: {C.VkFlags(vulkan.PipelineStageTransferBit),
		C.VkFlags(vulkan.AccessTransferReadBit | vulkan.AccessTransferWriteBit)},
	Host: {C.VkFlags(vulkan.PipelineStageHostBit), C.VkFlags(vulkan.AccessHostReadBit | vulkan.AccessHostWriteBit)},
}

var (
	deviceStageMask  = scopes[Compute].stage | scopes[Transfer].stage
	deviceAccessMask = scopes[Compute].mask | scopes[Transfer].mask
)

// Barrier records a memory barrier for some buffers: accesses from scope to that are recorded
// later wait for accesses from scope from that were recorded earlier, and see their writes.
func (c *CommandBuffer) Barrier(buffers []*Buffer, from, to Scope) {
	if !c.recording() {
		return
	}
	if why := c.checkBarrier(buffers, from, to); why != "" {
		c.reject("barrier in", why)
		return
	}
	if len(buffers) == 0 {
		return
	}
	handles := make([]C.VkBuffer, len(buffers))
	for i, b := range buffers {
		handles[i] = convert[C.VkBuffer](b.handle)
		c.buffers[b] = struct{}{}
	}
	r := C.avk_barrier(c.d.functions, convert[C.VkCommandBuffer](c.handle), &handles[0], C.uint32_t(len(handles)),
		scopes[from].stage, scopes[from].mask, scopes[to].stage, scopes[to].mask)
	if r != C.VK_SUCCESS {
		c.err = check(c.op("barrier in"), vulkan.Result(r))
	}
}

func (c *CommandBuffer) checkBarrier(buffers []*Buffer, from, to Scope) string {
	for _, s := range [...]Scope{from, to} {
		if s < 0 || int(s) >= len(scopes) {
			return fmt.Sprintf("unknown scope %d", s)
		}
	}
	for _, b := range buffers {
		if why := b.checkUse(c.d); why != "" {
			return why
		}
	}
	return ""
}

// memoryBarrier records a barrier for all memory.
func (c *CommandBuffer) memoryBarrier(srcStage, srcAccess, dstStage, dstAccess C.VkFlags) {
	C.avk_memory_barrier(c.d.functions, convert[C.VkCommandBuffer](c.handle), srcStage, srcAccess, dstStage, dstAccess)
}
