package api

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// A site whose name points to this machine cannot use a server without tokens on loopback.
func TestRebinding(t *testing.T) {
	local, remote := net.IPv4(127, 0, 0, 1), net.IPv4(192, 0, 2, 1)
	closed := New(storetest.New(t), Options{})
	withTokens := withTokens(t, Options{})
	for _, c := range []struct {
		h      http.Handler
		at     net.IP
		host   string
		status int
	}{
		{closed, local, "evil.example:8080", http.StatusMisdirectedRequest},
		{closed, local, "127.0.0.1.evil.example", http.StatusMisdirectedRequest},
		{closed, local, "localhost.evil.example", http.StatusMisdirectedRequest},
		{closed, local, "notlocalhost", http.StatusMisdirectedRequest},
		{closed, local, "", http.StatusMisdirectedRequest},
		{closed, net.IPv6loopback, "evil.example", http.StatusMisdirectedRequest},
		{closed, local, "localhost:8080", http.StatusOK},
		{closed, local, "LOCALHOST.", http.StatusOK},
		{closed, local, "a.localhost:80", http.StatusOK},
		{closed, local, "127.0.0.1:8080", http.StatusOK},
		{closed, local, "[::1]:8080", http.StatusOK},
		{closed, local, "[::1]", http.StatusOK},
		{closed, remote, "server.example:8080", http.StatusOK},
		{withTokens, local, "server.example", http.StatusUnauthorized}, // the site has no token
	} {
		r := httptest.NewRequest("GET", "/v1/jobs", nil)
		r.Host = c.host
		r = r.WithContext(context.WithValue(t.Context(), http.LocalAddrContextKey, &net.TCPAddr{IP: c.at, Port: 8080}))
		w := httptest.NewRecorder()
		c.h.ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("host %q at %v: status %d instead of %d", c.host, c.at, w.Code, c.status)
		}
	}
}

// Every answer forbids browsers to guess its type and to run what is in it.
func TestAnswersAreSafeInBrowsers(t *testing.T) {
	store, h := newHandler(t)
	j := submitSquare(t, h)
	finish(t, store, j.ID, 0, 1, 2, 3)
	for _, path := range []string{
		"/v1/jobs", "/v1/jobs/" + j.ID, "/v1/jobs/none", "/v1/jobs/" + j.ID + "/picture.svg", "/none", "/metrics",
		"/v1/jobs/" + j.ID + "/tour.html", "/v1/jobs/" + j.ID + "/instance", "/healthz", "/v1/openapi.json",
	} {
		w := call(t, h, "GET", path, "")
		if w.Header().Get("X-Content-Type-Options") != "nosniff" ||
			!strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: status %d, headers %v", path, w.Code, w.Header())
		}
	}
}

// A fault of a handler is an answer and a line of the log, and the server goes on.
func TestFaultOfHandler(t *testing.T) {
	var log bytes.Buffer
	store := storetest.New(t)
	h := New(store, Options{Log: slog.New(slog.NewTextHandler(&log, nil)),
		Read: func(job.Job) (*format.Input, error) { panic("a fault") }})
	server := httptest.NewServer(h)
	defer server.Close()
	j := submitSquare(t, h)
	answer := must.Get(http.Get(server.URL + "/v1/jobs/" + j.ID + "/picture.svg"))(t)
	answer.Body.Close()
	if answer.StatusCode != http.StatusInternalServerError || answer.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("status %d, headers %v", answer.StatusCode, answer.Header)
	}
	if !strings.Contains(log.String(), "a fault") || !strings.Contains(log.String(), "guard_test.go") {
		t.Errorf("the log is %q", log.String())
	}
	if w := call(t, h, "GET", "/metrics", ""); !strings.Contains(w.Body.String(), `status="500"`) {
		t.Errorf("the figures have no fault: %s", w.Body)
	}
}

// A client does not see which jobs of others a worker has.
func TestWorkersOfOthers(t *testing.T) {
	store := storetest.New(t)
	h := withTokensOn(t, store, Options{})
	j := submitSquare(t, h, "Authorization", "Bearer "+annSecret)
	for _, w := range []job.Worker{{Name: "w1", Job: j.ID}, {Name: "w2", Job: "removed"}, {Name: "w3"}} {
		must.Do(t, store.Announce(t.Context(), w))
	}
	for secret, want := range map[string]string{annSecret: j.ID, bobSecret: ""} {
		w := call(t, h, "GET", "/v1/workers", "", "Authorization", "Bearer "+secret)
		all := decode[workerList](t, w, http.StatusOK).Workers
		if len(all) != 3 || all[0].Job != want || all[1].Job != "" {
			t.Errorf("%s sees %+v", secret, all)
		}
	}
}

// Tokens that are replaced hold for the next request, and end streams of events.
func TestTokensAreReplaced(t *testing.T) {
	list, err := ReadTokens(strings.NewReader("ann " + annSecret + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	tokens := NewTokens(list)
	h := New(storetest.New(t), Options{Tokens: tokens, Heartbeat: 1})
	j := submitSquare(t, h, "Authorization", "Bearer "+annSecret)
	if list, err = ReadTokens(strings.NewReader("ann " + bobSecret + "\n")); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close) // after the streams are closed, which are cleaned up first
	before := follow(t, server.URL, j.ID, "Authorization", "Bearer "+annSecret)
	tokens.Replace(list)
	var rest bytes.Buffer
	if _, err := rest.ReadFrom(before.Body); err != nil { // it ends, though the job waits
		t.Error(err)
	}
	after := follow(t, server.URL, j.ID, "Authorization", "Bearer "+annSecret)
	after.Body.Close()
	if before.StatusCode != http.StatusOK || after.StatusCode != http.StatusUnauthorized {
		t.Errorf("status %d before and %d after", before.StatusCode, after.StatusCode)
	}
	if w := call(t, h, "GET", "/v1/jobs/"+j.ID, "", "Authorization", "Bearer "+bobSecret); w.Code != http.StatusOK {
		t.Errorf("status %d with the new token", w.Code)
	}
}
