package pipeline

// LoopEnd returns the index of the first pass after the loop that passes[pass] belongs to; pass+1 if it is in no loop.
func LoopEnd(passes []Pass, pass int) int {
	next := pass + 1
	for passes[pass].Loop != 0 && next < len(passes) && passes[next].Loop == passes[pass].Loop {
		next++
	}
	return next
}

// expandLoop returns the dispatches of a slice, as a slice each. Those of a loop alternate between its passes, unit by unit.
func expandLoop(passes []Pass, s Slice) []Slice {
	if passes[s.Pass].Loop == 0 {
		return []Slice{s}
	}
	var all []Slice
	for unit := s.First; unit < s.First+s.Count; unit++ {
		for pass := s.Pass; pass < LoopEnd(passes, s.Pass); pass++ {
			all = append(all, Slice{Pass: pass, First: unit, Count: 1})
		}
	}
	return all
}
