package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bound"
)

// lowerBound is a bound that is computed while a run searches for tours. All methods can be called on nil, which has no bound.
type lowerBound struct {
	length atomic.Int64 // 0: not known
	err    error        // after done is closed
	done   chan struct{}
	cancel context.CancelFunc
	hurry  bool // finish does not wait
}

// startBound starts to compute the bound of --bound. With a time limit it takes half of the time that is left, so that the gap is known before
// the run ends.
func (s *solveCommand) startBound(ctx context.Context, instance *tsp.Instance, path *tsp.Ends, started time.Time) *lowerBound {
	if !s.Bound {
		return nil
	}
	options := bound.Options{Path: path}
	if s.TimeLimit > 0 {
		options.TimeLimit = max((time.Duration(s.TimeLimit)-time.Since(started))/2, 1)
	}
	ctx, cancel := context.WithCancel(ctx)
	b := &lowerBound{done: make(chan struct{}), cancel: cancel, hurry: s.TimeLimit > 0}
	go func() {
		defer close(b.done)
		result, err := bound.HeldKarp(ctx, instance, options)
		if b.err = err; err == nil {
			b.length.Store(result.Length)
		}
	}()
	return b
}

// known returns the bound, 0 if it is not known yet.
func (b *lowerBound) known() int64 {
	if b == nil {
		return 0
	}
	return b.length.Load()
}

// finish waits for the bound of a run that has ended. If the run had a time limit, it gives up a bound that is not complete.
func (b *lowerBound) finish() {
	if b == nil {
		return
	}
	if b.hurry {
		b.cancel()
	}
	<-b.done
	b.cancel()
}

// print prints by how much a length exceeds the optimum at most, or why the bound is missing.
func (b *lowerBound) print(out io.Writer, unit tsp.Unit, length int64) {
	switch {
	case b == nil:
	case errors.Is(b.err, context.Canceled):
		fmt.Fprintln(out, "lower bound was not complete when the run ended; give the run more time, or use aco-vk bound")
	case b.err != nil:
		fmt.Fprintln(out, b.err)
	default:
		fmt.Fprintf(out, "lower bound %s: the tour is %s\n", unit.Format(b.known()), aboveOptimum(length, b.known()))
	}
}
