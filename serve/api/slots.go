package api

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"time"
)

// slots bound what is done at once. A request waits for a slot before it takes memory. A client has
// no more than its share of them, and a free slot goes to the client with the fewest, so that no
// client keeps others waiting.
type slots struct {
	number, share int
	what          string // that a slot is for, in the plural
	wait          time.Duration

	mu      sync.Mutex
	taken   int
	held    map[string]int // by client
	waiting []*waiter      // in the order in which they came
	refused int            // requests that found no free slot in time
}

// waiter is a request that waits for a slot.
type waiter struct {
	client string
	turn   chan struct{} // closed when it has a slot
}

func newSlots(number, share int, what string, wait time.Duration) *slots {
	return &slots{number: number, share: share, what: what, wait: wait, held: map[string]int{}}
}

// acquire waits for a slot for the client of a request, which the caller releases once.
func (s *slots) acquire(r *http.Request) (release func(), err error) {
	client := identityOf(r).client
	w := &waiter{client, make(chan struct{})}
	s.change(func() { s.waiting = append(s.waiting, w) })
	late := time.NewTimer(s.wait)
	defer late.Stop()
	select {
	case <-w.turn:
	case <-late.C:
		err = s.giveUp(w, s.busy)
	case <-r.Context().Done():
		err = s.giveUp(w, func(string) error { return context.Cause(r.Context()) })
	}
	if err != nil {
		return nil, err
	}
	return func() {
		s.change(func() {
			s.taken--
			if s.held[client]--; s.held[client] == 0 {
				delete(s.held, client)
			}
		})
	}, nil
}

// change changes the slots, and gives those that are free to requests that wait.
func (s *slots) change(by func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	by()
	for s.taken < s.number {
		next := -1
		for i, w := range s.waiting {
			if held := s.held[w.client]; held < s.share && (next < 0 || held < s.held[s.waiting[next].client]) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		w := s.waiting[next]
		s.waiting = slices.Delete(s.waiting, next, next+1)
		s.taken++
		s.held[w.client]++
		close(w.turn)
	}
}

// giveUp ends the wait of a request, and returns why. The error is nil if it has a slot by now.
func (s *slots) giveUp(w *waiter, why func(client string) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.Index(s.waiting, w)
	if at < 0 {
		return nil
	}
	s.waiting = slices.Delete(s.waiting, at, at+1)
	return why(w.client)
}

// busy refuses a request of a client that has waited. The caller has locked mu.
func (s *slots) busy(client string) error {
	s.refused++
	if s.held[client] >= s.share {
		return refuse(http.StatusTooManyRequests, "busy", fmt.Sprintf(
			"this client has %d %s at once, the most that it may have; try again later", s.share, s.what))
	}
	return refuse(http.StatusServiceUnavailable, "busy", fmt.Sprintf(
		"the server is busy with %d %s, and none was done within %v; try again later", s.taken, s.what, s.wait))
}

// lanes are the slots of a kind of work. Small work does not wait for large work.
type lanes struct{ small, large *slots }

func (l lanes) of(large bool) *slots {
	if large {
		return l.large
	}
	return l.small
}

// intake has the slots of all requests that take much memory, time or disk.
type intake struct {
	uploads   *slots // large bodies, until their jobs are stored
	decoding  lanes  // bodies that become jobs
	answering lanes  // answers made of an instance
	sending   *slots // large answers, until they are sent
	following *slots // streams of events, and requests that wait for the end of a job
}

const (
	// workTime is how long a request waits for a slot of decoding or answering.
	workTime = 20 * time.Second
	// holdTime is how long a request waits for a slot that others may hold for minutes.
	holdTime = 5 * time.Second
	// mostFiles is the number of large bodies, and of large answers, that have files at once.
	mostFiles = 16
	// mostStreams is the number of streams of events at once. Each takes 160 kB.
	mostStreams = 1000
	// largeCities is the most cities of an instance whose answers are small work.
	largeCities = 10_000
	// largeBytes is the most bytes of an upload whose answers are small work.
	largeBytes = 1 << 20
)

// newIntake returns slots for this machine. One client may use all processors, and leaves a slot free.
func newIntake() intake {
	many := runtime.GOMAXPROCS(0)
	few := max(1, many/2)
	return intake{
		uploads: newSlots(mostFiles, mostFiles/2, "large uploads", holdTime),
		decoding: lanes{newSlots(many+1, many, "other inputs", workTime),
			newSlots(few+1, few, "other large inputs", workTime)},
		answering: lanes{newSlots(many+1, many, "other answers", workTime),
			newSlots(few+1, few, "other answers of large instances", workTime)},
		sending:   newSlots(mostFiles, mostFiles/2, "large answers", holdTime),
		following: newSlots(mostStreams, mostStreams/10, "streams of events", holdTime),
	}
}
