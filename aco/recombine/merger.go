package recombine

import (
	"context"
	"runtime"
	"time"
)

// merger improves a tour by the edges of several tours.
type merger struct {
	distance func(a, b uint32) int64
	tour     *tour // the best so far
	graph    *unionGraph
	open     int // cities
	windows  *windows
	workers  []*worker // by processor
	// fruitless is the number of states when all open cities were searched together, without
	// a gain, since the tour last changed.
	fruitless int
}

// newMerger returns a merger that starts from the first of the tours.
func newMerger(distance func(a, b uint32) int64, tours [][]uint32) *merger {
	m := &merger{distance: distance, tour: newTour(tours[0]), graph: newUnionGraph(tours)}
	m.windows, m.open = newWindows(m.graph), m.graph.openCities()
	for range runtime.GOMAXPROCS(0) {
		m.workers = append(m.workers, &worker{})
	}
	return m
}

// crossovers improves the tour by parts of each of the given tours until the context ends. It
// returns the gain.
func (m *merger) crossovers(ctx context.Context, tours [][]uint32) (gain int64) {
	for _, other := range tours {
		if m.open == 0 || ctx.Err() != nil {
			break
		}
		gain += m.tour.crossover(m.distance, newTour(other))
	}
	return gain
}

// search makes rounds of windows until none is due, the rounds of the effort are used up, or
// another round would probably not end in time. It returns the gain and the number of rounds.
func (m *merger) search(ctx context.Context, effort Effort) (gain int64, rounds int, err error) {
	var clock roundClock
	levels := effort.levels(m.open)
	if len(levels) == 0 {
		return 0, 0, ctx.Err() // the context may have ended the crossovers
	}
	for _, level := range levels {
		m.windows.start()
		for effort.Rounds == 0 || rounds < effort.Rounds {
			count := m.windows.choose(m.workers, level.cities, level.windows(), m.open/ignoredPart)
			if count == 0 {
				break
			}
			if err := clock.check(ctx, count*level.work()); err != nil {
				return gain, rounds, err
			}
			began := time.Now()
			step, solved, err := m.round(ctx, count, level)
			if err != nil {
				return gain, rounds, err
			}
			if gain += step; solved {
				clock.add(time.Since(began), count*level.work())
			}
			rounds++
		}
	}
	return gain, rounds, nil
}

// round solves the windows that were chosen and applies their exchanges. It returns the gain, and
// whether a window had to be solved. The inner third of the cities of a window is no longer due.
// All its cities are due again if its exchange is impossible after the exchanges of other windows,
// or if the level says so. If the context ends first, the tour remains as it was.
func (m *merger) round(ctx context.Context, count int, level level) (gain int64, solved bool, err error) {
	w, found := m.windows, make([]exchange, count)
	solved = true
	err = eachWorker(ctx, m.workers, count, func(k *worker, i int) {
		k.cities = w.appendCities(k.cities[:0], i)
		for _, city := range k.cities[:(len(k.cities)+2)/3] {
			w.due[city] = false
		}
		// If the window has all open cities, the solution depends only on the tour and the states.
		all := len(k.cities) == m.open
		if all && m.fruitless == level.states {
			solved = false
			return
		}
		if found[i] = k.find(m, k.cities, level.states); all && found[i].gain == 0 {
			m.fruitless = level.states
		}
	})
	if err != nil {
		return 0, false, err
	}
	var exchanges []exchange
	var windows []int // by exchange
	for i, x := range found {
		if x.gain > 0 {
			exchanges, windows = append(exchanges, x), append(windows, i)
		}
	}
	if len(exchanges) > 0 {
		b := newBatch(exchanges)
		b.accept(0, 0, len(exchanges))
		for i, accepted := range b.accepted {
			if !accepted || level.repeat {
				w.repeat(windows[i])
			}
		}
		m.tour.apply(b)
		m.fruitless = 0
		gain = b.gain()
	}
	w.release()
	return gain, solved, nil
}

// level is a stage of the search: windows of a size, solved with a number of states.
type level struct {
	cities, states int
	repeat         bool // whether windows with a gain are due again
}

// work is a measure of the time that a window takes.
func (l level) work() int { return l.cities * l.states }

const (
	// maxWork bounds the states of a level, summed over all open cities, so that large instances
	// take seconds: eight very different tours of a million cities took 14 s of processor time.
	maxWork = 100_000_000
	// roundWork bounds the work of a round, so that a search can end in time.
	roundWork = 20_000_000
	// A level ends when at most this part of the open cities is due. A round takes time in
	// proportion to the number of cities, however few windows it has.
	ignoredPart = 1000
	// minWindows windows of a round keep all processors busy.
	minWindows = 64
)

// windows returns the most windows of a round.
func (l level) windows() int { return max(roundWork/l.work(), minWindows) }

// levels returns the stages of a search, from small windows and few states to the sizes of the
// effort.
func (e Effort) levels(open int) (levels []level) {
	w, s := e.WindowCities, e.States
	for _, l := range []level{{w / 3, s / 27, false}, {w * 2 / 3, s / 9, false}, {w, s / 3, false}, {w, s, true}} {
		l.cities, l.states = max(l.cities, MinWindowCities), max(l.states, 1)
		always := e.Work == 0 && len(levels) == 0
		if work := open * l.states; always || work <= maxWork && (e.Work == 0 || work <= e.Work) {
			levels = append(levels, l)
		}
	}
	return levels
}

// Searches reports whether [Merge] solves windows of tours with so many open cities.
func (e Effort) Searches(open int) bool { return len(e.levels(open)) > 0 }

// roundClock predicts how long rounds take.
type roundClock struct {
	took time.Duration // by the round with the most work so far
	work int
}

// add records a round.
func (c *roundClock) add(took time.Duration, work int) {
	if work >= c.work {
		c.took, c.work = took, work
	}
}

// check returns the error of ctx if it has ended or will probably have ended after a round. The
// time of the first round is not known.
func (c *roundClock) check(ctx context.Context, work int) error {
	if c.work == 0 {
		return ctx.Err()
	}
	expected := time.Duration(float64(c.took) * max(float64(work)/float64(c.work), 1))
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < expected {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}
