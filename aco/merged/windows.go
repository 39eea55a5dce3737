package merged

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// assembly is a tour that is put together of windows.
type assembly struct {
	tour    []uint32
	lengths []uint64 // of each window, closed
}

// startsOf returns states of so many colonies, from the first on, that begin with a tour of this length or with their windows of it.
func startsOf(m *model.Model, first, colonies int, tour []uint32, length uint64) []model.State {
	states := make([]model.State, colonies)
	for c := range states {
		if m.Windowed() {
			length = m.LengthOf(m.Window(tour, first+c))
		}
		states[c] = startOf(length)
	}
	return states
}

// assemble makes the good tour of the windows' latest paths, and the shortest one of their shortest paths. What a device returns is
// checked: where it does not visit a window's cities, or has another length, the window stays as it was.
func (r *run) assemble() {
	latest := assembly{slices.Clone(r.good), slices.Clone(r.begun)}
	r.put(latest, (*site).latest, func(state model.State, _ uint64) (uint64, bool) { return state.Length, true })
	shorter := func(state model.State, than uint64) (uint64, bool) { return state.Best, state.Best < than }
	if r.failure == nil && r.together(r.bests(latest)) < r.shortest.length {
		best := assembly{slices.Clone(latest.tour), slices.Clone(latest.lengths)}
		r.put(best, (*site).best, shorter)
		if length := r.together(best.lengths); length < r.shortest.length { // some may have been left out
			r.shortest = measured{best.tour, length}
		}
	}
	r.good, r.goodness = latest.tour, r.together(latest.lengths)
}

// put replaces the windows of a tour by paths of their colonies, those that are wanted.
func (r *run) put(into assembly, paths func(*site) ([][]uint32, error), wanted func(state model.State, than uint64) (length uint64, ok bool)) {
	r.each(func(s *site) error {
		var of [][]uint32
		for c, state := range s.states {
			number := s.first + c
			length, ok := wanted(state, into.lengths[number])
			if !ok || state.Stop == model.Faulty {
				continue
			}
			if of == nil {
				var err error
				if of, err = paths(s); err != nil {
					return err
				}
			}
			if r.model.IsRearrangement(of[c], r.model.Window(r.good, number)) && r.model.LengthOf(of[c]) == length {
				copy(r.model.Window(into.tour, number), of[c])
				into.lengths[number] = length
			} else {
				s.wrong = true
			}
		}
		return nil
	})
}

// bests returns the lengths of windows with those of the colonies' best paths where they are shorter.
func (r *run) bests(of assembly) []uint64 {
	lengths := slices.Clone(of.lengths)
	for _, s := range r.sites {
		for c, state := range s.states {
			if number := s.first + c; s.lost == nil && state.Stop != model.Faulty {
				lengths[number] = min(lengths[number], state.Best)
			}
		}
	}
	return lengths
}

// together returns the length of the tour with windows of these lengths: what lies between them is as it was.
func (r *run) together(lengths []uint64) uint64 {
	length := r.goodness
	for number, now := range lengths {
		length += now - r.begun[number] // modulo 2⁶⁴
	}
	return length
}

// windowsBest returns the length of the tour of the windows' best paths that were checked, and when the last of them was found.
func (r *run) windowsBest() (length uint64, found int) {
	for _, s := range r.sites {
		for _, state := range s.states {
			if s.lost == nil {
				found = max(found, int(state.BestIteration))
			}
		}
	}
	return r.together(r.bests(assembly{lengths: r.begun})), found
}
