package merged

import (
	"errors"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/engine"
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
// checked: a device whose path does not visit its window's cities, or has another length, is dropped, and its windows stay as they were.
func (r *run) assemble() {
	latest := assembly{slices.Clone(r.good), slices.Clone(r.begun)}
	r.put(latest, colonies.latest, func(state model.State, _ uint64) (uint64, bool) { return state.Length, true })
	shorter := func(state model.State, than uint64) (uint64, bool) { return state.Best, state.Best < than }
	if r.Failure() == nil && r.together(r.bests(latest)) < r.shortest.length {
		best := assembly{slices.Clone(latest.tour), slices.Clone(latest.lengths)}
		r.put(best, colonies.best, shorter)
		if length := r.together(best.lengths); length < r.shortest.length { // some may have been left out
			r.shortest = measured{best.tour, length}
		}
	}
	r.good, r.goodness = latest.tour, r.together(latest.lengths)
	for _, tour := range []measured{{r.good, r.goodness}, r.shortest} {
		if err := r.verify(0, tour.tour, tour.length); err != nil && r.Failure() == nil {
			r.Abort(fmt.Errorf("assembling %d windows of %d cities: %w", r.model.Windows, r.model.Cities, err))
		}
	}
}

// errWindow is the error of a path that does not visit the cities of its window, or has another length.
var errWindow = errors.New("its path does not visit its window's cities, or has another length")

// put replaces the windows of a tour by paths of their colonies, those that are wanted.
func (r *run) put(into assembly, paths func(colonies) ([][]uint32, error), wanted func(state model.State, than uint64) (length uint64, ok bool)) {
	r.Each(func(s *site) error {
		var of [][]uint32
		for c, state := range s.Colonies.reported() {
			number := s.First + c
			length, ok := wanted(state, into.lengths[number])
			if !ok || state.Stop == model.Faulty {
				continue
			}
			if of == nil {
				var err error
				if of, err = paths(s.Colonies); err != nil {
					return err
				}
			}
			if !r.model.IsRearrangement(of[c], r.model.Window(r.good, number)) || r.model.LengthOf(of[c]) != length {
				return &engine.WrongTour{Colony: number, Reported: length, Err: errWindow}
			}
			copy(r.model.Window(into.tour, number), of[c])
			into.lengths[number] = length
		}
		return nil
	})
}

// bests returns the lengths of windows with those of the colonies' best paths where they are shorter.
func (r *run) bests(of assembly) []uint64 {
	lengths := slices.Clone(of.lengths)
	for _, s := range r.Sites {
		for c, state := range s.Colonies.reported() {
			if number := s.First + c; s.Lost == nil && state.Stop != model.Faulty {
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
	for _, s := range r.Sites {
		for _, state := range s.Colonies.reported() {
			if s.Lost == nil {
				found = max(found, int(state.BestIteration))
			}
		}
	}
	return r.together(r.bests(assembly{lengths: r.begun})), found
}
