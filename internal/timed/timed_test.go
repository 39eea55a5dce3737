package timed

import (
	"context"
	"errors"
	"testing"
	"time"
)

// The context ends by the clock even if no timer has fired.
func TestUntil(t *testing.T) {
	ctx, cancel := Until(t.Context(), time.Now().Add(time.Hour))
	defer cancel()
	if ctx.Err() != nil || Undated(ctx).Err() != nil {
		t.Error("it has ended an hour too early")
	}
	ctx.(*limited).at = time.Now() // long before the timer
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) || !errors.Is(Undated(ctx).Err(), context.DeadlineExceeded) {
		t.Errorf("errors %v and %v at the deadline", ctx.Err(), Undated(ctx).Err())
	}
	if _, ok := Undated(ctx).Deadline(); ok {
		t.Error("Undated tells when it ends")
	}
}

// It ends with the context that it is made of, and at its deadline if that is earlier.
func TestParent(t *testing.T) {
	parent, end := context.WithTimeout(t.Context(), time.Hour)
	ctx, cancel := Until(parent, time.Now().Add(2*time.Hour))
	defer cancel()
	if want, _ := parent.Deadline(); !ctx.(*limited).at.Equal(want) {
		t.Errorf("it ends at %v, its parent at %v", ctx.(*limited).at, want)
	}
	end()
	if !errors.Is(ctx.Err(), context.Canceled) {
		t.Errorf("error %v after the end of its parent", ctx.Err())
	}
}
