package philox

import "testing"

// The known answers of the authors' library Random123 (kat_vectors, philox4x32 with 10 rounds).
func TestPhiloxKnownAnswers(t *testing.T) {
	const ones = 0xffffffff
	for _, c := range []struct {
		counter [4]uint32
		key     [2]uint32
		want    [4]uint32
	}{
		{[4]uint32{}, [2]uint32{}, [4]uint32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
		{[4]uint32{ones, ones, ones, ones}, [2]uint32{ones, ones}, [4]uint32{0x408f276d, 0x41c83b0e, 0xa20bc7c6,
			0x6d5451fd}},
		{
			[4]uint32{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, [2]uint32{0xa4093822, 0x299f31d0},
			[4]uint32{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1},
		},
	} {
		if got := Block(c.counter, c.key); got != c.want {
			t.Errorf("Philox(%x, %x) = %x, want %x", c.counter, c.key, got, c.want)
		}
	}
}

func TestBoundedStaysBelow(t *testing.T) {
	for _, bound := range []uint32{1, 2, 3, 1 << 31, 1<<32 - 1} {
		if got := Bounded(1<<32-1, bound); got != bound-1 {
			t.Errorf("Bounded of the largest word below %d is %d", bound, got)
		}
		if got := Bounded(0, bound); got != 0 {
			t.Errorf("Bounded of 0 below %d is %d", bound, got)
		}
	}
}

// Seeds that differ in any bit have different keys and draw different words. Seeds below 2^32 have
// the keys that they had when seeds were folded to 32 bits, and so their tours.
func TestSeedsAre64Bits(t *testing.T) {
	seeds := []uint64{0, 1, 1 << 32, 1<<32 | 1, 1 << 63, 1<<64 - 1, 1<<64 - 1<<32, 1<<32 - 1}
	for i, a := range seeds {
		for _, b := range seeds[:i] {
			if Key(a, 3) == Key(b, 3) || Draw(a, 0, 1, 2, 3, 0) == Draw(b, 0, 1, 2, 3, 0) {
				t.Errorf("seeds %d and %d draw the same words", a, b)
			}
		}
		for colony := range uint32(1000) {
			if want := [2]uint32{uint32(a), colony}; a < 1<<32 && Key(a, colony) != want {
				t.Errorf("seed %d, colony %d: key %v, want %v", a, colony, Key(a, colony), want)
			}
		}
	}
	if got, want := Draw(1, 2, 3, 4, 5, 6), Block([4]uint32{3, 4, 5, 1}, [2]uint32{1, 2})[2]; got != want {
		t.Errorf("seed 1 draws %d, want %d", got, want)
	}
}
