package vk

// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"

	"github.com/vulkan-go/vulkan"
)

// stagingBytes is the staging buffer's size: large enough that a chunk's copy (0.5 ms at 32 GB/s) outweighs its
// submission (tens of µs), small enough for any host.
const stagingBytes = 16 << 20

// transfer is what uploads, downloads and fills are made with, from the first of them on.
type transfer struct {
	commands *CommandBuffer
	staging  *Buffer // nil until the first chunk
}

func (t *transfer) close() {
	if t == nil {
		return
	}
	t.commands.Close()
	t.staging.Close()
}

// Upload writes data into a buffer from an offset in bytes on, and returns when it is there, for every later command
// to see. No submission that uses the buffer may be under way.
func (d *Device) Upload(b *Buffer, offset uint64, data []byte) error {
	op := fmt.Sprintf("upload %d bytes", len(data))
	if err := d.prepareTransfer(op, b, offset, uint64(len(data))); err != nil || len(data) == 0 {
		return err
	}
	if host := b.host(); host != nil {
		copy(host[offset:], data)
		return d.flush(op, b)
	}
	return d.transferChunks(op, offset, data, func(c *CommandBuffer, staging *Buffer, at uint64, chunk []byte) error {
		copy(staging.host(), chunk)
		if err := d.flush(op, staging); err != nil {
			return err
		}
		c.Copy(staging, b, 0, at, uint64(len(chunk)))
		return c.submitAndWait(op)
	})
}

// Download reads len(out) bytes of a buffer from an offset in bytes on, and returns when they are there. It sees what
// every submission that was waited for has written.
func (d *Device) Download(b *Buffer, offset uint64, out []byte) error {
	op := fmt.Sprintf("download %d bytes", len(out))
	if err := d.prepareTransfer(op, b, offset, uint64(len(out))); err != nil || len(out) == 0 {
		return err
	}
	if host := b.host(); host != nil && b.memoryHas(flagCached) { // uncached memory is copied faster by the device
		c := d.transfer.commands
		if err := c.Begin(); err != nil {
			return err
		}
		if err := errors.Join(c.submitAndWait(op), d.invalidate(op, b)); err != nil {
			return err
		}
		copy(out, host[offset:])
		return nil
	}
	return d.transferChunks(op, offset, out, func(c *CommandBuffer, staging *Buffer, at uint64, chunk []byte) error {
		c.Copy(b, staging, at, 0, uint64(len(chunk)))
		if err := c.submitAndWait(op); err != nil {
			return err
		}
		copy(chunk, staging.host())
		return nil
	})
}

// Fill writes one word all over a buffer and returns when it is done. Bytes beyond the last whole word are filled as
// the beginning of one.
func (d *Device) Fill(b *Buffer, word uint32) error {
	const op = "fill"
	if err := d.prepareTransfer(op, b, 0, 0); err != nil {
		return err
	}
	c := d.transfer.commands
	if err := c.Begin(); err != nil {
		return err
	}
	c.buffers[b] = struct{}{}
	vulkan.CmdFillBuffer(c.handle, b.handle, 0, vulkan.DeviceSize(b.size), word)
	return c.submitAndWait(op)
}

// ready checks a range and makes the transfer's commands.
func (d *Device) prepareTransfer(op string, b *Buffer, offset, bytes uint64) error {
	if err := d.usable(op); err != nil {
		return err
	}
	if why := b.checkRange(d, offset, bytes); why != "" {
		return refuse(op, "%s", why)
	}
	if d.transfer != nil {
		return nil
	}
	c, err := d.NewCommandBuffer("transfer", 0)
	if err != nil {
		return err
	}
	d.transfer = &transfer{commands: c}
	return nil
}

// chunks runs move for each piece of data that fits the staging buffer, in a recording that has begun; at is the
// piece's place in the device's buffer.
func (d *Device) transferChunks(op string, offset uint64, data []byte,
	move func(c *CommandBuffer, staging *Buffer, at uint64, chunk []byte) error) error {
	t := d.transfer
	if t.staging == nil {
		staging, err := d.NewBuffer("staging", stagingBytes, HostRead)
		if err != nil {
			return fmt.Errorf("vk: %s: %w", op, err)
		}
		t.staging = staging
	}
	for len(data) > 0 {
		n := min(len(data), stagingBytes)
		if err := t.commands.Begin(); err != nil {
			return err
		}
		if err := move(t.commands, t.staging, offset, data[:n]); err != nil {
			return err
		}
		offset, data = offset+uint64(n), data[n:]
	}
	return nil
}

// flush makes what the host wrote visible to the device.
func (d *Device) flush(op string, b *Buffer) error {
	if b.memoryHas(flagCoherent) {
		return nil
	}
	return d.outcome(op, vulkan.Result(C.avk_flush(d.functions, convert[C.VkDeviceMemory](b.memory.block.handle),
		C.uint64_t(b.memory.offset), C.uint64_t(b.memory.bytes))))
}

// invalidate makes what the device wrote visible to the host.
func (d *Device) invalidate(op string, b *Buffer) error {
	if b.memoryHas(flagCoherent) {
		return nil
	}
	return d.outcome(op, vulkan.Result(C.avk_invalidate(d.functions, convert[C.VkDeviceMemory](b.memory.block.handle),
		C.uint64_t(b.memory.offset), C.uint64_t(b.memory.bytes))))
}
