package main

import (
	"bytes"
	"io"
	"log/slog"
)

// logWriter turns each line that is written into a record of a log.
type logWriter struct{ log *slog.Logger }

// newJSONLog returns messages that are written as lines of JSON.
func newJSONLog(out io.Writer) logWriter { return logWriter{slog.New(slog.NewJSONHandler(out, nil))} }

func (w logWriter) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		if text := bytes.TrimSpace(bytes.TrimPrefix(line, []byte("aco-vk: "))); len(text) > 0 {
			w.log.Info(string(text))
		}
	}
	return len(p), nil
}

// logOf returns the log that messages are written to, nil if they are text.
func logOf(messages io.Writer) *slog.Logger {
	if w, ok := messages.(logWriter); ok {
		return w.log
	}
	return nil
}
