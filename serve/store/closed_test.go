package store

import (
	"strings"
	"testing"
	"time"
)

// A connection that the server has ended is told, so that a worker does not wait for ever. The
// connections of others go on.
func TestClosed(t *testing.T) {
	s := open(t, Options{Folder: t.TempDir(), Listen: "127.0.0.1:0", Token: "token"})
	joined, err := Join(t.Context(), Options{URL: s.URL(), Token: "token"})
	if err != nil {
		t.Fatal(err)
	}
	defer joined.Close()
	if err := joined.conn.Publish(strings.Repeat("x", 1<<13), nil); err != nil { // longer than a line may be
		t.Fatal(err)
	}
	select {
	case <-joined.Closed():
	case <-time.After(10 * time.Second):
		t.Error("the connection is open")
	}
	select {
	case <-s.Closed():
		t.Error("the connection of the server is closed")
	default:
	}
}
