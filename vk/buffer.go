//go:build cgo

package vk

import (
	"fmt"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// Buffer is a storage buffer that can be the source and destination of copies.
type Buffer struct {
	d         *Device
	ticket    int
	name      string
	bytes     uint64 // as requested
	size      uint64 // of the VkBuffer: bytes rounded up to whole words
	placement Placement
	handle    vulkan.Buffer
	memory    allocation
}

// wordBytes is the size of a word. Buffers are rounded up to whole words, which fills need.
const wordBytes = 4

// NewBuffer creates a buffer. Its contents are undefined. IsOutOfMemory reports whether the error
// is a lack of memory.
func (d *Device) NewBuffer(name string, bytes uint64, p Placement) (*Buffer, error) {
	op := fmt.Sprintf("create buffer %q of %d bytes", name, bytes)
	if err := d.usable(op); err != nil {
		return nil, err
	}
	if bytes == 0 {
		return nil, refuse(op, "a buffer has at least one byte")
	}
	if p != DeviceLocal && p != HostRead {
		return nil, refuse(op, "unknown placement %d", p)
	}
	if largest := d.physical.info.MaxAllocationBytes; bytes > largest {
		return nil, &Error{Op: op, Result: OutOfDeviceMemory,
			Detail: fmt.Sprintf("the device's largest buffer has %d bytes", largest)}
	}
	b := &Buffer{d: d, name: name, bytes: bytes, placement: p, size: (bytes + wordBytes - 1) / wordBytes * wordBytes}
	if err := b.create(op); err != nil {
		return nil, err
	}
	b.ticket = d.open.add("buffer", name, withoutError(b.Close))
	return b, nil
}

func (b *Buffer) create(op string) error {
	d := b.d
	info := vulkan.BufferCreateInfo{
		SType: vulkan.StructureTypeBufferCreateInfo,
		Size:  vulkan.DeviceSize(b.size),
		Usage: vulkan.BufferUsageFlags(
			vulkan.BufferUsageStorageBufferBit | vulkan.BufferUsageTransferSrcBit | vulkan.BufferUsageTransferDstBit),
		SharingMode: vulkan.SharingModeExclusive,
	}
	defer info.Free()
	var handle vulkan.Buffer
	if err := d.outcome(op, vulkan.CreateBuffer(d.handle, &info, nil, &handle)); err != nil {
		return err
	}
	var required vulkan.MemoryRequirements
	vulkan.GetBufferMemoryRequirements(d.handle, handle, &required)
	required.Deref()
	defer required.Free()
	i := &d.physical.info
	hostWrites := i.UnifiedMemory && (i.Type != "discrete" || b.bytes <= maxDirectBytes)
	types := rankTypes(d.physical.memoryTypes, required.MemoryTypeBits, b.placement, hostWrites)
	a, err := d.memory.alloc(op, uint64(required.Size), max(uint64(required.Alignment), i.StorageAlignment), types)
	if err != nil {
		vulkan.DestroyBuffer(d.handle, handle, nil)
		return err
	}
	r := vulkan.BindBufferMemory(d.handle, handle, a.block.handle, vulkan.DeviceSize(a.offset))
	if err := d.outcome(op, r); err != nil {
		vulkan.DestroyBuffer(d.handle, handle, nil)
		d.memory.release(a)
		return err
	}
	b.handle, b.memory = handle, a
	return nil
}

// Close frees the buffer. Binding sets and command buffers that use it cannot be used any more. A
// second Close does nothing.
func (b *Buffer) Close() {
	if b.closed() || b.d.hung {
		return
	}
	b.d.waitIdle()
	b.d.open.remove(b.ticket)
	vulkan.DestroyBuffer(b.d.handle, b.handle, nil)
	b.d.memory.release(b.memory)
	b.handle = vulkan.NullBuffer
}

func (b *Buffer) closed() bool { return b == nil || b.handle == vulkan.NullBuffer }

// Bytes returns the size that was requested; 0 for a nil buffer.
func (b *Buffer) Bytes() uint64 {
	if b == nil {
		return 0
	}
	return b.bytes
}

// Mapped returns the memory of a HostRead buffer, for reading until the buffer is closed; nil for
// other buffers. A submission's writes are visible if a Barrier to Host follows them in the
// command buffer, and after CommandBuffer.Wait has returned.
func (b *Buffer) Mapped() []byte {
	if b.closed() || b.placement != HostRead {
		return nil
	}
	return b.host()
}

// host returns the buffer's memory if it is mapped, otherwise nil.
func (b *Buffer) host() []byte {
	if b.memory.block.mapped == nil || b.placement == DeviceLocal && b.d.physical.staged {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Add(b.memory.block.mapped, b.memory.offset)), b.bytes)
}

// memoryHas reports whether the buffer's memory type has all of the flags.
func (b *Buffer) memoryHas(flags uint32) bool {
	return b.d.physical.memoryTypes[b.memory.block.typeIndex].has(flags)
}

// checkUse returns why an operation of a device cannot use the buffer, or "".
func (b *Buffer) checkUse(d *Device) string {
	switch {
	case b == nil:
		return "a buffer is nil"
	case b.closed():
		return fmt.Sprintf("buffer %q is closed", b.name)
	case b.d != d:
		return fmt.Sprintf("buffer %q belongs to another device", b.name)
	}
	return ""
}

// checkRange is checkUse for a range of the buffer.
func (b *Buffer) checkRange(d *Device, offset, bytes uint64) string {
	if why := b.checkUse(d); why != "" {
		return why
	}
	if offset > b.bytes || bytes > b.bytes-offset {
		return fmt.Sprintf("bytes %[2]d to %[2]d+%[1]d of buffer %[3]q, which has %[4]d", bytes, offset, b.name,
			b.bytes)
	}
	return ""
}
