package recombine

// search solves windows by dynamic programming over their edges: of all ways to decide the first ones that leave the same to be done,
// only the shortest is kept. It holds the memory that windows share.
type search struct {
	now, next states
	table     table
	trace     []uint32 // step after step, of each state behind it: twice the state before, and 1 where the edge was taken
	first     []int    // by step, where it begins in trace
	costs     []int64
}

// solve returns for each edge whether the shortest round trip takes it, and by how much that is shorter than the known one; nothing
// where none is shorter. Behind each step so many states are kept at most, the cheapest, and that of the known round trip; where
// there are never more, the result is exact. A window with too many slots is left as it is.
func (s *search) solve(w *window, most int) (taken []bool, gain int64) {
	steps, slots := w.steps()
	if slots > inner {
		return nil, 0
	}
	s.begin(slots)
	var length int64 // of the known edges
	for _, e := range w.edges {
		if e.known {
			length += e.length
		}
	}
	best, known := finish{cost: length, step: outside}, 0
	for i := range steps {
		for _, e := range steps[i].enters {
			s.now.enter(e)
		}
		known = s.decide(i, &steps[i], &w.edges[i], known, &best)
		known = s.thin(most, known)
		s.now, s.next = s.next, s.now
	}
	if best.step == outside {
		return nil, 0
	}
	return s.trail(best, len(steps)), length - best.cost
}

// finish is the step at which a state's edges became a round trip, and the state before it.
type finish struct {
	cost        int64
	step, state int
}

// begin leaves a single state, in which nothing is decided.
func (s *search) begin(slots int) {
	s.now.reset(slots)
	for range slots {
		s.now.rows = append(s.now.rows, inner)
	}
	s.now.hash, s.now.cost = append(s.now.hash, 0), append(s.now.cost, 0)
	s.trace, s.first = s.trace[:0], s.first[:0]
}

// decide makes the states behind a step of those before it, and notes a round trip that is better than the best. It returns which of them is
// the known one, as known is before.
func (s *search) decide(number int, step *step, e *edge, known int, best *finish) (next int) {
	u, v := step.slots[0], step.slots[1]
	s.next.reset(s.now.slots)
	s.table = s.table.emptied(2 * s.now.count())
	s.first = append(s.first, len(s.trace))
	for state, cost := range s.now.cost {
		row := s.now.row(state)
		needU, needV := need(row, u), need(row, v)
		if needU <= step.left[0] && needV <= step.left[1] {
			s.next.push(&s.now, state, 0)
			if to := s.settle(uint32(state) * 2); state == known && !e.known {
				next = to
			}
		}
		switch {
		case needU == 0 || needV == 0 || needU-1 > step.left[0] || needV-1 > step.left[1]:
		case int(row[u]) == v:
			if cost += e.length; cost < best.cost && step.ahead == 0 && open(row) == 2 {
				*best = finish{cost, number, state}
			}
		default:
			s.next.push(&s.now, state, e.length)
			s.next.join(u, v)
			if to := s.settle(uint32(state)*2 + 1); state == known && e.known {
				next = to
			}
		}
	}
	return next
}

// settle notes where the last state comes from; if it equals another one, the cheaper of both stays. It returns which one it is now.
func (s *search) settle(from uint32) int {
	n := &s.next
	last := n.count() - 1
	state := s.table.find(n)
	if state == last {
		s.trace = append(s.trace, from)
		return last
	}
	if n.cost[last] < n.cost[state] {
		n.cost[state] = n.cost[last]
		s.trace[s.first[len(s.first)-1]+state] = from
	}
	n.truncate(last)
	return state
}

// trail goes back from a finish and returns which edges were taken.
func (s *search) trail(f finish, steps int) []bool {
	taken := make([]bool, steps)
	taken[f.step] = true
	state := uint32(f.state)
	for i := f.step - 1; i >= 0; i-- {
		from := s.trace[s.first[i]+int(state)]
		taken[i], state = from%2 == 1, from/2
	}
	return taken
}
