package reference

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// Ants computes the change that each ant proposes to the shared tour. Shader: shaders/merged_ant.comp.
func (c *Colony) Ants() { _ = c.AntsUntil(context.Background()) }

// AntsUntil is like Ants, but returns the context's error when the context ends. The next call continues with the next ant.
func (c *Colony) AntsUntil(ctx context.Context) error {
	if c.State.Stop != model.Running {
		return nil
	}
	if c.nextAnt == 0 {
		c.AcceptedLong = c.AcceptedLong[:0] // the changes are replaced now
		c.beforeAnts = c.State
	}
	for ; c.nextAnt < uint32(c.Model.Ants); c.nextAnt++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		a := newAnt(c, c.nextAnt)
		a.start()
		a.repair()
		a.submit()
	}
	c.nextAnt = 0
	return nil
}

// DropAnts removes the changes that ants of the iteration have submitted, if no later stage has run.
func (c *Colony) DropAnts() {
	if c.State.Iteration != c.beforeAnts.Iteration {
		return
	}
	c.State, c.nextAnt = c.beforeAnts, 0
	clear(c.Claims[c.State.Iteration&1])
	c.LongChanges = c.LongChanges[:0]
}

// ant is an ant during an iteration.
type ant struct {
	colony *Colony
	number uint32
	draws  model.Draws
	shared []uint32 // tour, by position
	tour   antTour
	queue  []uint32 // positions of cities from which it will search for moves
	gain   int64
	undone bool
}

func newAnt(c *Colony, number uint32) *ant {
	n := uint32(c.Model.TourCities())
	return &ant{
		colony: c, number: number, draws: c.Model.DrawsFor(c.Number, c.State.Iteration, number), shared: c.tour(),
		tour: antTour{n, []segment{{low: 0, high: n - 1}}},
	}
}

// start makes a kick near the ant's city. Without kicks it only enqueues the city.
func (a *ant) start() {
	m, settings := a.colony.Model, a.colony.Settings
	first, count := m.Stratum(a.number)
	if settings.Kick == 0 {
		a.enqueue(a.startPosition(first + a.colony.State.Iteration%count))
		return
	}
	cuts := m.Kick(settings, a.draws, a.chooseStart(first, count))
	// The segments come in reverse order, none of them reversed: a double bridge (Martin, Otto and Felten 1991).
	a.tour.pieces = []segment{
		{low: 0, high: cuts[0] - 1}, {low: cuts[2], high: cuts[3] - 1}, {low: cuts[1], high: cuts[2] - 1}, {low: cuts[0], high: cuts[1] - 1},
		{low: cuts[3], high: a.tour.places - 1},
	}
	for rank := range a.tour.pieces[1:] {
		_, last := a.tour.pieces[rank].ends()
		next, _ := a.tour.pieces[rank+1].ends()
		a.gain -= a.distance(last, next)
	}
	for _, cut := range cuts {
		a.gain += a.distance(cut-1, cut)
		a.enqueue(cut - 1)
		a.enqueue(cut)
	}
}

// repair makes the best move from each city in the queue, and enqueues the cities of the move, until the queue is empty.
func (a *ant) repair() {
	counts := &a.colony.State.Counts
	for range model.MaxEvaluations {
		if len(a.queue) == 0 || len(a.tour.pieces) > model.MaxPieces-3 {
			break
		}
		t1 := a.queue[0]
		a.queue = a.queue[1:]
		counts.Evaluations++
		m := a.best(t1)
		if m.gain == 0 {
			continue
		}
		a.gain += m.gain
		a.tour.rearrange(m.on(a.tour.place))
		counts.Moves++
		touched := m.t[:]
		if m.kind == turnA {
			touched = m.t[:4]
		}
		for _, position := range touched {
			a.enqueue(position)
		}
		if a.gain == 0 && a.tour.unchanged() {
			a.undone = true
			counts.Undone++
			return
		}
	}
	if len(a.tour.pieces) > model.MaxPieces-3 {
		counts.Full++
	}
}

// enqueue adds a city to the queue, unless it is in it or the queue is full.
func (a *ant) enqueue(position uint32) {
	if len(a.queue) < model.QueueCities && !slices.Contains(a.queue, position) {
		a.queue = append(a.queue, position)
	}
}

// distance returns the distance between the cities at two positions.
func (a *ant) distance(p, q uint32) int64 {
	return a.colony.Model.Distance(a.shared[p], a.shared[q])
}

// candidates returns the candidates of the city at a position.
func (a *ant) candidates(position uint32) []uint32 {
	width := uint32(a.colony.Model.Width)
	return a.colony.Model.Candidates[a.shared[position]*width:][:width]
}
