package jobtest

import (
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"
)

// Log is a log that several goroutines write to. The zero value is empty.
type Log struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write implements io.Writer.
func (l *Log) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(text)
}

// String returns what was written since the last call of Take.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Take returns what was written since the last call.
func (l *Log) Take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.text.Reset()
	return l.text.String()
}

// Logger returns a logger that writes to the log.
func (l *Log) Logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

// Await waits until the log has a text.
func (l *Log) Await(t *testing.T, want string) {
	t.Helper()
	all := ""
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(all, want); time.Sleep(10 * time.Millisecond) {
		if all += l.Take(); time.Now().After(deadline) {
			t.Fatalf("there is no %s in\n%s", want, all)
		}
	}
}
