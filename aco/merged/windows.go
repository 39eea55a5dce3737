package merged

import (
	"errors"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// assembly is a tour that is assembled from windows.
type assembly struct {
	tour    []uint32
	lengths []uint64 // of each window, as a closed tour
}

// assemble assembles the current tour from the latest paths of the windows, and the shortest tour from their best paths. A device with a
// wrong path is dropped, and its windows remain unchanged.
func (r *run) assemble() {
	latest := assembly{slices.Clone(r.current.tour), slices.Clone(r.windowLengths)}
	r.copyPaths(latest, colonies.latest, func(state model.State, _ uint64) (uint64, bool) { return state.Length, true })
	shorter := func(state model.State, than uint64) (uint64, bool) { return state.Best, state.Best < than }
	if r.Failure() == nil && r.assembledLength(r.bestLengths(latest)) < r.shortest.length {
		best := assembly{slices.Clone(latest.tour), slices.Clone(latest.lengths)}
		r.copyPaths(best, colonies.best, shorter)
		if length := r.assembledLength(best.lengths); length < r.shortest.length { // paths of lost devices are missing
			r.shortest = solution{best.tour, length}
		}
	}
	r.current.tour, r.current.length = latest.tour, r.assembledLength(latest.lengths)
	for _, tour := range []solution{{r.current.tour, r.current.length}, r.shortest} {
		if err := r.verify(0, tour.tour, tour.length); err != nil && r.Failure() == nil {
			r.Abort(fmt.Errorf("assembling %d windows of %d cities: %w", r.model.Windows, r.model.Cities, err))
		}
	}
}

// errWindow is the error of a path that does not visit the cities of its window or has another length.
var errWindow = errors.New("its path does not visit its window's cities, or has another length")

// copyPaths copies the colonies' paths into the windows of a tour. wanted reports whether to copy the path of a colony, by its state and the
// present length of its window, and returns the length of the path.
func (r *run) copyPaths(into assembly, paths func(colonies) ([][]uint32, error), wanted func(state model.State, than uint64) (length uint64, ok bool)) {
	r.Each(func(s *site) error {
		var own [][]uint32 // paths of the site
		for c, state := range s.Colonies.reported() {
			number := s.First + c
			length, ok := wanted(state, into.lengths[number])
			if !ok || state.Stop == model.Faulty {
				continue
			}
			if own == nil {
				var err error
				if own, err = paths(s.Colonies); err != nil {
					return err
				}
			}
			if !r.model.IsRearrangement(own[c], r.model.Window(r.current.tour, number)) || r.model.LengthOf(own[c]) != length {
				return &engine.WrongTour{Colony: number, Reported: length, Err: errWindow}
			}
			copy(r.model.Window(into.tour, number), own[c])
			into.lengths[number] = length
		}
		return nil
	})
}

// bestLengths returns the lengths of the windows of an assembly, or of the colonies' best paths where these are shorter.
func (r *run) bestLengths(of assembly) []uint64 {
	lengths := slices.Clone(of.lengths)
	for _, s := range r.Sites() {
		for c, state := range s.Colonies.reported() {
			if number := s.First + c; s.Lost == nil && state.Stop != model.Faulty {
				lengths[number] = min(lengths[number], state.Best)
			}
		}
	}
	return lengths
}

// assembledLength returns the length of the current tour with windows of other lengths.
func (r *run) assembledLength(lengths []uint64) uint64 {
	length := r.current.length
	for number, now := range lengths {
		length += now - r.windowLengths[number] // modulo 2⁶⁴
	}
	return length
}

// windowsBest returns the length of the tour of the windows' best paths, and the iteration at which the last of them was found.
func (r *run) windowsBest() (length uint64, found int) {
	for _, s := range r.Sites() {
		for _, state := range s.Colonies.reported() {
			if s.Lost == nil {
				found = max(found, int(state.BestIteration))
			}
		}
	}
	return r.assembledLength(r.bestLengths(assembly{lengths: r.windowLengths})), found
}
