// Package jobtest has what tests of jobs need: time of their own, a network in memory, and a log.
package jobtest

import (
	"context"
	"net"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server/ats"
)

// registerOnce starts the goroutine that all NATS servers of the process share. It would keep the
// clock of a bubble from going on.
var registerOnce = sync.OnceFunc(ats.Register)

// Bubble runs a test whose time is its own: it goes on when all goroutines of the test wait, so
// that leases and pauses take no time, however busy the machine is. A store with a folder that does
// not listen can be in it. Whatever waits for another process or a network keeps the time still.
//
// One clock of NATS is outside: when the first value of a bucket has reached its age there, all are
// removed.
//
// A goroutine that NATS's client starts for each object it stores may stay (see isKeptByClient), which
// the end of the bubble would take for a fault of the test.
func Bubble(t *testing.T, test func(*testing.T)) {
	t.Helper()
	registerOnce()
	var bubble string
	defer func() {
		if fault := recover(); fault != nil && (t.Failed() || !isKeptByClient(bubble)) {
			panic(fault)
		}
	}()
	synctest.Test(t, func(t *testing.T) {
		bubble = bubbleName.FindString(stacks(false))
		test(t)
	})
}

var bubbleName = regexp.MustCompile(`synctest bubble \d+`)

// isKeptByClient reports whether all goroutines of a bubble that has ended wait in the function of
// NATS's client, version 1.55, that reads a channel after its object has been stored and the channel is nil.
func isKeptByClient(bubble string) bool {
	kept := 0
	for goroutine := range strings.SplitSeq(stacks(true), "\n\n") {
		header, stack, _ := strings.Cut(goroutine, "\n")
		if !strings.Contains(header, bubble+"]") && !strings.Contains(header, bubble+",") {
			continue
		}
		if !strings.Contains(header, "nil chan") || !strings.Contains(stack, "resetPendingAcksOnReconnect(") {
			return false
		}
		kept++
	}
	return bubble != "" && kept > 0
}

// stacks returns the stack of this goroutine or of all.
func stacks(all bool) string {
	for size := 1 << 16; ; size *= 2 {
		text := make([]byte, size)
		if n := runtime.Stack(text, all); n < size {
			return string(text[:n])
		}
	}
}

// Until waits without a limit of time until something is so that no channel tells.
func Until(isSo func() bool) {
	for !isSo() {
		time.Sleep(10 * time.Millisecond)
	}
}

// Network is a network in memory with one server, for bubbles.
type Network struct {
	conns chan net.Conn
	end   func()
	ended <-chan struct{}
}

// NewNetwork returns a network that ends with the test.
func NewNetwork(t *testing.T) *Network {
	ctx, end := context.WithCancel(context.Background())
	t.Cleanup(end)
	return &Network{conns: make(chan net.Conn), end: end, ended: ctx.Done()}
}

// DialContext returns a connection to the server, whatever the address is.
func (n *Network) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case n.conns <- server:
		return client, nil
	case <-n.ended:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Accept implements net.Listener.
func (n *Network) Accept() (net.Conn, error) {
	select {
	case conn := <-n.conns:
		return conn, nil
	case <-n.ended:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (n *Network) Close() error {
	n.end()
	return nil
}

// Addr implements net.Listener.
func (n *Network) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }
