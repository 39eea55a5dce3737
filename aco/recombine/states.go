package recombine

// states are partial solutions: decisions on the first edges of a subproblem. Equivalent ones are kept once, with the least cost. A row
// describes a state by the node in each slot: saturated if the node has its two edges; else the slot of its mate, the other end of its
// path. A node without an edge is its own mate.
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

// enter sets the initial value of a slot in all states. It does not update the hashes: all of them would change by the same amount.
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
