package vk

import "slices"

// arena gives out ranges of a block of memory: first fit over a list of free spans in order of their offset.
type arena struct {
	bytes uint64
	free  []span
}

type span struct{ offset, bytes uint64 }

func newArena(bytes uint64) *arena { return &arena{bytes: bytes, free: []span{{0, bytes}}} }

// alloc takes a range that begins at a multiple of align, which is a power of two; false when none is large enough.
func (a *arena) alloc(bytes, align uint64) (offset uint64, ok bool) {
	if bytes == 0 {
		return 0, false
	}
	for i, s := range a.free {
		offset := (s.offset + align - 1) &^ (align - 1)
		lost := offset - s.offset
		if s.bytes < lost || s.bytes-lost < bytes {
			continue
		}
		var rest []span
		if lost > 0 {
			rest = append(rest, span{s.offset, lost})
		}
		if left := s.bytes - lost - bytes; left > 0 {
			rest = append(rest, span{offset + bytes, left})
		}
		a.free = slices.Replace(a.free, i, i+1, rest...)
		return offset, true
	}
	return 0, false
}

// release gives back a range that alloc gave, and joins it with its free neighbours.
func (a *arena) release(offset, bytes uint64) {
	i, _ := slices.BinarySearchFunc(a.free, offset, func(s span, o uint64) int {
		if s.offset < o {
			return -1
		}
		return 1
	})
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

// empty reports whether nothing is given out.
func (a *arena) empty() bool { return len(a.free) == 1 && a.free[0].bytes == a.bytes }
