package tsp

import "math"

// smallest keeps the width smallest of the keys offered, in ascending order.
type smallest struct {
	keys  []uint64
	width int
	bound uint64 // keys of at least this size are not among them
}

func (s *smallest) clear(width int) { s.keys, s.width, s.bound = s.keys[:0], width, math.MaxUint64 }

func (s *smallest) offer(key uint64) {
	if key >= s.bound {
		return
	}
	if len(s.keys) < s.width {
		s.keys = append(s.keys, key)
	}
	at := len(s.keys) - 1
	for ; at > 0 && s.keys[at-1] > key; at-- {
		s.keys[at] = s.keys[at-1]
	}
	s.keys[at] = key
	if len(s.keys) == s.width {
		s.bound = s.keys[s.width-1]
	}
}
