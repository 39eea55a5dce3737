package vk

import (
	"fmt"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// Placement says where a buffer lives.
type Placement int

const (
	// DeviceLocal is the device's own memory, for what shaders work on. Where it is full, memory of the host serves.
	DeviceLocal Placement = iota
	// HostRead is memory that the device writes and the host reads through Buffer.Mapped, at any time.
	HostRead
)

// Buffer is a storage buffer that can also be copied from and to.
type Buffer struct {
	d         *Device
	ticket    int
	name      string
	bytes     uint64 // as asked
	size      uint64 // of the VkBuffer
	placement Placement
	handle    vulkan.Buffer
	memory    allocation
}

// wordBytes is what fills and copies count in; buffers are rounded up to it.
const wordBytes = 4

// NewBuffer makes a buffer of undefined contents. When memory runs out, IsOutOfMemory holds for the error.
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
		SType:       vulkan.StructureTypeBufferCreateInfo,
		Size:        vulkan.DeviceSize(b.size),
		Usage:       vulkan.BufferUsageFlags(vulkan.BufferUsageStorageBufferBit | vulkan.BufferUsageTransferSrcBit | vulkan.BufferUsageTransferDstBit),
		SharingMode: vulkan.SharingModeExclusive,
	}
	defer info.Free()
	var handle vulkan.Buffer
	if err := d.outcome(op, vulkan.CreateBuffer(d.handle, &info, nil, &handle)); err != nil {
		return err
	}
	var needs vulkan.MemoryRequirements
	vulkan.GetBufferMemoryRequirements(d.handle, handle, &needs)
	needs.Deref()
	defer needs.Free()
	i := &d.physical.info
	direct := i.UnifiedMemory && (i.Type != "discrete" || b.bytes <= maxDirectBytes)
	types := rankTypes(d.physical.memoryTypes, needs.MemoryTypeBits, b.placement, direct)
	a, err := d.memory.alloc(op, uint64(needs.Size), max(uint64(needs.Alignment), i.StorageAlignment), types)
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

// Close frees the buffer. Binding sets and recordings that use it are dead then. A second Close does nothing.
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

// Bytes is the size that was asked for; 0 for a nil buffer.
func (b *Buffer) Bytes() uint64 {
	if b == nil {
		return 0
	}
	return b.bytes
}

// Mapped is the memory of a HostRead buffer, for reading, until it is closed; nil for others. It shows what a
// submission wrote once the recording's last write is followed by a Barrier to Host and Commands.Wait has returned.
func (b *Buffer) Mapped() []byte {
	if b.closed() || b.placement != HostRead {
		return nil
	}
	return b.host()
}

// host is the buffer's memory where the host can see it, else nil.
func (b *Buffer) host() []byte {
	if b.memory.block.mapped == nil || b.placement == DeviceLocal && b.d.physical.staged {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Add(b.memory.block.mapped, b.memory.offset)), b.bytes)
}

// flags of the buffer's memory type.
func (b *Buffer) memoryHas(flags uint32) bool {
	return b.d.physical.memoryTypes[b.memory.block.typeIndex].has(flags)
}

// unusable says why an operation of a device cannot use the buffer, "" when it can.
func (b *Buffer) checkUse(d *Device) string {
	switch {
	case b == nil:
		return "a buffer is nil"
	case b.closed():
		return fmt.Sprintf("buffer %q is closed", b.name)
	case b.d != d:
		return fmt.Sprintf("buffer %q is of another device", b.name)
	}
	return ""
}

// unusableRange does the same for a range of the buffer.
func (b *Buffer) checkRange(d *Device, offset, bytes uint64) string {
	if why := b.checkUse(d); why != "" {
		return why
	}
	if offset > b.bytes || bytes > b.bytes-offset {
		return fmt.Sprintf("%d bytes from byte %d on of buffer %q, which has %d", bytes, offset, b.name, b.bytes)
	}
	return ""
}
