package fragments

import "fmt"

// Fixed are the paths of fixed edges, to which more are added.
type Fixed struct {
	*Set
	directed      bool
	left, entered map[int32]bool // with directed: the cities that a fixed edge leaves, and those that it enters
}

// NewFixed returns the paths of n cities before any edge is fixed. With directed an edge leads from its first city to its second.
func NewFixed(n int, directed bool) *Fixed {
	return &Fixed{New(n), directed, map[int32]bool{}, map[int32]bool{}}
}

// Add adds an edge. It returns why no tour has this edge and those before it, or "". The reason
// counts cities from 1.
func (f *Fixed) Add(e [2]int32) string {
	if reason := f.fix(e); reason != "" || !f.directed {
		return reason
	}
	switch {
	case f.left[e[0]]:
		return fmt.Sprintf("another fixed edge leaves city %d already", e[0]+1)
	case f.entered[e[1]]:
		return fmt.Sprintf("another fixed edge enters city %d already", e[1]+1)
	}
	f.left[e[0]], f.entered[e[1]] = true, true
	return ""
}

// AddAll adds edges. If no tour has an edge and those before it, it returns the number of the edge and the reason, as add does.
func AddAll[E ~[2]int32](f *Fixed, edges []E) (i int, reason string) {
	for i, e := range edges {
		if reason := f.Add(e); reason != "" {
			return i, reason
		}
	}
	return 0, ""
}

// fix joins fragments by a fixed edge. It returns why no tour has this edge and those before it,
// or "". The reason counts cities from 1.
func (f *Set) fix(e [2]int32) string {
	for _, city := range e {
		if city < 0 || int(city) >= len(f.Other) {
			return fmt.Sprintf("city %d is outside 1..%d", int(city)+1, len(f.Other))
		}
	}
	a, b := uint32(e[0]), uint32(e[1])
	switch {
	case a == b:
		return fmt.Sprintf("an edge joins two different cities, not city %d and itself", e[0]+1)
	case f.Linked(a, b):
		return "the edge is given twice"
	case f.Other[a] == Interior:
		return fmt.Sprintf("city %d has two fixed edges already; a tour has two edges at each city", e[0]+1)
	case f.Other[b] == Interior:
		return fmt.Sprintf("city %d has two fixed edges already; a tour has two edges at each city", e[1]+1)
	case f.Other[a] != b:
		f.Join(a, b)
	case f.Count > 1:
		return "the fixed edges close a cycle that does not visit all cities"
	default: // the whole tour is fixed
		f.Links[a][1], f.Links[b][1] = b, a
		f.Other[a], f.Other[b] = Interior, Interior
	}
	return ""
}
