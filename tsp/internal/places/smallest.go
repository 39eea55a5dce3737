package places

import "math"

// smallest keeps the width smallest of the keys offered, in ascending order.
type smallest struct {
	Keys  []uint64
	width int
	Bound uint64 // keys of at least this size are not among them
}

func (s *smallest) Clear(width int) { s.Keys, s.width, s.Bound = s.Keys[:0], width, math.MaxUint64 }

func (s *smallest) offer(key uint64) {
	if key >= s.Bound {
		return
	}
	if len(s.Keys) < s.width {
		s.Keys = append(s.Keys, key)
	}
	at := len(s.Keys) - 1
	for ; at > 0 && s.Keys[at-1] > key; at-- {
		s.Keys[at] = s.Keys[at-1]
	}
	s.Keys[at] = key
	if len(s.Keys) == s.width {
		s.Bound = s.Keys[s.width-1]
	}
}
