package vk

// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"
	"time"

	"github.com/vulkan-go/vulkan"
)

// Submit gives the recording to the device; Wait must follow. The same recording may be submitted again after that.
func (c *Commands) Submit() error {
	if err := c.expect("submit", recorded); err != nil {
		return err
	}
	op := c.op("submit")
	for s := range c.sets {
		if why := s.unusable(c.d); why != "" {
			return refuse(op, "%s", why)
		}
	}
	for b := range c.buffers {
		if why := b.unusable(c.d); why != "" {
			return refuse(op, "%s", why)
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
