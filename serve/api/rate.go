package api

import (
	"crypto/sha256"
	"maps"
	"net/netip"
	"slices"
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
		makeRoom(r.clients, func(_ string, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(l.Burst()) })
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

// makeRoom makes room for a client: it forgets clients of whom nothing need be known any more, and,
// if there are none, everyone.
func makeRoom[K comparable, V any](clients map[K]V, isOver func(K, V) bool) {
	if len(clients) < mostClients {
		return
	}
	maps.DeleteFunc(clients, isOver)
	if len(clients) >= mostClients {
		clear(clients)
	}
}

const (
	// freeGuesses is the number of wrong tokens of an address without a delay.
	freeGuesses = 5
	// longestDelay is the longest time for which an address is refused after a wrong token.
	longestDelay = 5 * time.Minute
	// guessMemory is how long an address is remembered after its last wrong token.
	guessMemory = time.Hour
)

// guesses delay addresses from which wrong tokens come. Each further wrong token doubles the time
// in which requests with a token are refused. A program that repeats one wrong token does not
// guess: it does not keep out others behind its address.
type guesses struct {
	mu        sync.Mutex
	addresses map[netip.Prefix]*guesser
}

// guesser is an address from which wrong tokens come.
type guesser struct {
	wrong [][sha256.Size]byte // the latest, up to freeGuesses
	count int
	last  time.Time // of the wrong tokens
	until time.Time // the address is refused
}

func newGuesses() *guesses { return &guesses{addresses: map[netip.Prefix]*guesser{}} }

// wait returns how long an address is still refused.
func (g *guesses) wait(from netip.Prefix, now time.Time) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if of := g.addresses[from]; of != nil {
		return max(0, of.until.Sub(now))
	}
	return 0
}

// wrong counts a wrong token of an address. It reports whether the token is another one than the
// latest.
func (g *guesses) wrong(from netip.Prefix, token [sha256.Size]byte, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	of := g.addresses[from]
	if of == nil || now.Sub(of.last) > guessMemory {
		makeRoom(g.addresses, func(_ netip.Prefix, of *guesser) bool { return now.Sub(of.last) > guessMemory })
		of = new(guesser)
		g.addresses[from] = of
	}
	of.last = now
	if slices.Contains(of.wrong, token) {
		return false
	}
	of.wrong = append(of.wrong[max(0, len(of.wrong)+1-freeGuesses):], token)
	if of.count++; of.count > freeGuesses {
		of.until = now.Add(min(longestDelay, time.Second<<min(of.count-freeGuesses-1, 30)))
	}
	return true
}
