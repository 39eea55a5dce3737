package recombine

import "slices"

// solver solves subproblems by dynamic programming over their edges. Of all decisions on the first
// edges that leave the same remaining problem, it keeps the cheapest. It reuses its memory.
type solver struct {
	now, next states
	table     table
	// trace has, for each state after each step, twice the index of the state before the step, plus 1
	// if the edge was taken.
	trace []uint32
	first []int // by step: where it begins in trace
	// rest has, by step, the least possible length of the edges that are taken in this step and later.
	rest  []int64
	costs []int64
}

// solve returns for each edge whether the shortest closed tour takes it, and by how much this tour
// is shorter than the present one. The gain is 0 if it is not shorter. After each step solve keeps
// the cheapest states, at most maxStates, and the state of the present tour. If there are never
// more, the result is optimal. A subproblem with too many slots is not solved.
func (s *solver) solve(w *subproblem, maxStates int) (taken []bool, gain int64) {
	steps, slots := w.steps()
	if slots > saturated {
		return nil, 0
	}
	s.reset(slots)
	length := s.bound(w.edges)
	best, present := completion{cost: length, step: outside}, 0
	for i := range steps {
		for _, e := range steps[i].entries {
			s.now.enter(e)
		}
		present = s.decideEdge(i, &steps[i], &w.edges[i], present, &best)
		present = s.prune(maxStates, present)
		s.now, s.next = s.next, s.now
	}
	if best.step == outside {
		return nil, 0
	}
	return s.traceBack(best, len(steps)), length - best.cost
}

// bound computes rest: the sum of all negative lengths. It returns the length of the edges of the
// present tour.
func (s *solver) bound(edges []edge) (length int64) {
	s.rest = append(s.rest[:0], make([]int64, len(edges)+1)...)
	for i, e := range slices.Backward(edges) {
		s.rest[i] = s.rest[i+1] + min(e.length, 0)
		if e.present {
			length += e.length
		}
	}
	return length
}

// completion is the step whose edge closes a tour, and the state before it.
type completion struct {
	cost        int64
	step, state int
}

// reset leaves one state, without any decision.
func (s *solver) reset(slots int) {
	s.now.reset(slots)
	for range slots {
		s.now.rows = append(s.now.rows, saturated)
	}
	s.now.hash, s.now.cost = append(s.now.hash, 0), append(s.now.cost, 0)
	s.trace, s.first = s.trace[:0], s.first[:0]
}

// decideEdge computes the states after a step from those before it, once without and once with the
// edge. It leaves out those that cannot lead to a shorter tour than best, except for the state of
// the present tour. It updates best if the edge closes a shorter tour. It takes and returns the
// index of the state of the present tour.
func (s *solver) decideEdge(number int, step *step, e *edge, present int, best *completion) (next int) {
	u, v := step.slots[0], step.slots[1]
	s.next.reset(s.now.slots)
	s.table = s.table.emptied(2 * s.now.count())
	s.first = append(s.first, len(s.trace))
	for state, cost := range s.now.cost {
		row := s.now.row(state)
		needU, needV := need(row, u), need(row, v)
		limit := best.cost - s.rest[number+1]
		if needU <= step.remaining[0] && needV <= step.remaining[1] && (cost < limit || state == present && !e.present) {
			s.next.push(&s.now, state, 0)
			if to := s.mergeEqual(uint32(state) * 2); state == present && !e.present {
				next = to
			}
		}
		switch {
		case needU == 0 || needV == 0 || needU-1 > step.remaining[0] || needV-1 > step.remaining[1]:
		case int(row[u]) == v:
			if cost += e.length; cost < best.cost && step.upcoming == 0 && unsaturated(row) == 2 {
				*best = completion{cost, number, state}
			}
		case cost+e.length < limit || state == present && e.present:
			s.next.push(&s.now, state, e.length)
			s.next.join(u, v)
			if to := s.mergeEqual(uint32(state)*2 + 1); state == present && e.present {
				next = to
			}
		}
	}
	return next
}

// mergeEqual records the origin of the last state. If an equal state exists, the cheaper of both
// is kept. It returns the index of the state.
func (s *solver) mergeEqual(from uint32) int {
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

// traceBack returns which edges lead to a completion.
func (s *solver) traceBack(c completion, steps int) []bool {
	taken := make([]bool, steps)
	taken[c.step] = true
	state := uint32(c.state)
	for i := c.step - 1; i >= 0; i-- {
		from := s.trace[s.first[i]+int(state)]
		taken[i], state = from%2 == 1, from/2
	}
	return taken
}
