package recombine

import "slices"

// tour is a tour with the position of each city.
type tour struct {
	order    []uint32
	position []int32
	spare    []uint32 // memory of the next order
}

func newTour(order []uint32) *tour {
	t := &tour{slices.Clone(order), make([]int32, len(order)), make([]uint32, len(order))}
	ranges(len(order), t.number)
	return t
}

// number updates the positions of the cities at positions from to to-1.
func (t *tour) number(from, to int) {
	for i, city := range t.order[from:to] {
		t.position[city] = int32(from + i)
	}
}

// next and previous return the positions after and before a position of the cyclic tour.
func (t *tour) next(position int32) int32 {
	if position++; int(position) < len(t.order) {
		return position
	}
	return 0
}

func (t *tour) previous(position int32) int32 {
	if position > 0 {
		return position - 1
	}
	return int32(len(t.order) - 1)
}

// at returns the city of a port of a cut after a position.
func (t *tour) at(position, port int32) uint32 {
	if port%2 == 1 {
		position = t.next(position)
	}
	return t.order[position]
}

// adjacent reports whether two cities follow each other in the tour, in either order.
func (t *tour) adjacent(a, b uint32) bool {
	i, j := t.position[a], t.position[b]
	return t.next(i) == j || t.next(j) == i
}

// segment is a number of consecutive positions, which may continue at position 0 after the last
// one.
type segment struct {
	first, count int
	reversed     bool
	at           int // its first position in the next order
}

// apply applies the accepted exchanges of a batch.
func (t *tour) apply(b *batch) {
	n, at := len(t.order), 0
	segments := b.segments(n)
	for i := range segments {
		segments[i].at = at
		at += segments[i].count
	}
	ranges(n, func(from, to int) {
		s, _ := slices.BinarySearchFunc(segments, from+1, func(s segment, at int) int { return s.at + s.count - at })
		for ; from < to; s++ {
			from += t.copySegment(&segments[s], from, to)
		}
	})
	t.order, t.spare = t.spare, t.order
	ranges(n, t.number)
}

// copySegment copies a segment to the positions from to to-1 of the next order, as far as it
// belongs there. It returns the number of cities.
func (t *tour) copySegment(s *segment, from, to int) int {
	n, skip := len(t.order), from-s.at
	count := min(to-from, s.count-skip)
	if !s.reversed {
		first := (s.first + skip) % n
		head := copy(t.spare[from:from+count], t.order[first:])
		copy(t.spare[from+head:from+count], t.order)
		return count
	}
	last := (s.first + s.count - 1 - skip) % n
	for i := range count {
		t.spare[from+i] = t.order[(last-i+n)%n]
	}
	return count
}
