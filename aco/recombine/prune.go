package recombine

// prune keeps the cheapest states after a step, at most this many, and that of the present tour. Of equal costs it keeps the first. It
// returns the new index of the state of the present tour.
func (s *solver) prune(most, known int) (next int) {
	n := &s.next
	if n.count() <= most {
		return known
	}
	trace := s.trace[s.first[len(s.first)-1]:]
	s.costs = append(s.costs[:0], n.cost...)
	limit := selectSmallest(s.costs, most)
	room := most // for states whose cost is the limit
	for _, cost := range n.cost {
		if cost < limit {
			room--
		}
	}
	kept := 0
	for state, cost := range n.cost {
		if cost == limit {
			room--
		}
		if cost > limit || cost == limit && room < 0 {
			if state != known {
				continue
			}
		}
		if state == known {
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

// selectSmallest returns the number of the given rank, counted from 1, and reorders the slice (quickselect, Hoare 1961).
func selectSmallest(of []int64, rank int) int64 {
	for low, high := 0, len(of)-1; low < high; {
		pivot := of[(low+high)/2]
		i, j := low, high
		for i <= j {
			for of[i] < pivot {
				i++
			}
			for of[j] > pivot {
				j--
			}
			if i <= j {
				of[i], of[j] = of[j], of[i]
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
	return of[rank-1]
}
