package vk

import (
	"testing"

	"pgregory.net/rapid"
)

// For any sequence of allocations and frees, ranges are aligned, inside the block and disjoint.
// After all are freed, the block is one free range.
func TestArenaGivesDisjointRanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := newArena(rapid.Uint64Range(1, 1<<12).Draw(t, "bytes"))
		var taken []span
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			if len(taken) > 0 && rapid.Bool().Draw(t, "give back") {
				i := rapid.IntRange(0, len(taken)-1).Draw(t, "which")
				a.release(taken[i].offset, taken[i].bytes)
				taken = append(taken[:i], taken[i+1:]...)
				continue
			}
			bytes := rapid.Uint64Range(0, a.bytes+1).Draw(t, "size")
			align := uint64(1) << rapid.IntRange(0, 9).Draw(t, "align")
			offset, ok := a.alloc(bytes, align)
			if !ok {
				if fits(a, taken, bytes, align) {
					t.Fatalf("%d bytes with alignment %d refused, with %v allocated of %d", bytes, align, taken,
						a.bytes)
				}
				continue
			}
			if offset%align != 0 || offset+bytes > a.bytes || bytes == 0 {
				t.Fatalf("%d bytes at %d: got offset %d of %d", bytes, align, offset, a.bytes)
			}
			for _, s := range taken {
				if offset < s.offset+s.bytes && s.offset < offset+bytes {
					t.Fatalf("%d+%d overlaps %v", offset, bytes, s)
				}
			}
			taken = append(taken, span{offset, bytes})
		}
		if a.empty() != (len(taken) == 0) {
			t.Fatalf("empty is %v with %d allocated ranges", a.empty(), len(taken))
		}
		for _, s := range taken {
			a.release(s.offset, s.bytes)
		}
		if !a.empty() {
			t.Fatalf("all ranges are freed, but %v is free of %d", a.free, a.bytes)
		}
	})
}

// fits reports whether a range fits anywhere, by trying every offset.
func fits(a *arena, taken []span, bytes, align uint64) bool {
	if bytes == 0 {
		return false
	}
place:
	for offset := uint64(0); offset+bytes <= a.bytes; offset += align {
		for _, s := range taken {
			if offset < s.offset+s.bytes && s.offset < offset+bytes {
				continue place
			}
		}
		return true
	}
	return false
}
