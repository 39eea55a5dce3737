package store

import (
	"context"
	"testing"
	"time"
)

// contextWithin returns a context that ends after a time.
func contextWithin(t *testing.T, d time.Duration) (context.Context, context.CancelFunc) {
	t.Helper()
	return context.WithTimeout(t.Context(), d)
}
