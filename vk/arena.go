package vk

import (
	"cmp"
	"slices"
)

// arena allocates ranges of a block of memory, first fit. free is sorted by offset.
type arena struct {
	bytes uint64
	free  []span
}

type span struct{ offset, bytes uint64 }

func newArena(bytes uint64) *arena { return &arena{bytes: bytes, free: []span{{0, bytes}}} }

// alloc allocates a range whose offset is a multiple of align, a power of two. ok is false if no
// free span is large enough.
func (a *arena) alloc(bytes, align uint64) (offset uint64, ok bool) {
	if bytes == 0 {
		return 0, false
	}
	for i, s := range a.free {
		offset := (s.offset + align - 1) &^ (align - 1)
		padding := offset - s.offset
		if s.bytes < padding || s.bytes-padding < bytes {
			continue
		}
		var rest []span
		if padding > 0 {
			rest = append(rest, span{s.offset, padding})
		}
		if left := s.bytes - padding - bytes; left > 0 {
			rest = append(rest, span{offset + bytes, left})
		}
		a.free = slices.Replace(a.free, i, i+1, rest...)
		return offset, true
	}
	return 0, false
}

// release frees a range that alloc returned and merges it with its free neighbours.
func (a *arena) release(offset, bytes uint64) {
	i, _ := slices.BinarySearchFunc(a.free, offset, func(s span, o uint64) int { return cmp.Compare(s.offset, o) })
	a.free = slices.Insert(a.free, i, span{offset, bytes})
	if i+1 < len(a.free) && offset+bytes == a.free[i+1].offset {
		a.free[i].bytes += a.free[i+1].bytes
		a.free = slices.Delete(a.free, i+1, i+2)
	}
	if i > 0 && a.free[i-1].offset+a.free[i-1].bytes == offset {
		a.free[i-1].bytes += a.free[i].bytes
		a.free = slices.Delete(a.free, i, i+1)
	}
}

// empty reports whether nothing is allocated.
func (a *arena) empty() bool { return len(a.free) == 1 && a.free[0].bytes == a.bytes }
