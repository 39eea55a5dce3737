package vk

// #include "shim.h"
import "C"

import (
	"fmt"

	"github.com/vulkan-go/vulkan"
)

// access is a scope as Vulkan's pipeline stage and access mask.
type access struct{ stage, mask C.VkFlags }

var scopes = [...]access{
	Compute:  {C.VkFlags(vulkan.PipelineStageComputeShaderBit), C.VkFlags(vulkan.AccessShaderReadBit | vulkan.AccessShaderWriteBit)},
	Transfer: {C.VkFlags(vulkan.PipelineStageTransferBit), C.VkFlags(vulkan.AccessTransferReadBit | vulkan.AccessTransferWriteBit)},
	Host:     {C.VkFlags(vulkan.PipelineStageHostBit), C.VkFlags(vulkan.AccessHostReadBit | vulkan.AccessHostWriteBit)},
}

var (
	deviceStageMask  = scopes[Compute].stage | scopes[Transfer].stage
	deviceAccessMask = scopes[Compute].mask | scopes[Transfer].mask
)

// Barrier records a memory barrier for some buffers: accesses from scope to that are recorded later wait for accesses from scope
// from that were recorded earlier, and see their writes.
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
