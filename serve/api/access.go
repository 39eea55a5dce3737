package api

import (
	"bufio"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
)

// Token lets a client use the service. Its name is the owner of the client's jobs, which no other
// client sees.
type Token struct {
	Name   string
	SHA256 [sha256.Size]byte // of the secret
}

// LeastSecret is the number of characters that a secret needs. 20 random letters and digits cannot
// be guessed.
const LeastSecret = 20

// ReadTokens reads tokens, a line each: a name, spaces, and the secret, which no other line has.
// Empty lines and lines that begin with # do not count.
func ReadTokens(r io.Reader) (tokens []Token, err error) {
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		fields := strings.Fields(lines.Text())
		switch {
		case len(fields) == 0 || strings.HasPrefix(fields[0], "#"):
		case len(fields) != 2:
			return nil, fmt.Errorf("read tokens: line %d: give a name and a secret", number)
		case len(fields[1]) < LeastSecret:
			return nil, fmt.Errorf("read tokens: line %d: the secret of %s has fewer than %d characters",
				number, fields[0], LeastSecret)
		default:
			t := Token{fields[0], sha256.Sum256([]byte(fields[1]))}
			if i := slices.IndexFunc(tokens, func(other Token) bool { return other.SHA256 == t.SHA256 }); i >= 0 {
				return nil, fmt.Errorf("read tokens: line %d: %s has the same secret as %s: give each secret once",
					number, t.Name, tokens[i].Name)
			}
			tokens = append(tokens, t)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read tokens: %w", err)
	}
	if len(tokens) == 0 {
		return nil, errors.New("read tokens: there are none")
	}
	return tokens, nil
}

// Tokens are the tokens of a server, which may be replaced while it runs. A nil *Tokens lets
// everybody in who reaches the address.
type Tokens struct{ list atomic.Pointer[[]Token] }

// NewTokens returns tokens.
func NewTokens(list []Token) *Tokens {
	t := new(Tokens)
	t.Replace(list)
	return t
}

// Replace replaces all tokens. Requests that are being answered are not interrupted, except for
// streams of events, which end at the next heartbeat if their token is gone.
func (t *Tokens) Replace(list []Token) { t.list.Store(&list) }

// owner returns the name of the token with a secret. Its time does not depend on how much of a
// secret is right.
func (t *Tokens) owner(secret [sha256.Size]byte) (name string, ok bool) {
	for _, token := range *t.list.Load() {
		if subtle.ConstantTimeCompare(secret[:], token.SHA256[:]) == 1 {
			name, ok = token.Name, true
		}
	}
	return name, ok
}

// access says who may use a route.
type access int

const (
	withToken access = iota // needs a token, if the server has tokens
	open                    // needs none
	probe                   // needs none, and is never refused for too many requests
)

// restrict returns a handler that needs a token, if there are any, and bounds the requests of a
// client.
func (s *service) restrict(to access, next handler) handler {
	if to == probe {
		return next
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		who, known := identityOf(r), true
		who.client = addressOf(r).String()
		if to == withToken {
			if who.owner, known = s.ownerOfToken(r); who.owner != "" {
				who.client = "token " + who.owner
			}
		}
		if wait := s.rates.wait(who.client, time.Now()); wait > 0 {
			p := refuse(http.StatusTooManyRequests, "rate", "there are too many requests of this client; send fewer a second")
			p.retry = wait
			return p
		}
		if !known {
			return s.wrongToken(w, r)
		}
		return next(w, r)
	}
}

// wrongToken refuses a request without a token of the server, and logs the address of a wrong one.
func (s *service) wrongToken(w http.ResponseWriter, r *http.Request) error {
	if r.Header.Get("Authorization") != "" {
		s.guesses.Add(identityOf(r).client, func(times int) {
			s.logOf(r).Warn("requests have wrong tokens", "method", r.Method, "path", shorten(r.URL.Path), "times", times)
		})
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	return refuse(http.StatusUnauthorized, "token",
		"give a token of this server in the header Authorization: Bearer TOKEN")
}

// ownerOfToken returns the owner of the token that a request has. known is false if the token is none of the
// server; a server without tokens needs none.
func (s *service) ownerOfToken(r *http.Request) (owner string, known bool) {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if s.options.Tokens == nil || !strings.EqualFold(scheme, "Bearer") {
		return "", s.options.Tokens == nil
	}
	return s.options.Tokens.owner(sha256.Sum256([]byte(secret)))
}

// forwardedFor is the header to which each proxy adds the address that it sees.
const forwardedFor = "X-Forwarded-For"

// beforeProxies returns the address that a request comes from, before the proxies that the server trusts.
func (s *service) beforeProxies(r *http.Request) string {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	hops := strings.Split(strings.Join(r.Header.Values(forwardedFor), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if err != nil || !isIn(s.options.Proxies, from.Addr()) {
			break
		}
		hop = strings.TrimSpace(hop)
		before, malformed := netip.ParseAddrPort(hop) // some proxies add the port
		if malformed != nil {
			var address netip.Addr
			address, malformed = netip.ParseAddr(hop)
			before = netip.AddrPortFrom(address, 0)
		}
		if malformed != nil {
			break
		}
		from = before
	}
	if err != nil {
		return r.RemoteAddr
	}
	return from.String()
}

// isIn reports whether an address is in one of some networks.
func isIn(networks []netip.Prefix, ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	return slices.ContainsFunc(networks, func(network netip.Prefix) bool { return network.Contains(ip) })
}

// addressOf returns the network that a request comes from: an address of IPv4, or the 64 leading
// bits of an address of IPv6, which one client usually has for itself.
func addressOf(r *http.Request) netip.Prefix {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Prefix{}
	}
	address, bits := from.Addr().Unmap().WithZone(""), 64
	if address.Is4() {
		bits = 32
	}
	network, _ := address.Prefix(bits) // the bits fit
	return network
}

// isOthers reports whether a job belongs to another client than a request.
func (s *service) isOthers(r *http.Request, j job.Job) bool {
	return s.options.Tokens != nil && j.Owner != ownerOf(r)
}

// job returns the job that a request names, if it is its owner's.
func (s *service) job(r *http.Request) (job.Job, error) {
	id := r.PathValue("id")
	j, err := s.store.Job(r.Context(), id)
	if err == nil && s.isOthers(r, j) {
		return job.Job{}, fmt.Errorf("job %s: %w", id, job.ErrNotFound)
	}
	return j, err
}
