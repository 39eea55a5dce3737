package vk

// #include "shim.h"
import "C"

import "fmt"

// Dispatch runs a pipeline on its buffers in that many work-groups, each at least 1, with push constants that fill the
// pipeline's PushBytes.
func (c *Commands) Dispatch(s *BindingSet, push []uint32, groups [3]uint32) {
	if !c.record("dispatch in", nil) || !c.record("dispatch in", c.checkDispatch(s, push, groups)) {
		return
	}
	c.sets[s] = struct{}{}
	var data *C.uint32_t
	if len(push) > 0 {
		data = (*C.uint32_t)(&push[0])
	}
	p := s.pipeline
	C.avk_dispatch(c.d.functions, convert[C.VkCommandBuffer](c.handle), convert[C.VkPipeline](p.handle),
		convert[C.VkPipelineLayout](p.layout), convert[C.VkDescriptorSet](s.set), data, C.uint32_t(p.spec.PushBytes),
		C.uint32_t(groups[0]), C.uint32_t(groups[1]), C.uint32_t(groups[2]))
}

func (c *Commands) checkDispatch(s *BindingSet, push []uint32, groups [3]uint32) error {
	op := c.op("dispatch in")
	if err := s.use(op, c.d); err != nil {
		return err
	}
	op = fmt.Sprintf("%s of %q", op, s.pipeline.spec.Name)
	if len(push)*4 != int(s.pipeline.spec.PushBytes) {
		return refuse(op, "%d bytes of push constants, the pipeline has %d", len(push)*4, s.pipeline.spec.PushBytes)
	}
	for i, most := range c.d.physical.info.MaxWorkgroupCount {
		if groups[i] == 0 || groups[i] > most {
			return refuse(op, "%v work-groups, there may be 1 to %d in dimension %d", groups, most, i)
		}
	}
	return nil
}

// Copy copies bytes from one buffer into another, or within one where the ranges do not overlap.
func (c *Commands) Copy(src, dst *Buffer, srcOffset, dstOffset, bytes uint64) {
	if !c.record("copy in", nil) || !c.record("copy in", c.checkCopy(src, dst, srcOffset, dstOffset, bytes)) {
		return
	}
	c.buffers[src], c.buffers[dst] = struct{}{}, struct{}{}
	C.avk_copy(c.d.functions, convert[C.VkCommandBuffer](c.handle), convert[C.VkBuffer](src.handle),
		convert[C.VkBuffer](dst.handle), C.uint64_t(srcOffset), C.uint64_t(dstOffset), C.uint64_t(bytes))
}

func (c *Commands) checkCopy(src, dst *Buffer, srcOffset, dstOffset, bytes uint64) error {
	op := c.op("copy in")
	if err := src.useRange(op, c.d, srcOffset, bytes); err != nil {
		return err
	}
	if err := dst.useRange(op, c.d, dstOffset, bytes); err != nil {
		return err
	}
	if bytes == 0 {
		return refuse(op, "no bytes from buffer %q to %q", src.name, dst.name)
	}
	if src == dst && srcOffset < dstOffset+bytes && dstOffset < srcOffset+bytes {
		return refuse(op, "overlapping ranges of buffer %q", src.name)
	}
	return nil
}
