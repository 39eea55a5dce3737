package recombine

import "slices"

// table is a hash table of states: the index of a state plus 1, or 0.
type table []int32

// emptied returns an empty table for count states. It reuses the memory of t if it is large enough.
func (t table) emptied(count int) table {
	size := 1
	for size < 2*count {
		size *= 2
	}
	if size > cap(t) {
		return make(table, size)
	}
	t = t[:size]
	clear(t)
	return t
}

// find returns the state that equals the last one of s. If there is none, it adds the last one and returns it.
func (t table) find(s *states) int {
	last := s.count() - 1
	hash, row := s.hash[last], s.row(last)
	for at := int(hash >> 32); ; at++ {
		number := &t[at&(len(t)-1)]
		if *number == 0 {
			*number = int32(last + 1)
			return last
		}
		if state := int(*number - 1); s.hash[state] == hash && slices.Equal(s.row(state), row) {
			return state
		}
	}
}
