// Package timed has contexts that look at the clock, and pauses that end with a context.
//
// A context of the standard library ends when a timer fires. While all processors compute, that is up
// to ten milliseconds late, which is a large part of a short run.
package timed

import (
	"context"
	"time"
)

// Until returns a context that ends with ctx, and at a deadline: its Err, and the Err of contexts that
// [Undated] makes of it, look at the clock. Those of contexts that are derived in other ways, and the
// channel Done, wait for a timer.
func Until(ctx context.Context, at time.Time) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithDeadline(ctx, at)
	if first, ok := ctx.Deadline(); ok {
		at = first
	}
	return &limited{ctx, at}, cancel
}

type limited struct {
	context.Context
	at time.Time
}

// Err implements context.Context.
func (l *limited) Err() error {
	if err := l.Context.Err(); err != nil {
		return err
	}
	if !time.Now().Before(l.at) {
		return context.DeadlineExceeded
	}
	return nil
}

// Undated returns a context that ends with ctx, but does not tell when: work that would not end in time
// begins nevertheless.
func Undated(ctx context.Context) context.Context { return undated{ctx} }

type undated struct{ context.Context }

// Deadline implements context.Context.
func (undated) Deadline() (time.Time, bool) { return time.Time{}, false }
