package store

import (
	"strings"
	"testing"
)

// A connection that the server has ended is told, so that a worker does not wait for ever. The
// connections of others go on.
func TestClosed(t *testing.T) {
	s := open(t, Options{Memory: true})
	joined := join(t, s)
	if err := joined.conn.Publish(strings.Repeat("x", 1<<13), nil); err != nil { // longer than a line may be
		t.Fatal(err)
	}
	<-joined.Closed()
	select {
	case <-s.Closed():
		t.Error("the connection of the server is closed")
	default:
	}
}
