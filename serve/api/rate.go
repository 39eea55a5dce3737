package api

import (
	"maps"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// mostClients bounds the clients that are remembered.
const mostClients = 10_000

// rates bound the requests of each client.
type rates struct {
	limit   rate.Limit // requests a second
	mu      sync.Mutex
	clients map[string]*rate.Limiter
}

// burst is for how many seconds a client may save up requests.
const burst = 5

// newRates returns rates of up to perSecond requests; 0: without a limit.
func newRates(perSecond int) *rates {
	return &rates{limit: rate.Limit(perSecond), clients: map[string]*rate.Limiter{}}
}

// wait counts a request of a client. It returns how long the client has to wait if it has sent too
// many, and 0 if it has not.
func (r *rates) wait(client string, now time.Time) time.Duration {
	if r.limit == 0 {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	limiter := r.clients[client]
	if limiter == nil {
		r.makeRoom(now)
		limiter = rate.NewLimiter(r.limit, burst*int(r.limit))
		r.clients[client] = limiter
	}
	reserved := limiter.ReserveN(now, 1)
	wait := reserved.DelayFrom(now)
	if wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}

// makeRoom makes room for a client: it forgets clients that have saved up all requests that they may, and,
// if there are none, everyone.
func (r *rates) makeRoom(now time.Time) {
	if len(r.clients) < mostClients {
		return
	}
	maps.DeleteFunc(r.clients, func(_ string, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(l.Burst()) })
	if len(r.clients) >= mostClients {
		clear(r.clients)
	}
}
