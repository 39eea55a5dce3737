package recombine

// states are the ways to decide some of a window's edges, of those that come to the same only the shortest. A state's row tells of each
// slot what is known of the node there: inner when it has all its edges; otherwise it is the end of a path, or one alone that needs two
// edges, and the row has the slot of the path's other end.
type states struct {
	slots int
	rows  []uint8 // state after state
	hash  []uint64
	cost  []int64 // the length of the edges that were taken
}

const inner = 255

// reset leaves no state.
func (s *states) reset(slots int) {
	s.slots, s.rows, s.hash, s.cost = slots, s.rows[:0], s.hash[:0], s.cost[:0]
}

func (s *states) count() int { return len(s.cost) }

func (s *states) row(state int) []uint8 { return s.rows[state*s.slots : (state+1)*s.slots] }

// need returns how many edges the node at a slot needs.
func need(row []uint8, slot int) uint8 {
	switch int(row[slot]) {
	case inner:
		return 0
	case slot:
		return 2
	}
	return 1
}

// open returns how many nodes need edges.
func open(row []uint8) (count int) {
	for _, mate := range row {
		if mate != inner {
			count++
		}
	}
	return count
}

// enter gives a slot its first value in all states. Hashes are left: those of one step are compared, and all would change alike.
func (s *states) enter(e entry) {
	for at := e.slot; at < len(s.rows); at += s.slots {
		s.rows[at] = e.value
	}
}

// push adds a copy of another one's state, with an edge of some length.
func (s *states) push(from *states, state int, length int64) {
	s.rows = append(s.rows, from.row(state)...)
	s.hash = append(s.hash, from.hash[state])
	s.cost = append(s.cost, from.cost[state]+length)
}

// join lets the last state take an edge between two slots that are not the ends of one path.
func (s *states) join(u, v int) {
	last := s.count() - 1
	row := s.row(last)
	mateU, mateV, aloneU, aloneV := row[u], row[v], int(row[u]) == u, int(row[v]) == v
	if !aloneU {
		s.set(last, u, inner)
	}
	if !aloneV {
		s.set(last, v, inner)
	}
	s.set(last, int(mateU), mateV)
	s.set(last, int(mateV), mateU)
}

// set changes a slot, and the hash by what the slot's own factor makes of the difference.
func (s *states) set(state, slot int, value uint8) {
	const golden = 0x9e3779b97f4a7c15 // 2⁶⁴ by the golden ratio
	factor := uint64(slot+1) * golden
	factor = (factor ^ factor>>32) * golden
	at := &s.rows[state*s.slots+slot]
	s.hash[state] += (uint64(value) - uint64(*at)) * (factor | 1)
	*at = value
}

// move puts a state in the place of another one.
func (s *states) move(to, from int) {
	copy(s.row(to), s.row(from))
	s.hash[to], s.cost[to] = s.hash[from], s.cost[from]
}

// truncate keeps the first states.
func (s *states) truncate(count int) {
	s.rows, s.hash, s.cost = s.rows[:count*s.slots], s.hash[:count], s.cost[:count]
}
