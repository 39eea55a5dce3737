package api

import (
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// statusWith returns the status of a request with a secret.
func statusWith(t *testing.T, h http.Handler, secret string) int {
	return call(t, h, "GET", "/v1/jobs", "", "Authorization", "Bearer "+secret).Code
}

// withTokens returns a server for ann and bob.
func withTokens(t *testing.T, o Options) http.Handler { return withTokensOn(t, storetest.New(t), o) }

func withTokensOn(t *testing.T, store *store.Store, o Options) http.Handler {
	o.Tokens = annAndBob(t)
	return New(store, o)
}

// annAndBob returns the tokens of two clients.
func annAndBob(t *testing.T) *Tokens {
	t.Helper()
	list := must.Get(ReadTokens(strings.NewReader("# people\nann  " + annSecret + "\n\nbob " + bobSecret + "\n")))(t)
	return NewTokens(list)
}

// Who guesses tokens may send as many requests as a client, and is in the log once a minute, without the
// guesses. A client behind the same address is not refused.
func TestGuessesAreRefused(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		var log jobtest.Log
		h := withTokens(t, Options{Rate: 2, Log: log.Logger()})
		const allowed = 2 * burst
		for i := range 1000 {
			want := http.StatusUnauthorized
			if i >= allowed {
				want = http.StatusTooManyRequests
			}
			if got := statusWith(t, h, fmt.Sprintf("%s-%d", annSecret, i)); got != want {
				t.Fatalf("guess %d: status %d", i, got)
			}
		}
		if got := statusWith(t, h, annSecret); got != http.StatusOK {
			t.Errorf("ann has status %d", got)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		said := log.String()
		for _, times := range []int{1, allowed - 1} {
			if line := fmt.Sprintf("address=192.0.2.1:1234 method=GET path=/v1/jobs times=%d\n", times); strings.Count(said, line) != 1 {
				t.Errorf("the log has no line %s:\n%s", line, said)
			}
		}
		if strings.Count(said, "\n") != 2 || strings.Contains(said, annSecret) {
			t.Errorf("the log is\n%s", said)
		}
	})
}

// Clients behind a proxy that the server trusts have their own addresses. What a client says itself does not
// count.
func TestProxies(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	s := &service{options: Options{Proxies: proxies}}
	for _, c := range []struct{ from, header, want string }{
		{"10.0.0.1:5", "192.0.2.1", "192.0.2.1:0"}, {"10.0.0.1:5", "198.51.100.1, 192.0.2.1", "192.0.2.1:0"},
		{"10.0.0.1:5", "192.0.2.1,10.0.0.2", "192.0.2.1:0"}, {"10.0.0.1:5", "2001:db8::1", "[2001:db8::1]:0"},
		{"[::ffff:10.0.0.1]:5", "192.0.2.1", "192.0.2.1:0"}, {"192.0.2.7:5", "192.0.2.1", "192.0.2.7:5"},
		{"10.0.0.1:5", "192.0.2.1, unknown", "10.0.0.1:5"}, {"10.0.0.1:5", "", "10.0.0.1:5"}, {"@", "192.0.2.1", "@"},
	} {
		r := &http.Request{RemoteAddr: c.from, Header: http.Header{forwardedFor: {c.header}}}
		if got := s.beforeProxies(r); got != c.want {
			t.Errorf("%s with %q: %s instead of %s", c.from, c.header, got, c.want)
		}
	}
}

// A client behind a trusted proxy does not keep out the others there.
func TestClientsOfProxy(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		h := New(storetest.New(t), Options{Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}, Rate: 1})
		status := 0
		for range burst + 1 {
			status = call(t, h, "GET", "/v1/jobs", "", forwardedFor, "203.0.113.1, 198.51.100.1").Code
		}
		other := call(t, h, "GET", "/v1/jobs", "", forwardedFor, "203.0.113.1, 198.51.100.2").Code
		if status != http.StatusTooManyRequests || other != http.StatusOK {
			t.Errorf("a client with many requests has status %d, another %d", status, other)
		}
	})
}

// A client that sends too many requests is refused, and another one is not.
func TestRate(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		h := withTokens(t, Options{Rate: 2})
		count := func(secret string) (refused int) {
			for range 100 {
				if statusWith(t, h, secret) == http.StatusTooManyRequests {
					refused++
				}
			}
			return refused
		}
		if n := count(annSecret); n != 100-2*burst {
			t.Errorf("%d of ann's 100 requests were refused at once", n)
		}
		time.Sleep(time.Second)
		if n := count(annSecret); n != 98 {
			t.Errorf("%d of ann's 100 requests were refused a second later", n)
		}
		if got := statusWith(t, h, bobSecret); got != http.StatusOK {
			t.Errorf("bob's request: status %d", got)
		}
		for range 100 {
			if w := call(t, h, "GET", "/healthz", ""); w.Code != http.StatusNoContent {
				t.Fatalf("a probe has status %d", w.Code)
			}
		}
		r := newRates(2)
		for i := range 2 * mostClients {
			r.wait(strconv.Itoa(i), time.Now())
		}
		if len(r.clients) > mostClients {
			t.Errorf("%d clients are remembered", len(r.clients))
		}
	})
}

// One client of IPv6 has 64 bits of addresses.
func TestAddressOf(t *testing.T) {
	for from, want := range map[string]string{
		"192.0.2.1:1": "192.0.2.1/32", "[::ffff:192.0.2.1]:1": "192.0.2.1/32",
		"[2001:db8:1:2:3:4:5:6]:1": "2001:db8:1:2::/64", "[fe80::1%eth0]:1": "fe80::/64", "@": "invalid Prefix",
	} {
		if got := addressOf(&http.Request{RemoteAddr: from}).String(); got != want {
			t.Errorf("%s: %s instead of %s", from, got, want)
		}
	}
}
