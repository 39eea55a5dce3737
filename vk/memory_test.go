//go:build cgo

package vk

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The memory types come from real devices (https://vulkan.gpuinfo.org).
func TestMemoryTypesAreRankedByPlacement(t *testing.T) {
	const local, visible, coherent, cached = flagDeviceLocal, flagVisible, flagCoherent, flagCached
	discrete := []memoryType{
		{heap: 1, flags: 0},
		{heap: 0, flags: local},
		{heap: 1, flags: visible | coherent},
		{heap: 1, flags: visible | coherent | cached},
		{heap: 2, flags: local | visible | coherent}, // a window of 256 MiB
	}
	resizable := []memoryType{
		{heap: 0, flags: local},
		{heap: 1, flags: visible | coherent},
		{heap: 0, flags: local | visible | coherent},
		{heap: 1, flags: visible | coherent | cached},
		{heap: 0, flags: local | visible | coherent | 0x40}, // VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD
	}
	mobile := []memoryType{
		{heap: 0, flags: local | visible | cached},
		{heap: 0, flags: local | visible | coherent},
	}
	heaps := []Heap{{Bytes: 8 << 30, DeviceLocal: true}, {Bytes: 16 << 30}, {Bytes: 256 << 20, DeviceLocal: true}}
	for _, c := range []struct {
		name    string
		types   []memoryType
		unified bool
		allowed uint32
		p       Placement
		direct  bool
		want    []int
	}{
		{"discrete local", discrete, false, 0x1f, DeviceLocal, false, []int{1, 4, 0, 2, 3}},
		{"discrete local, not type 1", discrete, false, 0x1d, DeviceLocal, false, []int{4, 0, 2, 3}},
		{"discrete read", discrete, false, 0x1f, HostRead, false, []int{3, 2, 4}},
		{"resizable, direct", resizable, true, 0x1f, DeviceLocal, true, []int{2, 0, 3, 1}},
		{"resizable, staged", resizable, true, 0x1f, DeviceLocal, false, []int{0, 2, 1, 3}},
		{"mobile local", mobile, true, 3, DeviceLocal, true, []int{1, 0}},
		{"mobile read", mobile, true, 3, HostRead, true, []int{0, 1}},
		{"nothing allowed", mobile, true, 0, HostRead, true, nil},
	} {
		if got := unified(c.types, heaps); got != c.unified {
			t.Errorf("%s: unified %v", c.name, got)
		}
		if diff := cmp.Diff(c.want, rankTypes(c.types, c.allowed, c.p, c.direct)); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", c.name, diff)
		}
	}
}

// Blocks of host memory are smaller than blocks of device memory, and no block takes a large part
// of its heap.
func TestBlockBytes(t *testing.T) {
	for _, c := range []struct{ flags, heap, want uint64 }{
		{flagDeviceLocal, 1 << 40, blockBytes},
		{flagDeviceLocal | flagVisible, 1 << 20, 1 << 17},
		{flagVisible | flagCoherent, 1 << 40, hostBlockBytes},
		{flagVisible, 1 << 20, 1 << 17},
	} {
		if got := (memoryType{flags: uint32(c.flags)}).blockBytes(&Heap{Bytes: c.heap}); got != c.want {
			t.Errorf("flags %#x, heap of %d bytes: %d, want %d", c.flags, c.heap, got, c.want)
		}
	}
}

func TestBuffersShareBlocksAndFreeThem(t *testing.T) {
	d := openDevice(t)
	var all []*Buffer
	for range 40 {
		all = append(all, newBuffer(t, d, "small", 1000, DeviceLocal))
	}
	if got := len(d.memory.blocks); got != 1 {
		t.Errorf("40 small buffers are in %d blocks", got)
	}
	large := newBuffer(t, d, "large", blockBytes+1, DeviceLocal)
	if got := len(d.memory.blocks); got != 2 {
		t.Errorf("with a large buffer there are %d blocks", got)
	}
	if need := large.memory.bytes; large.memory.block.arena.bytes != need {
		t.Errorf("a buffer of %d bytes has a block of %d", need, large.memory.block.arena.bytes)
	}
	large.Close()
	for _, b := range all {
		b.Close()
	}
	if got := len(d.memory.blocks); got != 0 {
		t.Errorf("%d blocks are left", got)
	}
	for heap, bytes := range d.memory.allocated {
		if bytes != 0 {
			t.Errorf("heap %d has %d bytes in use", heap, bytes)
		}
	}
}

func TestOutOfMemoryErrors(t *testing.T) {
	d := openDevice(t)
	for _, bytes := range []uint64{1 << 50, 1<<64 - 1} {
		_, err := d.NewBuffer("huge", bytes, DeviceLocal)
		wantError(t, err, `"huge"`, "VK_ERROR_OUT_OF_DEVICE_MEMORY", "bytes")
		if !IsOutOfMemory(err) {
			t.Errorf("not out of memory: %v", err)
		}
	}

	// Simulate a full heap, without taking memory from other programs.
	for heap := range d.memory.allocated {
		d.memory.allocated[heap] = d.physical.info.Heaps[heap].Bytes - 100
	}
	_, err := d.NewBuffer("last", 1<<20, DeviceLocal)
	wantError(t, err, `"last"`, "heap", "already allocated", "VK_ERROR_OUT_OF_DEVICE_MEMORY")
	clear(d.memory.allocated)
	newBuffer(t, d, "after", 1<<20, DeviceLocal)
}
