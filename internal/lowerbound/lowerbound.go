// Package lowerbound computes a lower bound while a run searches for tours.
package lowerbound

import (
	"context"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bound"
)

// A Background is a bound that is computed while a run searches for tours. Nil stands for none.
type Background struct {
	length atomic.Int64 // in units of the instance; 0: not known
	err    error        // after done is closed
	done   chan struct{}
	cancel context.CancelFunc
}

// Begin starts to compute a bound. The caller ends it with Finish.
func Begin(ctx context.Context, in *tsp.Instance, options bound.Options) *Background {
	ctx, cancel := context.WithCancel(ctx)
	b := &Background{done: make(chan struct{}), cancel: cancel}
	go func() {
		defer close(b.done)
		result, err := bound.HeldKarp(ctx, in, options)
		if b.err = err; err == nil {
			b.length.Store(result.InUnits)
		}
	}()
	return b
}

// Computed returns a bound that is known already.
func Computed(length int64) *Background {
	b := &Background{done: make(chan struct{}), cancel: func() {}}
	b.length.Store(length)
	close(b.done)
	return b
}

// Known returns the bound, 0 if it is not known yet.
func (b *Background) Known() int64 {
	if b == nil {
		return 0
	}
	return b.length.Load()
}

// Finish waits for the bound, and returns why there is none. With hurry it gives up a bound that is
// not complete; the error is then context.Canceled.
func (b *Background) Finish(hurry bool) error {
	if b == nil {
		return nil
	}
	if hurry {
		b.cancel()
	}
	<-b.done
	b.cancel()
	return b.err
}

// Judge compares the bound with the length of a tour, after Finish. A bound that contradicts the
// tour is dropped and returned as a *bound.ContradictionError.
func (b *Background) Judge(length int64) error {
	err := bound.Check(length, b.Known())
	if err != nil {
		b.length.Store(0)
	}
	return err
}
