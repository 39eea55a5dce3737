package places

import (
	"testing"

	"pgregory.net/rapid"
)

// hilbertBit is hilbert, one bit of x and y after the other.
func hilbertBit(x, y uint32) uint64 {
	var along uint64
	for bit := 31; bit >= 0; bit-- {
		right, up := x>>bit&1, y>>bit&1
		along = along<<2 | uint64(3*right^up)
		lower := up - 1 // all bits, or none
		exchange, mirror := (x^y)&lower, -right&lower
		x, y = x^exchange^mirror, y^exchange^mirror
	}
	return along
}

func TestHilbertTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.Uint32().Draw(t, "x"), rapid.Uint32().Draw(t, "y")
		if got, want := hilbert(x, y), hilbertBit(x, y); got != want {
			t.Fatalf("%d cells before, want %d", got, want)
		}
	})
}
