package classic

import (
	"context"
	"iter"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// Trails say after which iterations a run passes on its trails. The zero value passes on none.
type Trails struct {
	At      []int            // iterations; none: after the last one
	Receive func(TrailTable) // called by one goroutine; nil: the run passes on none
}

// TrailTable has the trails of a colony between two iterations.
type TrailTable struct {
	Iteration, Colony int // from 1
	problem           *model.Problem
	neighbours        []uint32 // ListWidth for each city, with model.MemoryCandidates
	words             []uint32
}

// Trail is the pheromone of an edge, in the unit of the papers.
type Trail struct {
	From, To  uint32
	Pheromone float64
}

// All returns the trails that the memory has. In a symmetric instance a matrix has each edge once,
// from the smaller city; lists and records have an edge for each of its cities that stores it.
func (t TrailTable) All() iter.Seq[Trail] {
	p := t.problem
	if p == nil {
		return func(func(Trail) bool) {}
	}
	unit := p.TrailUnit()
	return func(yield func(Trail) bool) {
		more := true
		add := func(from, to int, word uint32) {
			more = more && yield(Trail{uint32(from), uint32(to), float64(word) * unit})
		}
		for from := 0; from < p.Cities && more; from++ {
			switch p.Memory {
			case model.MemoryCandidates:
				for k, word := range t.words[from*p.Candidates:][:p.Candidates] {
					add(from, int(t.neighbours[from*p.ListWidth()+k]), word)
				}
			case model.MemorySelective:
				for pair := range slices.Chunk(t.words[from*model.RecordWords:][:model.RecordWords], 2) {
					if pair[0] != model.NoCity {
						add(from, int(pair[0]), pair[1])
					}
				}
			default:
				for to, word := range t.words[from*Pitch(p.Cities):][:p.Cities] {
					if from < to || from > to && !p.Symmetric {
						add(from, to, word)
					}
				}
			}
		}
	}
}

// nextTrails returns the next iteration after which the run passes on its trails, 0 if there is none.
func (r *run) nextTrails(made int) int {
	next := 0
	for _, at := range r.options.Trails.At {
		if at > made && (next == 0 || at < next) {
			next = at
		}
	}
	return next
}

// passTrails passes on the trails if the run has made one of the chosen iterations.
func (r *run) passTrails() {
	if r.options.Trails.Receive != nil && slices.Contains(r.options.Trails.At, r.Scheduled()) {
		r.passAllTrails()
	}
}

// passAllTrails passes on the trails of all colonies. No site is busy.
func (r *run) passAllTrails() {
	p := r.problem
	var neighbours []uint32
	if p.Memory == model.MemoryCandidates {
		lists, err := model.NewNeighbourLists(context.Background(), p)
		if err != nil {
			r.Abort(err)
			return
		}
		neighbours = lists.Cities
	}
	r.passed = r.Scheduled()
	for _, s := range r.Sites() {
		for i := range s.Count {
			if s.Lost != nil {
				continue
			}
			words := make([]uint32, trailWords(p))
			if err := s.Colonies.read("pheromone", uint64(i*len(words)), words); err != nil {
				r.Fail(s, err)
				continue
			}
			r.options.Trails.Receive(TrailTable{int(r.states[s.First+i].state.Iteration), s.First + i + 1, p, neighbours, words})
		}
	}
}

// passLastTrails passes on the trails at the end of the run, unless Exchange has done so. A colony that
// a rule has ended completes its last iteration first.
func (r *run) passLastTrails() {
	at := r.options.Trails.At
	if r.options.Trails.Receive == nil || len(at) > 0 && !slices.Contains(at, r.Scheduled()) || r.passed == r.Scheduled() || r.Failure() != nil {
		return
	}
	for _, s := range r.Sites() {
		if s.Lost == nil {
			r.Fail(s, r.finishStopped(s))
		}
	}
	r.passAllTrails()
}
