//go:build cgo

package vk

import (
	"cmp"
	"fmt"
	"slices"
	"unsafe"

	"github.com/vulkan-go/vulkan"
)

// blockBytes is the size of a block of memory, but at most an eighth of its heap. Devices allow
// few allocations (4096 by the specification) and round each up to their pages. 64 MiB holds all
// small buffers of a run and is little of a device's memory. A buffer of more than half a block
// gets a block of its own.
const blockBytes = 64 << 20

// hostBlockBytes is the size of a block outside of the device's memory. The driver of an H200
// takes 15 ms to pin 64 MiB of the host's, and 6 ms to free them; few small buffers are there.
const hostBlockBytes = 4 << 20

// maxDirectBytes is the largest buffer of a discrete device in memory that the host writes through
// the bus (resizable BAR). Up to this size, the bus costs less than the submission of a copy from
// a staging buffer.
const maxDirectBytes = 1 << 20

// memoryType is a VkMemoryType.
type memoryType struct {
	heap  int
	flags uint32
}

const (
	flagDeviceLocal = 1 << iota
	flagVisible
	flagCoherent
	flagCached
	// knownFlags are the flags of types that are used for buffers. Lazily allocated, protected and
	// vendors' types are not.
	knownFlags = flagDeviceLocal | flagVisible | flagCoherent | flagCached
)

func (t memoryType) has(flags uint32) bool { return t.flags&flags == flags }

// blockBytes returns the common size of a block of this type.
func (t memoryType) blockBytes(heap *Heap) uint64 {
	if t.has(flagDeviceLocal) {
		return min(blockBytes, heap.Bytes/8)
	}
	return min(hostBlockBytes, heap.Bytes/8)
}

// unified reports whether the largest device-local heap can be mapped.
func unified(types []memoryType, heaps []Heap) bool {
	main := -1
	for i, h := range heaps {
		if h.DeviceLocal && (main < 0 || h.Bytes > heaps[main].Bytes) {
			main = i
		}
	}
	return slices.ContainsFunc(types, func(t memoryType) bool {
		return t.heap == main && t.has(flagDeviceLocal|flagVisible|flagCoherent) && t.flags&^knownFlags == 0
	})
}

// rankTypes returns the memory types for a placement, the best first. Bit i of allowed is set if
// type i may be used. hostWrites prefers device-local memory that the host can write.
func rankTypes(types []memoryType, allowed uint32, p Placement, hostWrites bool) []int {
	score := func(i int) int {
		t, s := types[i], 0
		add := func(condition bool, points int) {
			if condition {
				s += points
			}
		}
		if p == HostRead {
			add(t.has(flagCached), 4) // reading uncached memory is tens of times slower
			add(t.has(flagCoherent), 2)
			add(!t.has(flagDeviceLocal), 1)
			return s
		}
		add(t.has(flagDeviceLocal), 4)
		add(t.has(flagVisible|flagCoherent) == hostWrites, 2)
		add(t.has(flagCached) == hostWrites, 1)
		return s
	}
	var ranked []int
	for i, t := range types {
		if allowed>>i&1 != 0 && t.flags&^knownFlags == 0 && (p == DeviceLocal || t.has(flagVisible)) {
			ranked = append(ranked, i)
		}
	}
	slices.SortStableFunc(ranked, func(a, b int) int { return cmp.Compare(score(b), score(a)) })
	return ranked
}

// memory is the allocated memory of a device.
type memory struct {
	d         *Device
	blocks    []*block
	allocated []uint64 // by heap
}

// block is a VkDeviceMemory. It stays mapped if its type is host-visible.
type block struct {
	handle    vulkan.DeviceMemory
	typeIndex int // memory type
	mapped    unsafe.Pointer
	arena     *arena
}

// allocation is a range of a block.
type allocation struct {
	block         *block
	offset, bytes uint64
}

func newMemory(d *Device) memory {
	return memory{d: d, allocated: make([]uint64, len(d.physical.info.Heaps))}
}

// alloc allocates from the first of the types that has room.
func (m *memory) alloc(op string, bytes, align uint64, types []int) (allocation, error) {
	// Flushed and invalidated ranges are whole atoms.
	atom := m.d.physical.atomBytes
	align = max(align, atom)
	bytes = (bytes + atom - 1) / atom * atom
	var last error
	for _, typeIndex := range types {
		for _, b := range m.blocks {
			if b.typeIndex != typeIndex {
				continue
			}
			if offset, ok := b.arena.alloc(bytes, align); ok {
				return allocation{b, offset, bytes}, nil
			}
		}
		b, err := m.grow(op, bytes, typeIndex)
		if err == nil {
			offset, _ := b.arena.alloc(bytes, align) // a new block is aligned and large enough
			return allocation{b, offset, bytes}, nil
		}
		if !IsOutOfMemory(err) {
			return allocation{}, err
		}
		last = err
	}
	if last == nil {
		return allocation{}, refuse(op, "the device has no memory type for this buffer")
	}
	return allocation{}, last
}

// grow adds a block with room for bytes: of the common size, or of just that size.
func (m *memory) grow(op string, bytes uint64, typeIndex int) (*block, error) {
	t := m.d.physical.memoryTypes[typeIndex]
	common := t.blockBytes(&m.d.physical.info.Heaps[t.heap])
	if bytes <= common/2 {
		if b, err := m.newBlock(op, common, typeIndex); err == nil {
			return b, nil
		}
	}
	return m.newBlock(op, bytes, typeIndex)
}

func (m *memory) newBlock(op string, bytes uint64, typeIndex int) (*block, error) {
	t := m.d.physical.memoryTypes[typeIndex]
	heap := m.d.physical.info.Heaps[t.heap]
	outOfMemory := &Error{Op: op, Result: OutOfDeviceMemory, Detail: fmt.Sprintf(
		"%d bytes requested of heap %d, which has %d bytes, %d of them already allocated by this device", bytes,
		t.heap, heap.Bytes, m.allocated[t.heap])}
	if largest := m.d.physical.info.MaxAllocationBytes; bytes > largest {
		outOfMemory.Detail += fmt.Sprintf(", and allocates at most %d at a time", largest)
		return nil, outOfMemory
	}
	if m.allocated[t.heap] > heap.Bytes || bytes > heap.Bytes-m.allocated[t.heap] {
		return nil, outOfMemory // some drivers allocate more than they have and fail later
	}
	info := vulkan.MemoryAllocateInfo{
		SType:           vulkan.StructureTypeMemoryAllocateInfo,
		AllocationSize:  vulkan.DeviceSize(bytes),
		MemoryTypeIndex: uint32(typeIndex),
	}
	defer info.Free()
	var handle vulkan.DeviceMemory
	r := m.d.call("vkAllocateMemory", op,
		func() vulkan.Result { return vulkan.AllocateMemory(m.d.handle, &info, nil, &handle) })
	if err := check(op, r); err != nil {
		if IsOutOfMemory(err) {
			outOfMemory.Result = Result(r)
			outOfMemory.Detail += "; " + err.(*Error).Detail
			return nil, outOfMemory
		}
		return nil, err
	}
	b := &block{handle: handle, typeIndex: typeIndex, arena: newArena(bytes)}
	if t.has(flagVisible) {
		var mapped unsafe.Pointer
		r := m.d.call("vkMapMemory", op, func() vulkan.Result {
			return vulkan.MapMemory(m.d.handle, handle, 0, vulkan.DeviceSize(vulkan.WholeSize), 0, &mapped)
		})
		if err := check(op, r); err != nil {
			vulkan.FreeMemory(m.d.handle, handle, nil)
			return nil, err
		}
		b.mapped = mapped
	}
	m.blocks = append(m.blocks, b)
	m.allocated[t.heap] += bytes
	return b, nil
}

// release frees a range, and its block with the last range.
func (m *memory) release(a allocation) {
	a.block.arena.release(a.offset, a.bytes)
	if a.block.arena.empty() {
		m.blocks = slices.DeleteFunc(m.blocks, func(b *block) bool { return b == a.block })
		m.freeBlock(a.block)
	}
}

func (m *memory) freeBlock(b *block) {
	m.allocated[m.d.physical.memoryTypes[b.typeIndex].heap] -= b.arena.bytes
	vulkan.FreeMemory(m.d.handle, b.handle, nil) // unmaps
}

func (m *memory) freeAll() {
	for _, b := range m.blocks {
		m.freeBlock(b)
	}
	m.blocks = nil
}
