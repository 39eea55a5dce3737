package api

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// slots bound what is done at once. A request waits for a slot before it takes memory.
type slots struct {
	taken   chan struct{}
	what    string // that a slot is for, in the plural
	wait    time.Duration
	refused atomic.Uint64 // requests that found no free slot in time
}

func newSlots(number int, what string, wait time.Duration) *slots {
	return &slots{taken: make(chan struct{}, number), what: what, wait: wait}
}

// acquire waits for a free slot, which the caller releases.
func (s *slots) acquire(ctx context.Context) (release func(), err error) {
	late := time.NewTimer(s.wait)
	defer late.Stop()
	select {
	case s.taken <- struct{}{}:
		return func() { <-s.taken }, nil
	case <-late.C:
		s.refused.Add(1)
		return nil, s.busy(s.wait)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (s *slots) busy(waited time.Duration) error {
	return refuse(http.StatusServiceUnavailable, "busy", fmt.Sprintf(
		"the server is busy with %d %s, and none was done within %v; try again later", cap(s.taken), s.what, waited))
}

// shares are slots. A client has at most half of them, so that it leaves room for others.
type shares struct {
	*slots
	mu   sync.Mutex
	held map[string]int // by client, with requests that wait
}

func newShares(number int, what string, wait time.Duration) *shares {
	return &shares{slots: newSlots(number, what, wait), held: map[string]int{}}
}

// acquireFor waits for a free slot for a client, which the caller releases.
func (s *shares) acquireFor(ctx context.Context, client string) (release func(), err error) {
	most := max(1, cap(s.taken)/2)
	if !s.hold(client, most) {
		s.refused.Add(1)
		return nil, refuse(http.StatusTooManyRequests, "busy",
			fmt.Sprintf("this client has %d %s at once, the most that it may have; try again later", most, s.what))
	}
	free, err := s.acquire(ctx)
	if err != nil {
		s.leave(client)
		return nil, err
	}
	return func() {
		free()
		s.leave(client)
	}, nil
}

// hold counts a slot of a client, unless it has the most that it may have.
func (s *shares) hold(client string, most int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[client] >= most {
		return false
	}
	s.held[client]++
	return true
}

func (s *shares) leave(client string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[client]--; s.held[client] == 0 {
		delete(s.held, client)
	}
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
	uploads   *shares // large bodies, until their jobs are stored
	decoding  lanes   // bodies that become jobs
	answering lanes   // answers made of an instance
	sending   *shares // large answers, until they are sent
}

const (
	// workTime is how long a request waits for a slot of decoding or answering.
	workTime = 20 * time.Second
	// diskTime is how long a request waits for a slot that bounds files.
	diskTime = 5 * time.Second
	// mostFiles is the number of large bodies, and of large answers, that have files at once.
	mostFiles = 16
	// largeCities is the most cities of an instance whose answers are small work.
	largeCities = 10_000
	// largeBytes is the most bytes of an upload whose answers are small work.
	largeBytes = 1 << 20
)

func newIntake() intake {
	few, many := max(1, runtime.GOMAXPROCS(0)/2), runtime.GOMAXPROCS(0)
	return intake{
		uploads: newShares(mostFiles, "large uploads", diskTime),
		decoding: lanes{newSlots(many, "other inputs", workTime),
			newSlots(few, "other large inputs", workTime)},
		answering: lanes{newSlots(many, "other answers", workTime),
			newSlots(few, "other answers of large instances", workTime)},
		sending: newShares(mostFiles, "large answers", diskTime),
	}
}
