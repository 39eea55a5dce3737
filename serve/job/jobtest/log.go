package jobtest

import (
	"log/slog"
	"regexp"
	"strings"
	"sync"
)

// Log is a log that several goroutines write to. The zero value is empty.
type Log struct {
	mu      sync.Mutex
	text    strings.Builder
	written sync.Cond
}

// Write implements io.Writer.
func (l *Log) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.written.Broadcast()
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

// Await waits until the log has a text. Then it is Take.
func (l *Log) Await(want string) string {
	l.mu.Lock()
	l.written.L = &l.mu
	for !strings.Contains(l.text.String(), want) {
		l.written.Wait()
	}
	l.mu.Unlock()
	return l.Take()
}

// AwaitMatch waits until the log matches a regular expression, and returns the submatches.
func (l *Log) AwaitMatch(pattern string) (found []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.written.L = &l.mu
	line := regexp.MustCompile(pattern)
	for {
		if found = line.FindStringSubmatch(l.text.String()); found != nil {
			return found
		}
		l.written.Wait()
	}
}
