package vk

// #include "shim.h"
import "C"

import (
	"errors"
	"fmt"

	"github.com/vulkan-go/vulkan"
)

// stagingBytes is the largest size of the staging buffer. The copy of such a chunk (0.5 ms at 32 GB/s)
// takes much longer than its submission (tens of µs), and any host has that much memory.
const stagingBytes = 16 << 20

// smallStagingBytes is the size of the staging buffer until a transfer has more. It shares a block
// of memory with other small buffers: the driver of an H200 takes 4 ms to pin stagingBytes.
const smallStagingBytes = 1 << 20

// transfer has the objects for uploads, downloads and fills. The first of these creates it.
type transfer struct {
	commands *CommandBuffer
	staging  *Buffer // nil until the first chunk
}

// reserve makes the staging buffer large enough for a chunk of a transfer.
func (t *transfer) reserve(d *Device, bytes int) error {
	size := uint64(smallStagingBytes)
	if bytes > smallStagingBytes {
		size = stagingBytes
	}
	if t.staging.Bytes() >= size {
		return nil
	}
	t.staging.Close()
	var err error
	t.staging, err = d.NewBuffer("staging", size, HostRead)
	return err
}

func (t *transfer) close() {
	if t == nil {
		return
	}
	t.commands.Close()
	t.staging.Close()
}

// Upload writes data into a buffer at an offset in bytes. All later commands see it. No submission
// that uses the buffer may be pending.
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

// Download reads len(out) bytes of a buffer at an offset in bytes. It sees the writes of all
// submissions that were waited for.
func (d *Device) Download(b *Buffer, offset uint64, out []byte) error {
	op := fmt.Sprintf("download %d bytes", len(out))
	if err := d.prepareTransfer(op, b, offset, uint64(len(out))); err != nil || len(out) == 0 {
		return err
	}
	if host := b.host(); host != nil && b.memoryHas(flagCached) { // the device copies uncached memory faster
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

// Fill sets every word of a buffer. Bytes after the last whole word get the first bytes of the
// word.
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

// prepareTransfer checks a range, and creates the objects for transfers at first.
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

// transferChunks calls move for each chunk of data that fits the staging buffer. The command
// buffer is recording. at is the chunk's offset in the device's buffer.
func (d *Device) transferChunks(op string, offset uint64, data []byte,
	move func(c *CommandBuffer, staging *Buffer, at uint64, chunk []byte) error) error {
	t := d.transfer
	if err := t.reserve(d, len(data)); err != nil {
		return fmt.Errorf("vk: %s: %w", op, err)
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

// flush makes writes of the host visible to the device.
func (d *Device) flush(op string, b *Buffer) error {
	if b.memoryHas(flagCoherent) {
		return nil
	}
	return d.outcome(op, vulkan.Result(C.avk_flush(d.functions, convert[C.VkDeviceMemory](b.memory.block.handle),
		C.uint64_t(b.memory.offset), C.uint64_t(b.memory.bytes))))
}

// invalidate makes writes of the device visible to the host.
func (d *Device) invalidate(op string, b *Buffer) error {
	if b.memoryHas(flagCoherent) {
		return nil
	}
	return d.outcome(op, vulkan.Result(C.avk_invalidate(d.functions, convert[C.VkDeviceMemory](b.memory.block.handle),
		C.uint64_t(b.memory.offset), C.uint64_t(b.memory.bytes))))
}
