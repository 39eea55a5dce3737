package api

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
)

// safePolicy keeps a browser that opens an answer from running anything in it: texts of the input
// are in pictures and lists.
const safePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

// guarded returns a handler that gives all answers the headers that protect a browser, and refuses
// requests that a page of another site has made.
func (s *service) guarded(next http.Handler) http.Handler {
	guard := http.NewCrossOriginProtection()
	guard.SetDenyHandler(handler(func(http.ResponseWriter, *http.Request) error {
		return refuse(http.StatusForbidden, "cross-origin",
			"the request comes from a page of another site; send it from the page of this server, or from a program")
	}))
	sameOrigin := guard.Handler(next)
	return handler(func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Content-Security-Policy", safePolicy)
		if s.options.Tokens == nil && isToLoopback(r) && !isLocalName(r.Host) {
			return refuse(http.StatusMisdirectedRequest, "host", fmt.Sprintf(
				"this server has no tokens and answers on this machine alone, and %.200q is not its name; "+
					"ask it as localhost or by its IP address, or give it tokens", r.Host))
		}
		sameOrigin.ServeHTTP(w, r)
		return nil
	})
}

// isToLoopback reports whether a request came to an address that only this machine reaches.
func isToLoopback(r *http.Request) bool {
	to, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return ok && to.IP.IsLoopback()
}

// isLocalName reports whether a header Host has an IP address or a name of this machine. A site
// can let a name of its own point to this machine (DNS rebinding). The browser then takes the
// server for a part of that site, and the header has the name of the site.
func isLocalName(host string) bool {
	name := host
	if split, _, err := net.SplitHostPort(host); err == nil {
		name = split
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	_, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err == nil
}

// recovered returns a handler that answers a request whose handler panics with status 500, and
// logs the fault. The server goes on. It is called by the handler of observed.
func (s *service) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			fault := recover()
			if fault == nil {
				return
			}
			if fault != http.ErrAbortHandler {
				s.logOf(r).Error("a handler has a fault", "method", r.Method, "path", shorten(r.URL.Path),
					"fault", fmt.Sprint(fault), "stack", string(debug.Stack()))
			}
			if answer, observed := w.(*answerWriter); observed && answer.begun { // the client shall not take what it has for the whole answer
				panic(http.ErrAbortHandler)
			}
			handler(func(http.ResponseWriter, *http.Request) error {
				return refuse(http.StatusInternalServerError, "internal", "the server has a fault, which is in its log")
			}).ServeHTTP(w, r)
		}()
		next.ServeHTTP(w, r)
	})
}
