//go:build cgo

package vk

import (
	"fmt"
	"slices"

	"github.com/vulkan-go/vulkan"
)

// CommandBuffer is a command buffer with a fence and timestamps. Commands are recorded between
// Begin and End, which returns the first error of recording. It can be submitted any number of
// times. Each submission begins with a full barrier: it sees what earlier submissions wrote.
// Within the command buffer, Barrier orders commands.
type CommandBuffer struct {
	d       *Device
	ticket  int
	name    string
	pool    vulkan.CommandPool
	handle  vulkan.CommandBuffer
	fence   vulkan.Fence
	state   state
	err     error // first error of recording
	buffers map[*Buffer]struct{}
	sets    map[*BindingSet]struct{}
	queries queries
}

type state int

const (
	stateInitial state = iota
	stateRecording
	stateExecutable // not submitted, or waited for
	statePending
	stateClosed
)

var stateNames = [...]string{"nothing is recorded", "recording has not ended", "it is not submitted",
	"it is submitted and was not waited for", "it is closed"}

// NewCommandBuffer creates a command buffer with room for maxTimestamps timestamps.
func (d *Device) NewCommandBuffer(name string, maxTimestamps int) (*CommandBuffer, error) {
	op := fmt.Sprintf("create command buffer %q", name)
	if err := d.usable(op); err != nil {
		return nil, err
	}
	if maxTimestamps < 0 || maxTimestamps > maxTimestampCount {
		return nil, refuse(op, "%d timestamps, of 0 to %d", maxTimestamps, maxTimestampCount)
	}
	c := &CommandBuffer{d: d, name: name, queries: queries{capacity: uint32(maxTimestamps)}}
	if err := c.create(op); err != nil {
		c.destroy()
		return nil, err
	}
	c.ticket = d.open.add("command buffer", name, withoutError(c.Close))
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

// op names an operation on this command buffer, for errors.
func (c *CommandBuffer) op(verb string) string {
	return fmt.Sprintf("%s command buffer %q", verb, c.name)
}

// expect returns an error if the command buffer is in none of the states.
func (c *CommandBuffer) expect(verb string, states ...state) error {
	if c == nil {
		return refuse(verb+" command buffer", "it is nil")
	}
	if slices.Contains(states, c.state) {
		return nil
	}
	return refuse(c.op(verb), "%s", stateNames[c.state])
}

// Begin begins recording. It discards what was recorded before.
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

// recording reports whether commands are recorded: after Begin, before End, and only until the
// first error.
func (c *CommandBuffer) recording() bool {
	return c != nil && c.state == stateRecording && c.err == nil
}

// reject stores the reason why a command cannot be recorded, for End to return.
func (c *CommandBuffer) reject(verb, why string) { c.err = refuse(c.op(verb), "%s", why) }

// End ends recording and returns its first error. After an error the command buffer cannot be
// submitted.
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

// Close waits for a pending submission and frees the command buffer. A second Close does nothing.
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
