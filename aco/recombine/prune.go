package recombine

// prune keeps the cheapest states after a step, at most maxStates, and the state of the present tour. Of equal costs it keeps the first. It
// takes and returns the index of the state of the present tour.
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

// selectSmallest returns the number of the given rank, counted from 1, and reorders the slice (quickselect, Hoare 1961).
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
