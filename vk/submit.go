package vk

// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/vulkan-go/vulkan"
)

// Submit submits the command buffer. Wait or Finish must follow before it is submitted again.
func (c *CommandBuffer) Submit() error {
	if err := c.expect("submit", stateExecutable); err != nil {
		return err
	}
	op := c.op("submit")
	for s := range c.sets {
		if why := s.checkUse(c.d); why != "" {
			return refuse(op, "%s", why)
		}
	}
	for b := range c.buffers {
		if why := b.checkUse(c.d); why != "" {
			return refuse(op, "%s", why)
		}
	}
	if err := check(op, vulkan.ResetFences(c.d.handle, 1, []vulkan.Fence{c.fence})); err != nil {
		return err
	}
	r := c.d.call("vkQueueSubmit", op, func() vulkan.Result {
		return vulkan.Result(C.avk_submit(c.d.functions, convert[C.VkQueue](c.d.queue),
			convert[C.VkCommandBuffer](c.handle),
			convert[C.VkFence](c.fence)))
	})
	if r == vulkan.Success {
		c.state = statePending
		c.d.pending++
		c.d.submitted = true
		c.queries.submitted = true
	}
	return c.d.outcome(op, r)
}

// Wait waits up to timeout for the submission and reports whether it is done. A timeout of 0
// polls. After an error (a lost device, or a validation message) the submission is not pending any
// more.
func (c *CommandBuffer) Wait(timeout time.Duration) (done bool, err error) {
	if err := c.expect("wait for", statePending); err != nil {
		return false, err
	}
	op := c.op("wait for")
	if err := c.d.checkHung(op); err != nil {
		return false, err
	}
	r := c.d.call("vkWaitForFences", op, func() vulkan.Result {
		return vulkan.WaitForFences(c.d.handle, 1, []vulkan.Fence{c.fence}, vulkan.True, uint64(max(0, timeout)))
	})
	if r == vulkan.Timeout {
		return false, nil
	}
	c.state = stateExecutable
	c.d.pending--
	if err := c.d.outcome(op, r); err != nil {
		return r == vulkan.Success, err
	}
	err = c.invalidateReadback(op)
	c.corrupt(op)
	return true, err
}

// softwareHangTimeout is HangTimeout of software devices. They compile a pipeline when it is first
// used: 12 s of processor time for the largest, and several minutes on a busy machine.
const softwareHangTimeout = 10 * time.Minute

func (d *Device) hangTimeout() time.Duration {
	if d.physical.info.IsSoftware() {
		return softwareHangTimeout
	}
	return HangTimeout
}

// Finish waits for the submission. When it is not done after HangTimeout, or ten times as long on
// a software device, the error is ErrHung. All later calls of the device return ErrHung too.
func (c *CommandBuffer) Finish() error {
	timeout := c.d.hangTimeout()
	done, err := c.Wait(timeout)
	if done || err != nil {
		return err
	}
	c.d.hung = true
	return fmt.Errorf("%w: it has not finished after %v", c.d.checkHung(c.op("wait for")), timeout)
}

// Run ends recording, submits and waits.
func (c *CommandBuffer) Run() error {
	if err := c.End(); err != nil {
		return err
	}
	if err := c.Submit(); err != nil {
		return err
	}
	return c.Finish()
}

// invalidateReadback makes writes to HostRead buffers visible to the host.
func (c *CommandBuffer) invalidateReadback(op string) error {
	var err error
	for b := range c.usedBuffers() {
		if b.placement == HostRead {
			err = errors.Join(err, c.d.invalidate(op, b))
		}
	}
	return err
}

// usedBuffers returns the buffers that the command buffer accesses.
func (c *CommandBuffer) usedBuffers() map[*Buffer]struct{} {
	used := maps.Clone(c.buffers)
	for s := range c.sets {
		for _, b := range s.buffers {
			used[b] = struct{}{}
		}
	}
	return used
}

// submitAndWait ends recording, submits and waits, for transfers. Their writes are visible to the
// host then.
func (c *CommandBuffer) submitAndWait(op string) error {
	c.memoryBarrier(deviceStageMask, deviceAccessMask, scopes[Host].stage, scopes[Host].mask)
	if err := c.End(); err != nil {
		return err
	}
	if err := c.Submit(); err != nil {
		return fmt.Errorf("vk: %s: %w", op, err)
	}
	return c.Finish()
}
