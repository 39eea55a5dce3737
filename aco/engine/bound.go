package engine

import "sync/atomic"

// Bound is a lower bound of the lengths of all tours, which may become known while a run searches, and
// the length of the run's shortest tour. The zero value has neither.
type Bound struct{ length, shortest atomic.Int64 }

// Set makes the bound known. Any goroutine may call it.
func (b *Bound) Set(length int64) { b.length.Store(length) }

// Shortest returns the length of the shortest tour of the run so far, 0 if there is none. A device may
// have reported a wrong one.
func (b *Bound) Shortest() int64 { return b.shortest.Load() }

// Note keeps the length of the shortest tour of the run, and reports whether no tour is shorter. On nil
// it returns false.
func (b *Bound) Note(length uint64) (isOptimal bool) {
	if b == nil {
		return false
	}
	b.shortest.Store(int64(length))
	known := b.length.Load()
	return known > 0 && length <= uint64(known)
}
