package engine

import "sync/atomic"

// Bound is a lower bound of the lengths of all tours. It may become known while a run searches. The
// zero value is an unknown bound, and so is nil.
type Bound struct{ length atomic.Int64 }

// Set makes the bound known. Any goroutine may call it.
func (b *Bound) Set(length int64) { b.length.Store(length) }

// isReachedBy reports whether no tour is shorter than one of this length.
func (b *Bound) isReachedBy(length uint64) bool {
	if b == nil {
		return false
	}
	known := b.length.Load()
	return known > 0 && length <= uint64(known)
}
