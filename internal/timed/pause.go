package timed

import (
	"context"
	"time"
)

// Pause waits for a time. It returns false if the context ends before.
func Pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
