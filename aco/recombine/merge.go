package recombine

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// atOnce bounds the windows that are looked at on the same ring. The result depends on it, so it is the same on all machines.
const atOnce = 16

// merger makes a ring shorter by exchanges in windows.
type merger struct {
	ring    *ring
	effort  Effort
	windows *windows
	workers []*worker
}

func newMerger(u *union, effort Effort) *merger {
	cities := len(u.place)
	sections := min(max(cities/(2*effort.WindowCities), 1), atOnce)
	m := &merger{ring: newRing(u), effort: effort, windows: newWindows(cities, sections)}
	for range min(sections, runtime.GOMAXPROCS(0)) {
		m.workers = append(m.workers, &worker{node: slices.Repeat([]int32{outside}, cities)})
	}
	return m
}

// run makes rounds until no window is due, or there were as many as the effort has, or another one would be too many for the context. It returns by
// how much the ring became shorter.
func (m *merger) run(ctx context.Context) (gain int64, rounds int, err error) {
	longest := time.Duration(0)
	for m.effort.Rounds == 0 || rounds < m.effort.Rounds {
		if err := late(ctx, longest); err != nil && rounds > 0 {
			return gain, rounds, err
		}
		began := time.Now()
		windows := m.windows.next(m.ring, m.effort.WindowCities)
		if len(windows) == 0 {
			break
		}
		for _, x := range m.find(windows) {
			gain += m.make(x)
		}
		longest = max(longest, time.Since(began))
		rounds++
	}
	return gain, rounds, nil
}

// late returns the error of a context that will have ended after so long.
func late(ctx context.Context, after time.Duration) error {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < after {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}

// find looks for exchanges on all processors.
func (m *merger) find(windows [][]uint32) []exchange {
	found := make([]exchange, len(windows))
	var next atomic.Int32
	var group sync.WaitGroup
	for _, w := range m.workers {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(windows); i = int(next.Add(1)) - 1 {
				found[i] = w.find(m.ring, windows[i], m.effort.States)
			}
		})
	}
	group.Wait()
	return found
}

// make makes an exchange, and returns its gain. One that is no longer possible, because of others made since it was found, makes its
// window due again.
func (m *merger) make(x exchange) (gain int64) {
	if x.gain == 0 {
		return 0
	}
	for _, city := range x.cities {
		m.windows.due[city] = true
	}
	next := m.workers[0].make(m.ring, x)
	if next == nil {
		return 0
	}
	for place, city := range next.order {
		next.at[city] = int32(place)
	}
	m.ring = next
	return x.gain
}
