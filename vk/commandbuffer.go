package vk

import (
	"fmt"

	"github.com/vulkan-go/vulkan"
)

// CommandBuffer is a recording of commands that can be submitted any number of times, with a fence to wait for and
// timestamps. Record between Begin and End; errors of recording are kept for End. Each submission begins after a full
// barrier: what earlier submissions wrote is there. Within the recording, Barrier says what waits for what.
type CommandBuffer struct {
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
	stateInitial state = iota
	stateRecording
	stateExecutable // and waited for, if it was submitted
	statePending
	stateClosed
)

var stateNames = [...]string{"nothing is recorded", "the recording has not ended", "it is not submitted",
	"it is submitted and not waited for", "it is closed"}

// NewCommandBuffer makes commands with room for so many timestamps a recording; 0 for none.
func (d *Device) NewCommandBuffer(name string, maxTimestamps int) (*CommandBuffer, error) {
	op := fmt.Sprintf("create commands %q", name)
	if err := d.usable(op); err != nil {
		return nil, err
	}
	if maxTimestamps < 0 || maxTimestamps > maxTimestampCount {
		return nil, refuse(op, "%d timestamps, there may be 0 to %d", maxTimestamps, maxTimestampCount)
	}
	c := &CommandBuffer{d: d, name: name, queries: queries{capacity: uint32(maxTimestamps)}}
	if err := c.create(op); err != nil {
		c.destroy()
		return nil, err
	}
	c.ticket = d.open.add("commands", name, withoutError(c.Close))
	return c, nil
}

func (c *CommandBuffer) create(op string) error {
	d := c.d
	poolInfo := vulkan.CommandPoolCreateInfo{
		SType:            vulkan.StructureTypeCommandPoolCreateInfo,
		QueueFamilyIndex: d.physical.info.QueueFamily,
	}
	defer poolInfo.Free()
	var pool vulkan.CommandPool
	if err := d.outcome(op, vulkan.CreateCommandPool(d.handle, &poolInfo, nil, &pool)); err != nil {
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
	if err := d.outcome(op, vulkan.AllocateCommandBuffers(d.handle, &info, handles)); err != nil {
		return err
	}
	c.handle = handles[0]
	fenceInfo := vulkan.FenceCreateInfo{SType: vulkan.StructureTypeFenceCreateInfo}
	defer fenceInfo.Free()
	var fence vulkan.Fence
	if err := d.outcome(op, vulkan.CreateFence(d.handle, &fenceInfo, nil, &fence)); err != nil {
		return err
	}
	c.fence = fence
	return c.queries.create(op, d)
}

// op names an operation on these commands.
func (c *CommandBuffer) op(verb string) string { return fmt.Sprintf("%s commands %q", verb, c.name) }

// expect refuses an operation in a state other than those.
func (c *CommandBuffer) expect(verb string, states ...state) error {
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
func (c *CommandBuffer) Begin() error {
	if err := c.expect("begin", stateInitial, stateRecording, stateExecutable); err != nil {
		return err
	}
	op := c.op("begin")
	if err := c.d.outcome(op, vulkan.ResetCommandPool(c.d.handle, c.pool, 0)); err != nil {
		return err
	}
	info := vulkan.CommandBufferBeginInfo{SType: vulkan.StructureTypeCommandBufferBeginInfo}
	defer info.Free()
	if err := c.d.outcome(op, vulkan.BeginCommandBuffer(c.handle, &info)); err != nil {
		c.state = stateInitial
		return err
	}
	c.state, c.err = stateRecording, nil
	c.buffers, c.sets = map[*Buffer]struct{}{}, map[*BindingSet]struct{}{}
	c.queries.reset(c.handle)
	c.memoryBarrier(deviceStageMask, deviceAccessMask, deviceStageMask, deviceAccessMask)
	return nil
}

// recording reports whether a command is to be recorded: not outside of a recording, where End refuses, and not after an
// error in it.
func (c *CommandBuffer) recording() bool {
	return c != nil && c.state == stateRecording && c.err == nil
}

// reject keeps the reason why a command cannot be recorded for End.
func (c *CommandBuffer) reject(verb, why string) { c.err = refuse(c.op(verb), "%s", why) }

// End ends the recording and returns the first error in it; with an error it cannot be submitted.
func (c *CommandBuffer) End() error {
	if err := c.expect("end", stateRecording); err != nil {
		return err
	}
	c.state = stateInitial
	r := vulkan.EndCommandBuffer(c.handle)
	if c.err != nil {
		return c.err
	}
	if err := c.d.outcome(c.op("end"), r); err != nil {
		return err
	}
	c.state = stateExecutable
	return nil
}

// Close waits for a submission that is under way and frees the commands. A second Close does nothing.
func (c *CommandBuffer) Close() {
	if c == nil || c.state == stateClosed || c.d.hung {
		return
	}
	c.d.waitIdle()
	if c.state == statePending {
		c.d.pending--
	}
	c.d.open.remove(c.ticket)
	c.destroy()
}

func (c *CommandBuffer) destroy() {
	c.queries.destroy(c.d)
	vulkan.DestroyFence(c.d.handle, c.fence, nil)
	vulkan.DestroyCommandPool(c.d.handle, c.pool, nil)
	c.state = stateClosed
}
