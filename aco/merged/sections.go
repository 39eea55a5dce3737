package merged

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// sections are those of a checkpoint: the tour that colonies started from, by the caller's numbers; the good tour and, with windows, the
// shortest, by the model's; and what colonies have, one after the other.
func sections(m *model.Model, good, shortest []uint32, memories []memory) []checkpoint.Section {
	var states, tours, bests, trails [][]uint32
	for _, of := range memories {
		states, tours = append(states, of.state.Words()), append(tours, of.tour)
		bests, trails = append(bests, of.best), append(trails, of.trails)
	}
	list := []checkpoint.Section{
		firstSection(m.ToCaller(m.StartTour)), checkpoint.NewSection("good", good), row("states", states), row("tours", tours), row("best_tours", bests),
	}
	if m.Windowed() {
		list = append(list, checkpoint.NewSection("shortest", shortest))
	}
	if m.HasTrails() {
		list = append(list, row("trails", trails))
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

// row is a section of parts of one size.
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

// loaded is what the sections of a checkpoint have.
type loaded struct {
	good, shortest []uint32
	memories       []memory
}

// load reads the sections of a run on a model, and holds its tours against what it believed of them.
func (from *Resumption) load(m *model.Model) (l loaded, err error) {
	n, places, colonies, trailWords := uint64(m.Cities), uint64(m.TourCities()), uint64(m.Colonies), uint64(0)
	read := func(name string, words uint64) (all []uint32) {
		if err == nil {
			all, err = from.file.Words(name, words)
		}
		return all
	}
	l.good = read("good", n)
	if m.Windowed() {
		l.shortest = read("shortest", n)
	}
	states, tours, bests := read("states", colonies*model.StateWords), read("tours", colonies*places), read("best_tours", colonies*places)
	var trails []uint32
	if m.HasTrails() {
		trailWords = n * uint64(m.Width)
		trails = read("trails", colonies*trailWords)
	}
	if err != nil {
		return l, err
	}
	of := from.saved.Begun
	if !isTour(m, l.good, of.Good) || m.Windowed() && !isTour(m, l.shortest, of.Shortest) {
		return l, from.file.Damaged("its best tour is none, or not of its length")
	}
	for c := range colonies {
		own := memory{
			model.StateOf(states[c*model.StateWords:][:model.StateWords]), tours[c*places:][:places], bests[c*places:][:places],
			trails[c*trailWords:][:trailWords],
		}
		if !holds(m, l.good, int(c), own) || !possible(own.state, from.file.Header.Iteration) {
			return l, from.file.Damaged("colony %d has no tour, or one of another length, or is not where a colony can be", c+1)
		}
		l.memories = append(l.memories, own)
	}
	return l, nil
}

// holds says whether a colony's tours visit the cities that they have to, its window's of the good tour or all, and are as long as its
// state says.
func holds(m *model.Model, good []uint32, colony int, of memory) bool {
	if m.Windowed() {
		window := m.Window(good, colony)
		return m.IsRearrangement(of.tour, window) && m.LengthOf(of.tour) == of.state.Length && m.IsRearrangement(of.best, window) && m.LengthOf(of.best) == of.state.Best
	}
	return isTour(m, of.tour, of.state.Length) && isTour(m, of.best, of.state.Best)
}

// isTour says whether something is a tour of all cities, and of this length.
func isTour(m *model.Model, tour []uint32, length uint64) bool {
	return m.IsTour(tour) && m.LengthOf(tour) == length
}
