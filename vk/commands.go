package vk

// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"time"

	"github.com/vulkan-go/vulkan"
)

// Commands is a recording of commands that can be submitted any number of times, with a fence to wait for and
// timestamps. Record between Begin and End; errors of recording are kept for End. Each submission begins after a full
// barrier: what earlier submissions wrote is there. Within the recording, Barrier says what waits for what.
type Commands struct {
	d       *Device
	ticket  int
	name    string
	pool    vulkan.CommandPool
	handle  vulkan.CommandBuffer
	fence   vulkan.Fence
	state   state
	err     error // the first of the recording
	buffers map[*Buffer]struct{}
	sets    map[*BindingSet]struct{}
	queries queries
}

type state int

const (
	fresh state = iota
	recording
	recorded // and waited for, if it was submitted
	pending
	dead
)

var stateNames = [...]string{"nothing is recorded", "the recording has not ended", "it is not submitted",
	"it is submitted and not waited for", "it is closed"}

// NewCommands makes commands with room for so many timestamps a recording; 0 for none.
func (d *Device) NewCommands(name string, maxTimestamps int) (*Commands, error) {
	op := fmt.Sprintf("create commands %q", name)
	if err := d.usable(op); err != nil {
		return nil, err
	}
	if maxTimestamps < 0 || maxTimestamps > mostTimestamps {
		return nil, refuse(op, "%d timestamps, there may be 0 to %d", maxTimestamps, mostTimestamps)
	}
	c := &Commands{d: d, name: name, queries: queries{most: uint32(maxTimestamps)}}
	if err := c.create(op); err != nil {
		c.destroy()
		return nil, err
	}
	c.ticket = d.open.add("commands", name, c.Close)
	return c, nil
}

func (c *Commands) create(op string) error {
	d := c.d
	poolInfo := vulkan.CommandPoolCreateInfo{
		SType:            vulkan.StructureTypeCommandPoolCreateInfo,
		QueueFamilyIndex: d.physical.info.QueueFamily,
	}
	defer poolInfo.Free()
	var pool vulkan.CommandPool
	if err := d.finish(op, vulkan.CreateCommandPool(d.handle, &poolInfo, nil, &pool)); err != nil {
		return err
	}
	c.pool = pool
	info := vulkan.CommandBufferAllocateInfo{
		SType:              vulkan.StructureTypeCommandBufferAllocateInfo,
		CommandPool:        pool,
		Level:              vulkan.CommandBufferLevelPrimary,
		CommandBufferCount: 1,
	}
	defer info.Free()
	handles := make([]vulkan.CommandBuffer, 1)
	if err := d.finish(op, vulkan.AllocateCommandBuffers(d.handle, &info, handles)); err != nil {
		return err
	}
	c.handle = handles[0]
	fenceInfo := vulkan.FenceCreateInfo{SType: vulkan.StructureTypeFenceCreateInfo}
	defer fenceInfo.Free()
	var fence vulkan.Fence
	if err := d.finish(op, vulkan.CreateFence(d.handle, &fenceInfo, nil, &fence)); err != nil {
		return err
	}
	c.fence = fence
	return c.queries.create(op, d)
}

// op names an operation on these commands.
func (c *Commands) op(verb string) string { return fmt.Sprintf("%s commands %q", verb, c.name) }

// expect refuses an operation in a state other than those.
func (c *Commands) expect(verb string, states ...state) error {
	if c == nil {
		return refuse(verb+" commands", "the commands are nil")
	}
	for _, s := range states {
		if c.state == s {
			return nil
		}
	}
	return refuse(c.op(verb), "%s", stateNames[c.state])
}

// Begin starts a new recording, with its timestamps, and forgets the one before.
func (c *Commands) Begin() error {
	if err := c.expect("begin", fresh, recording, recorded); err != nil {
		return err
	}
	op := c.op("begin")
	if err := c.d.finish(op, vulkan.ResetCommandPool(c.d.handle, c.pool, 0)); err != nil {
		return err
	}
	info := vulkan.CommandBufferBeginInfo{SType: vulkan.StructureTypeCommandBufferBeginInfo}
	defer info.Free()
	if err := c.d.finish(op, vulkan.BeginCommandBuffer(c.handle, &info)); err != nil {
		c.state = fresh
		return err
	}
	c.state, c.err = recording, nil
	c.buffers, c.sets = map[*Buffer]struct{}{}, map[*BindingSet]struct{}{}
	c.queries.reset(c.handle)
	c.memoryBarrier(deviceStages, deviceAccess, deviceStages, deviceAccess)
	return nil
}

// record reports whether a command can be recorded; err is what is wrong with the command itself.
func (c *Commands) record(verb string, err error) bool {
	if c == nil {
		return false // there is nowhere to keep the error; End and Submit refuse nil commands
	}
	if err == nil {
		err = c.expect(verb, recording)
	}
	if c.err == nil {
		c.err = err
	}
	return c.err == nil
}

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

// End ends the recording and returns the first error in it; with an error it cannot be submitted.
func (c *Commands) End() error {
	if err := c.expect("end", recording); err != nil {
		return err
	}
	c.state = fresh
	r := vulkan.EndCommandBuffer(c.handle)
	if c.err != nil {
		return c.err
	}
	if err := c.d.finish(c.op("end"), r); err != nil {
		return err
	}
	c.state = recorded
	return nil
}

// Submit gives the recording to the device; Wait must follow. The same recording may be submitted again after that.
func (c *Commands) Submit() error {
	if err := c.expect("submit", recorded); err != nil {
		return err
	}
	op := c.op("submit")
	for s := range c.sets {
		if err := s.use(op, c.d); err != nil {
			return err
		}
	}
	for b := range c.buffers {
		if err := b.use(op, c.d); err != nil {
			return err
		}
	}
	if err := check(op, vulkan.ResetFences(c.d.handle, 1, []vulkan.Fence{c.fence})); err != nil {
		return err
	}
	r := C.avk_submit(c.d.functions, convert[C.VkQueue](c.d.queue), convert[C.VkCommandBuffer](c.handle),
		convert[C.VkFence](c.fence))
	if r == C.VK_SUCCESS {
		c.state = pending
		c.d.pending++
		c.queries.submitted = true
	}
	return c.d.finish(op, vulkan.Result(r))
}

// Wait waits for the submission and reports whether it is done; it is not when the time is over first. A timeout of 0
// looks and returns. After an error (the device is lost, or the validation layer has complained) nothing is under way.
func (c *Commands) Wait(timeout time.Duration) (done bool, err error) {
	if err := c.expect("wait for", pending); err != nil {
		return false, err
	}
	op := c.op("wait for")
	r := vulkan.WaitForFences(c.d.handle, 1, []vulkan.Fence{c.fence}, vulkan.True, uint64(max(0, timeout)))
	if r == vulkan.Timeout {
		return false, nil
	}
	c.state = recorded
	c.d.pending--
	if err := c.d.finish(op, r); err != nil {
		return r == vulkan.Success, err
	}
	return true, c.showHost(op)
}

// showHost makes what was written to host-readable buffers visible to the host.
func (c *Commands) showHost(op string) error {
	var err error
	for b := range c.buffers {
		err = errors.Join(err, c.showBuffer(op, b))
	}
	for s := range c.sets {
		for _, b := range s.buffers {
			err = errors.Join(err, c.showBuffer(op, b))
		}
	}
	return err
}

func (c *Commands) showBuffer(op string, b *Buffer) error {
	if b.placement != HostRead {
		return nil
	}
	return c.d.invalidate(op, b)
}

// run ends, submits and waits, for transfers; the host sees what they wrote.
func (c *Commands) run(op string) error {
	c.memoryBarrier(deviceStages, deviceAccess, scopes[Host].stage, scopes[Host].mask)
	if err := c.End(); err != nil {
		return err
	}
	if err := c.Submit(); err != nil {
		return fmt.Errorf("vk: %s: %w", op, err)
	}
	for {
		const patience = time.Minute // any will do: it is waited for until the driver gives an answer
		if done, err := c.Wait(patience); done || err != nil {
			return err
		}
	}
}

// Close waits for a submission that is under way and frees the commands. A second Close does nothing.
func (c *Commands) Close() {
	if c == nil || c.state == dead {
		return
	}
	c.d.waitIdle()
	if c.state == pending {
		c.d.pending--
	}
	c.d.open.remove(c.ticket)
	c.destroy()
}

func (c *Commands) destroy() {
	c.queries.destroy(c.d)
	vulkan.DestroyFence(c.d.handle, c.fence, nil)
	vulkan.DestroyCommandPool(c.d.handle, c.pool, nil)
	c.state = dead
}
