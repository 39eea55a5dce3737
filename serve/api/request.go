package api

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// Headers that identify a request. A client may send one of them or both.
const (
	requestHeader = "X-Request-ID"
	traceHeader   = "Traceparent" // of W3C Trace Context
)

var (
	wellFormedID    = regexp.MustCompile(`^[-_.:=+/@A-Za-z0-9]{1,128}$`)
	wellFormedTrace = regexp.MustCompile(`^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$`)
)

// identity is what is known of a request beside its content.
type identity struct {
	id    string // the client's, the trace's, or a new one
	trace string // the client's traceparent; "": none
	owner string // name of the token; "": the server has no tokens, or the request has no right one

	client string // whose requests are bounded together: the token, or the address

	refused *problem // the answer; nil: no problem
}

// newIdentity returns the identity of a request. Headers that are not well formed do not count.
func newIdentity(r *http.Request) *identity {
	i := &identity{}
	if parts := wellFormedTrace.FindStringSubmatch(r.Header.Get(traceHeader)); parts != nil &&
		strings.Trim(parts[1], "0") != "" && strings.Trim(parts[2], "0") != "" {
		i.id, i.trace = parts[1], parts[0]
	}
	if given := r.Header.Get(requestHeader); wellFormedID.MatchString(given) {
		i.id = given
	}
	if i.id == "" {
		var random [16]byte
		rand.Read(random[:])
		i.id = hex.EncodeToString(random[:])
	}
	return i
}

// identityKey is the key of a request's identity in its context.
type identityKey struct{}

// identityOf returns the identity of a request.
func identityOf(r *http.Request) *identity {
	if i, ok := r.Context().Value(identityKey{}).(*identity); ok {
		return i
	}
	return new(identity)
}

// ownerOf returns the owner whose token a request has; "": the server has no tokens.
func ownerOf(r *http.Request) string { return identityOf(r).owner }

// observed returns a handler that gives each request an identity, measures it and logs it.
func (s *service) observed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began, who := time.Now(), newIdentity(r)
		answer := &answerWriter{ResponseWriter: w, status: http.StatusOK}
		r = r.WithContext(context.WithValue(r.Context(), identityKey{}, who))
		r.RemoteAddr = s.beforeProxies(r)
		w.Header().Set(requestHeader, who.id)
		defer func() { // also if the answer is broken off
			took := time.Since(began)
			s.metrics.add(answerKind{r.Pattern, answer.status}, took)
			log := s.logOf(r)
			if p := who.refused; p != nil {
				log = log.With("problem", p.Type, "detail", p.Detail)
				if p.cause != "" {
					log = log.With("cause", p.cause)
				}
				if answer.isLater() {
					s.refusals.Add(p.Type, func(times int) {
						log.Warn("requests are refused until later", "status", answer.status, "times", times)
					})
				}
			}
			log.Log(r.Context(), answer.level(r), "request", "method", r.Method, "path", shorten(r.URL.Path),
				"route", r.Pattern, "status", answer.status, "bytes", answer.bytes, "seconds", took.Seconds())
		}()
		next.ServeHTTP(answer, r)
	})
}

// logOf returns the log for what a request does.
func (s *service) logOf(r *http.Request) *slog.Logger {
	who := identityOf(r)
	log := s.options.Log.With("request", who.id, "client", who.owner, "address", r.RemoteAddr)
	if who.trace != "" {
		log = log.With("traceparent", who.trace)
	}
	return log
}

// answerWriter remembers what was answered.
type answerWriter struct {
	http.ResponseWriter
	status int
	bytes  int64
	begun  bool
}

// WriteHeader implements http.ResponseWriter.
func (w *answerWriter) WriteHeader(status int) {
	w.status, w.begun = status, true
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *answerWriter) Write(data []byte) (int, error) {
	n, err := w.ResponseWriter.Write(data)
	w.bytes, w.begun = w.bytes+int64(n), true
	return n, err
}

// Unwrap is for http.ResponseController.
func (w *answerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// isLater reports whether a client is told that the server cannot serve the request now.
func (w *answerWriter) isLater() bool {
	return w.status == http.StatusServiceUnavailable || w.status == http.StatusInsufficientStorage
}

// level returns the level of the answer in the log. Requests that read, that have no token, and that a
// client is told to send later are too many for the usual log.
func (w *answerWriter) level(r *http.Request) slog.Level {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	switch {
	case w.isLater(), w.status == http.StatusTooManyRequests, w.status == http.StatusUnauthorized,
		reads && w.status < http.StatusBadRequest:
		return slog.LevelDebug
	case w.status >= http.StatusInternalServerError:
		return slog.LevelWarn
	}
	return slog.LevelInfo
}
