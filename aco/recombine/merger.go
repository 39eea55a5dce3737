package recombine

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// maxWindows is the number of windows that are solved at once on the same tour. The result depends on it, so it is the same on all
// machines.
const maxWindows = 16

// merger improves a tour in windows.
type merger struct {
	tour    *reducedTour
	effort  Effort
	windows *windowQueue
	workers []*worker
}

func newMerger(u *unionGraph, effort Effort) *merger {
	cities := len(u.basePosition)
	sections := min(max(cities/(2*effort.WindowCities), 1), maxWindows)
	m := &merger{tour: newReducedTour(u), effort: effort, windows: newWindowQueue(cities, sections)}
	for range min(sections, runtime.GOMAXPROCS(0)) {
		m.workers = append(m.workers, &worker{nodeOf: slices.Repeat([]int32{outside}, cities)})
	}
	return m
}

// run makes rounds until no window is due, the rounds of the effort are used up, or another round would not end in time. It returns the
// gain and the number of rounds.
func (m *merger) run(ctx context.Context) (gain int64, rounds int, err error) {
	longest := time.Duration(0)
	for m.effort.Rounds == 0 || rounds < m.effort.Rounds {
		if err := deadlineError(ctx, longest); err != nil && rounds > 0 {
			return gain, rounds, err
		}
		began := time.Now()
		windows := m.windows.next(m.tour, m.effort.WindowCities)
		if len(windows) == 0 {
			break
		}
		for _, x := range m.find(windows) {
			gain += m.apply(x)
		}
		longest = max(longest, time.Since(began))
		rounds++
	}
	return gain, rounds, nil
}

// deadlineError returns the error of ctx if it has ended, or will have ended after the given time.
func deadlineError(ctx context.Context, after time.Duration) error {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < after {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}

// find solves windows on all processors.
func (m *merger) find(windows [][]uint32) []improvement {
	found := make([]improvement, len(windows))
	var next atomic.Int32
	var group sync.WaitGroup
	for _, w := range m.workers {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(windows); i = int(next.Add(1)) - 1 {
				found[i] = w.find(m.tour, windows[i], m.effort.States)
			}
		})
	}
	group.Wait()
	return found
}

// apply applies an improvement and returns its gain. The cities of the window are due again, even if an earlier improvement of the
// round has made this one impossible.
func (m *merger) apply(x improvement) (gain int64) {
	if x.gain == 0 {
		return 0
	}
	for _, city := range x.cities {
		m.windows.due[city] = true
	}
	next := m.workers[0].apply(m.tour, x)
	if next == nil {
		return 0
	}
	for place, city := range next.order {
		next.position[city] = int32(place)
	}
	m.tour = next
	return x.gain
}
