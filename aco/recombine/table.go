package recombine

import "slices"

// table finds equal states: by hash, a state's number and 1, or 0.
type table []int32

// emptied returns a table for so many states, in the memory of t if that is large enough.
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

// find returns the state that was looked for before and equals the last one of s; the last one itself where there is none.
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
