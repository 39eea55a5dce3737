package recombine

import "slices"

// window is a small problem: paths are given, and which of some edges join them to one round trip of the least length?
type window struct {
	mates []int32 // by node, as part has them
	edges []edge  // in the order in which they are decided
}

// edge may be taken.
type edge struct {
	nodes  [2]int32
	length int64
	known  bool // taken by the round trip that is to be made shorter
}

// step is an edge as the search comes to it. While some of a node's edges are decided and some are not, it has a slot.
type step struct {
	slots  [2]int   // of the edge's nodes
	left   [2]uint8 // how many edges of these come later; 2 where there are more
	enters []entry  // slots that are taken before it
	ahead  int      // nodes that take one later
}

// entry is what a slot begins with.
type entry struct {
	slot  int
	value uint8
}

// steps returns the steps over all edges, and how many slots they need. Both ends of a path take their slots together, because edges at one
// change what the other is linked to.
func (w *window) steps() (steps []step, slots int) {
	left, slot := make([]int, len(w.mates)), slices.Repeat([]int{outside}, len(w.mates))
	ahead := 0
	for _, e := range w.edges {
		for _, node := range e.nodes {
			if left[node]++; left[node] == 1 {
				ahead++
			}
		}
	}
	var free []int
	take := func(node int32) {
		ahead--
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
				take(node)
				if mate != node {
					take(mate)
					s.enters = append(s.enters, entry{slot[mate], uint8(slot[node])})
				}
				s.enters = append(s.enters, entry{slot[node], uint8(slot[mate])})
			}
			left[node]--
			s.slots[side], s.left[side] = slot[node], uint8(min(left[node], 2))
		}
		for _, node := range e.nodes {
			if left[node] == 0 {
				free = append(free, slot[node])
			}
		}
		s.ahead = ahead
		steps = append(steps, s)
	}
	return steps, slots
}
