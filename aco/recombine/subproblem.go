package recombine

import "slices"

// subproblem asks which edges connect given paths to the shortest closed tour.
type subproblem struct {
	mates []int32 // by node, as in windowPaths
	edges []edge  // in the order of decision
}

// edge is a candidate edge.
type edge struct {
	nodes   [2]int32
	length  int64
	present bool // whether the present tour has it
}

// step is the decision on one edge. A node is on the frontier while some of its edges are decided and some are not; then it has a slot in
// the states.
type step struct {
	slots     [2]int   // slots of the two nodes
	remaining [2]uint8 // later edges of each node; 2 stands for 2 or more
	entries   []entry  // slots that are filled before this step
	upcoming  int      // nodes that enter the frontier later
}

// entry is the initial value of a slot.
type entry struct {
	slot  int
	value uint8
}

// steps returns one step per edge, and the number of slots. Both ends of a path enter the frontier together, because an edge at one end
// changes the mate of the other.
func (w *subproblem) steps() (steps []step, slots int) {
	undecided, slot := make([]int, len(w.mates)), slices.Repeat([]int{outside}, len(w.mates))
	upcoming := 0
	for _, e := range w.edges {
		for _, node := range e.nodes {
			if undecided[node]++; undecided[node] == 1 {
				upcoming++
			}
		}
	}
	var free []int
	assignSlot := func(node int32) {
		upcoming--
		if last := len(free) - 1; last >= 0 {
			slot[node], free = free[last], free[:last]
			return
		}
		slot[node] = slots
		slots++
	}
	for _, e := range w.edges {
		var s step
		for side, node := range e.nodes {
			if mate := w.mates[node]; slot[node] == outside {
				assignSlot(node)
				if mate != node {
					assignSlot(mate)
					s.entries = append(s.entries, entry{slot[mate], uint8(slot[node])})
				}
				s.entries = append(s.entries, entry{slot[node], uint8(slot[mate])})
			}
			undecided[node]--
			s.slots[side], s.remaining[side] = slot[node], uint8(min(undecided[node], 2))
		}
		for _, node := range e.nodes {
			if undecided[node] == 0 {
				free = append(free, slot[node])
			}
		}
		s.upcoming = upcoming
		steps = append(steps, s)
	}
	return steps, slots
}
