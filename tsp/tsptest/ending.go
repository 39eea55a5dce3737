package tsptest

import (
	"context"
	"sync/atomic"
)

// EndingAt returns a context that is canceled once its error was asked for so many times. It ends
// work at the same place on every machine.
func EndingAt(parent context.Context, calls int) context.Context {
	ending := &endsAtCall{Context: parent}
	ending.calls.Store(int64(calls))
	return ending
}

type endsAtCall struct {
	context.Context
	calls atomic.Int64 // left
}

// Err implements context.Context.
func (c *endsAtCall) Err() error {
	if c.calls.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}
