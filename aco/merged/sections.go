package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// sections returns the sections of a checkpoint: the initial tour, in the caller's numbering; the current tour, in the model's numbering; and the carried states of the colonies, one after the other.
func sections(m *model.Model, current []uint32, states []carriedState) []checkpoint.Section {
	var words, tours, bests [][]uint32
	for _, c := range states {
		words, tours = append(words, c.state.Words()), append(tours, c.tour)
		bests = append(bests, c.best)
	}
	list := []checkpoint.Section{
		firstSection(m.ToCaller(m.StartTour)), checkpoint.NewSection("good", current), row("states", words), row("tours", tours), row("best_tours", bests),
	}
	return list
}

func firstSection(tour tsp.Tour) checkpoint.Section {
	return checkpoint.Section{Name: "first", Words: uint64(len(tour)), Read: func(offset uint64, into []uint32) error {
		for i, city := range tour[offset:][:len(into)] {
			into[i] = uint32(city)
		}
		return nil
	}}
}

// row returns a section of parts of equal size.
func row(name string, parts [][]uint32) checkpoint.Section {
	each := uint64(len(parts[0]))
	return checkpoint.Section{Name: name, Words: each * uint64(len(parts)), Read: func(offset uint64, into []uint32) error {
		for len(into) > 0 {
			copied := copy(into, parts[offset/each][offset%each:])
			offset, into = offset+uint64(copied), into[copied:]
		}
		return nil
	}}
}

// loaded has the data of the sections of a checkpoint.
type loaded struct {
	current []uint32
	states  []carriedState
}

// load reads the sections of a checkpoint and checks its tours and states.
func (from *Resumption) load(m *model.Model) (l loaded, err error) {
	n, places, colonies := uint64(m.Cities), uint64(m.Cities), uint64(m.Colonies)
	read := func(name string, words uint64) (all []uint32) {
		if err == nil {
			all, err = from.file.Words(name, words)
		}
		return all
	}
	l.current = read("good", n)
	states, tours, bests := read("states", colonies*model.StateWords), read("tours", colonies*places), read("best_tours", colonies*places)
	if err != nil {
		return l, err
	}
	saved := from.saved.Progress
	if !isTour(m, l.current, saved.CurrentLength) {
		return l, from.file.Damaged("its best tour is invalid or has another length")
	}
	for c := range colonies {
		own := carriedState{
			model.StateOf(states[c*model.StateWords:][:model.StateWords]), tours[c*places:][:places], bests[c*places:][:places],
		}
		if !isConsistent(m, own) || !isPossible(own.state, from.file.Header.Iteration) {
			return l, from.file.Damaged("the tours or the state of colony %d are invalid", c+1)
		}
		l.states = append(l.states, own)
	}
	return l, nil
}

// isConsistent reports whether the tours of a colony are valid and as long as its state says.
func isConsistent(m *model.Model, c carriedState) bool {
	return isTour(m, c.tour, c.state.Length) && isTour(m, c.best, c.state.Best)
}

// isTour reports whether tour visits all cities and has this length.
func isTour(m *model.Model, tour []uint32, length uint64) bool {
	return m.IsTour(tour) && m.LengthOf(tour) == length
}
