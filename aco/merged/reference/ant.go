package reference

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/philox"
)

// Ants computes the change that each ant proposes to the shared tour. Shader:
// shaders/merged/ant.comp.
func (c *Colony) Ants() { _ = c.AntsUntil(context.Background()) }

// AntsUntil is like Ants, but returns the context's error when the context ends. The next call
// continues with the next ant.
func (c *Colony) AntsUntil(ctx context.Context) error {
	if c.State.Stop != model.Running {
		return nil
	}
	if c.nextAnt == 0 {
		c.AcceptedLong = c.AcceptedLong[:0] // the changes are replaced now
		c.beforeAnts = c.State
	}
	end := c.runAnts(ctx)
	for ; c.nextAnt < end; c.nextAnt++ {
		if c.Headers[c.nextAnt].Class != model.ClassNone {
			c.Submit(c.nextAnt)
		}
	}
	if end < uint32(c.Model.Ants) {
		return ctx.Err()
	}
	c.nextAnt = 0
	return nil
}

// runAnts runs the ants from nextAnt on, until the context ends. It returns the number of the next
// ant. Ants only read the shared tour, so workers run them concurrently.
func (c *Colony) runAnts(ctx context.Context) uint32 {
	var taken atomic.Uint32 // number of the next ant
	taken.Store(c.nextAnt)
	counts := make([]model.Counts, c.workers)
	c.concurrently(func(worker int) {
		a := newAnt(c)
		for ctx.Err() == nil {
			number := taken.Add(1) - 1
			if number >= uint32(c.Model.Ants) {
				break
			}
			a.run(number)
		}
		counts[worker] = a.counts
	})
	for _, own := range counts {
		c.State.Counts.Add(own)
	}
	return min(taken.Load(), uint32(c.Model.Ants))
}

// DropAnts removes the changes that ants of the iteration have submitted, if no later stage has
// run.
func (c *Colony) DropAnts() {
	if c.State.Iteration != c.beforeAnts.Iteration {
		return
	}
	c.State, c.nextAnt = c.beforeAnts, 0
	clear(c.Claims[c.State.Iteration&1])
	c.LongChanges = c.LongChanges[:0]
}

// ant is an ant during an iteration. Several ants use its memory one after the other.
type ant struct {
	colony *Colony
	*tables
	candidates         []uint32 // of all cities, as in the model
	positions          []uint32 // of all cities, as in the colony
	shared             []uint32 // tour, by position
	width, secondWidth uint32

	number uint32
	draws  model.Draws
	tour   antTour
	queue  []uint32 // positions of cities from which it will search for moves
	gain   int64
	undone bool

	// queued is the memory of the queue. At most this many cities are added.
	queued [model.MaxEvaluations + model.QueueCities]uint32
	runs   []model.Piece // memory of moved
	counts model.Counts  // of all ants that used this memory
}

// newAnt returns memory for the ants of an iteration.
func newAnt(c *Colony) *ant {
	return &ant{
		colony: c, tables: c.tables, candidates: c.Model.Candidates, positions: c.Positions, shared: c.tour(),
		width: uint32(c.Model.Width), secondWidth: uint32(c.Model.SecondWidth),
		tour: antTour{places: uint32(c.Model.Cities), pieces: make([]piece, 0, model.MaxPieces)}, runs: make([]model.Piece, 0, model.MaxPieces),
	}
}

// run computes the change that an ant proposes.
func (a *ant) run(number uint32) {
	a.start(number)
	a.repair()
	a.propose()
}

// start makes a kick near the ant's city. Without kicks, or without room for one between fixed
// edges, it only enqueues the city.
func (a *ant) start(number uint32) {
	m, settings := a.colony.Model, a.colony.Settings
	a.number, a.draws = number, m.DrawsFor(a.colony.Number, a.colony.State.Iteration, number)
	a.queue, a.gain, a.undone = a.queued[:0], 0, false
	first, count := m.Stratum(number)
	if settings.Kick == 0 {
		a.stay(a.positions[first+a.colony.State.Iteration%count])
		return
	}
	position := a.positions[first+philox.Bounded(a.draws.City, count)]
	cuts := m.Kick(settings, a.draws, position)
	if !m.PassFixed(a.shared, &cuts) {
		a.stay(position)
		return
	}
	// The segments come in reverse order, none of them reversed: a double bridge (Martin, Otto and
	// Felten 1991).
	a.tour.set(
		piece{low: 0, high: cuts[0] - 1}, piece{low: cuts[2], high: cuts[3] - 1}, piece{low: cuts[1], high: cuts[2] - 1},
		piece{low: cuts[0], high: cuts[1] - 1}, piece{low: cuts[3], high: a.tour.places - 1},
	)
	for rank := range a.tour.pieces[1:] {
		_, last := a.tour.pieces[rank].ends()
		next, _ := a.tour.pieces[rank+1].ends()
		a.gain -= a.between(last, next)
	}
	for _, cut := range cuts {
		a.gain += a.between(cut-1, cut)
		a.enqueue(cut - 1)
		a.enqueue(cut)
	}
}

// stay starts with the shared tour, from the city at a position.
func (a *ant) stay(position uint32) {
	a.tour.set(piece{low: 0, high: a.tour.places - 1})
	a.enqueue(position)
}

// moveCuts is how many pieces a move can divide: it cuts the tour where two segments and the rest
// begin. Shader: CUTS in shaders/merged/tour.glsl.
const moveCuts = 3

// repair makes the best move from each city in the queue, and enqueues the cities of the move,
// until the queue is empty.
func (a *ant) repair() {
	for range model.MaxEvaluations {
		if len(a.queue) == 0 || len(a.tour.pieces) > model.MaxPieces-moveCuts {
			break
		}
		t1 := a.queue[0]
		a.queue = a.queue[1:]
		a.counts.Evaluations++
		m := a.best(t1)
		if m.gain == 0 {
			continue
		}
		a.gain += m.gain
		a.tour.rearrange(m.on(a.tour.place))
		a.counts.Moves++
		touched := m.t[:]
		if m.kind == turnA {
			touched = m.t[:4]
		}
		for _, position := range touched {
			a.enqueue(position)
		}
		if a.gain == 0 && a.tour.unchanged() {
			a.undone = true
			a.counts.Undone++
			return
		}
	}
	if len(a.tour.pieces) > model.MaxPieces-moveCuts {
		a.counts.Full++
	}
}

// enqueue adds a city to the queue, unless it is in it or the queue is full.
func (a *ant) enqueue(position uint32) {
	if len(a.queue) < model.QueueCities && !slices.Contains(a.queue, position) {
		a.queue = append(a.queue, position)
	}
}

// between returns the distance between the cities at two positions.
func (a *ant) between(p, q uint32) int64 { return a.distance(a.shared[p], a.shared[q]) }

// firstCandidate returns the index of the first candidate of the city at a position.
func (a *ant) firstCandidate(position uint32) uint32 { return a.shared[position] * a.width }

// keeps reports whether the edge between the cities at two positions is fixed.
func (a *ant) keeps(p, q uint32) bool { return a.colony.Model.Fixed.Has(a.shared[p], a.shared[q]) }
