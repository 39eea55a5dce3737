package recombine

import (
	"slices"
)

// states are partial solutions: decisions on the first edges of a subproblem. Equivalent ones are
// kept once, with the least cost. A row describes a state by the node in each slot: saturated if
// the node has its two edges; else the slot of its mate, the other end of its path. A node without
// an edge is its own mate.
type states struct {
	slots int
	rows  []uint8 // slots values per state
	hash  []uint64
	cost  []int64 // length of the edges taken
}

// saturated is the value of a slot whose node has its two edges.
const saturated = 255

// reset leaves no state.
func (s *states) reset(slots int) {
	s.slots, s.rows, s.hash, s.cost = slots, s.rows[:0], s.hash[:0], s.cost[:0]
}

func (s *states) count() int { return len(s.cost) }

func (s *states) row(state int) []uint8 { return s.rows[state*s.slots : (state+1)*s.slots] }

// need returns the number of edges that the node in a slot still needs.
func need(row []uint8, slot int) uint8 {
	switch int(row[slot]) {
	case saturated:
		return 0
	case slot:
		return 2
	}
	return 1
}

// unsaturated returns the number of nodes that still need edges.
func unsaturated(row []uint8) (count int) {
	for _, mate := range row {
		if mate != saturated {
			count++
		}
	}
	return count
}

// enter sets the initial value of a slot in all states. It does not update the hashes: all of them
// would change by the same amount.
func (s *states) enter(e entry) {
	for at := e.slot; at < len(s.rows); at += s.slots {
		s.rows[at] = e.value
	}
}

// push appends a copy of a state of from, with length added to its cost.
func (s *states) push(from *states, state int, length int64) {
	s.rows = append(s.rows, from.row(state)...)
	s.hash = append(s.hash, from.hash[state])
	s.cost = append(s.cost, from.cost[state]+length)
}

// join adds to the last state an edge between two slots that are not the two ends of one path.
func (s *states) join(u, v int) {
	last := s.count() - 1
	row := s.row(last)
	mateU, mateV, aloneU, aloneV := row[u], row[v], int(row[u]) == u, int(row[v]) == v
	if !aloneU {
		s.set(last, u, saturated)
	}
	if !aloneV {
		s.set(last, v, saturated)
	}
	s.set(last, int(mateU), mateV)
	s.set(last, int(mateV), mateU)
}

// set changes a slot and updates the hash, a sum of the values times a factor per slot.
func (s *states) set(state, slot int, value uint8) {
	const golden = 0x9e3779b97f4a7c15 // 2⁶⁴ by the golden ratio
	factor := uint64(slot+1) * golden
	factor = (factor ^ factor>>32) * golden
	at := &s.rows[state*s.slots+slot]
	s.hash[state] += (uint64(value) - uint64(*at)) * (factor | 1)
	*at = value
}

// move overwrites one state with another.
func (s *states) move(to, from int) {
	copy(s.row(to), s.row(from))
	s.hash[to], s.cost[to] = s.hash[from], s.cost[from]
}

// truncate keeps the first count states.
func (s *states) truncate(count int) {
	s.rows, s.hash, s.cost = s.rows[:count*s.slots], s.hash[:count], s.cost[:count]
}

// table is a hash table of states: the index of a state plus 1, or 0.
type table []int32

// emptied returns an empty table for count states. It reuses the memory of t if it is large
// enough.
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

// find returns the state that equals the last one of s. If there is none, it adds the last one and
// returns it.
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

// prune keeps the cheapest states after a step, at most maxStates, and the state of the present
// tour. Of equal costs it keeps the first. It takes and returns the index of the state of the
// present tour.
func (s *solver) prune(maxStates, present int) (next int) {
	n := &s.next
	if n.count() <= maxStates {
		return present
	}
	trace := s.trace[s.first[len(s.first)-1]:]
	s.costs = append(s.costs[:0], n.cost...)
	maxCost := selectSmallest(s.costs, maxStates)
	room := maxStates // for states whose cost is maxCost
	for _, cost := range n.cost {
		if cost < maxCost {
			room--
		}
	}
	kept := 0
	for state, cost := range n.cost {
		if cost == maxCost {
			room--
		}
		if cost > maxCost || cost == maxCost && room < 0 {
			if state != present {
				continue
			}
		}
		if state == present {
			next = kept
		}
		n.move(kept, state)
		trace[kept] = trace[state]
		kept++
	}
	n.truncate(kept)
	s.trace = s.trace[:len(s.trace)-len(trace)+kept]
	return next
}

// selectSmallest returns the number of the given rank, counted from 1, and reorders the slice
// (quickselect, Hoare 1961).
func selectSmallest(values []int64, rank int) int64 {
	for low, high := 0, len(values)-1; low < high; {
		pivot := values[(low+high)/2]
		i, j := low, high
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case rank-1 <= j:
			high = j
		case rank-1 >= i:
			low = i
		default:
			return pivot
		}
	}
	return values[rank-1]
}
