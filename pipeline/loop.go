package pipeline

// LoopEnd returns the pass that follows a pass and those that take turns with it.
func LoopEnd(passes []Pass, pass int) int {
	next := pass + 1
	for passes[pass].Loop != 0 && next < len(passes) && passes[next].Loop == passes[pass].Loop {
		next++
	}
	return next
}

// dispatches returns what a slice is made of, a slice a dispatch.
func dispatches(passes []Pass, s Slice) []Slice {
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
