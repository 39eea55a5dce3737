package api

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// withSecret sends a request from an address with a secret.
func withSecret(h http.Handler, from, secret string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", "/v1/jobs", nil)
	r.RemoteAddr = from
	r.Header.Set("Authorization", "Bearer "+secret)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
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
	list, err := ReadTokens(strings.NewReader("# people\nann  " + annSecret + "\n\nbob " + bobSecret + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return NewTokens(list)
}

// Who guesses tokens is soon refused, even with a right one, and is in the log. Other addresses
// are not refused.
func TestGuessesAreRefused(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		var log bytes.Buffer
		h := withTokens(t, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
		const guesses, free = 1000, freeGuesses + 1 // the delay follows the wrong token
		refused := 0
		for i := range guesses {
			w := withSecret(h, "192.0.2.1:1", fmt.Sprintf("%s-%d", annSecret, i))
			switch {
			case w.Code == http.StatusTooManyRequests:
				refused++
				if wait, err := strconv.Atoi(w.Header().Get("Retry-After")); err != nil || wait < 1 {
					t.Fatalf("Retry-After is %q", w.Header().Get("Retry-After"))
				}
			case w.Code != http.StatusUnauthorized:
				t.Fatalf("status %d", w.Code)
			}
		}
		if refused != guesses-free {
			t.Errorf("%d of %d guesses were refused", refused, guesses)
		}
		if w := withSecret(h, "192.0.2.1:2", annSecret); w.Code != http.StatusTooManyRequests {
			t.Errorf("status %d for a guess that is right", w.Code)
		}
		if w := withSecret(h, "192.0.2.2:1", annSecret); w.Code != http.StatusOK {
			t.Errorf("status %d at another address", w.Code)
		}
		if n := strings.Count(log.String(), "wrong token"); n != free {
			t.Errorf("%d lines of the log", n)
		}
		if strings.Contains(log.String(), annSecret) {
			t.Error("the log has a guess")
		}
	})
}

// A program with a token that was replaced repeats it. It does not keep out others behind its
// address.
func TestRepeatedTokenIsNoGuess(t *testing.T) {
	h := withTokens(t, Options{})
	for range 100 {
		if w := withSecret(h, "192.0.2.1:1", "old-old-old-old-old-old"); w.Code != http.StatusUnauthorized {
			t.Fatalf("status %d", w.Code)
		}
	}
	if w := withSecret(h, "192.0.2.1:2", bobSecret); w.Code != http.StatusOK {
		t.Errorf("status %d for another client", w.Code)
	}
}

// The delay doubles up to its limit, and ends.
func TestGuessesGrowAndEnd(t *testing.T) {
	g, now, from := newGuesses(), time.Now(), netip.MustParsePrefix("192.0.2.1/32")
	var delays []time.Duration
	for i := range 20 {
		g.wrong(from, sha256.Sum256([]byte{byte(i)}), now)
		wait := g.wait(from, now)
		delays = append(delays, wait)
		if now = now.Add(wait); g.wait(from, now) != 0 {
			t.Fatalf("delay %v does not end", wait)
		}
	}
	for i, want := range []time.Duration{0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300} {
		if delays[i] != want*time.Second {
			t.Errorf("delay %d is %v", i, delays[i])
		}
	}
	for i := range 2 * mostClients {
		address := netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})
		g.wrong(netip.PrefixFrom(address, 32), sha256.Sum256(nil), now)
	}
	if len(g.addresses) > mostClients {
		t.Errorf("%d addresses are remembered", len(g.addresses))
	}
}

// A client that sends too many requests is refused, and another one is not.
func TestRate(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		h := withTokens(t, Options{Rate: 2})
		count := func(secret string) (refused int) {
			for range 100 {
				if w := withSecret(h, "192.0.2.1:1", secret); w.Code == http.StatusTooManyRequests {
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
		if w := withSecret(h, "192.0.2.1:1", bobSecret); w.Code != http.StatusOK {
			t.Errorf("bob's request: status %d", w.Code)
		}
		for range 100 {
			if w := call(t, h, "GET", "/healthz", ""); w.Code != http.StatusNoContent {
				t.Fatalf("a probe has status %d", w.Code)
			}
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
