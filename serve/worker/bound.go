package worker

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp/bound"
)

// lowerBound is a bound that is computed during a run. Nil stands for none.
type lowerBound struct {
	length atomic.Int64
	err    error // why there is none, once done is closed
	done   chan struct{}
	cancel context.CancelFunc
}

// startBound starts to compute the bound, if the job asks for it. It may take half of the time of
// the run.
func (r *run) startBound(ctx context.Context, o aco.Options) {
	if !r.lease.Job().Options.Bound {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	b := &lowerBound{done: make(chan struct{}), cancel: cancel}
	r.bound = b
	go func() {
		defer close(b.done)
		result, err := bound.HeldKarp(ctx, r.instance, bound.Options{Path: o.Path, TimeLimit: o.TimeLimit / 2})
		if err != nil {
			b.err = err
			return
		}
		b.length.Store(result.InUnits)
	}()
}

// known returns the bound, 0 if there is none yet.
func (b *lowerBound) known() int64 {
	if b == nil {
		return 0
	}
	return b.length.Load()
}

// finish gives up a bound that is not complete. It returns why there is none: one that contradicts
// the length of the result is dropped.
func (b *lowerBound) finish(result *aco.Result) error {
	if b == nil {
		return nil
	}
	b.cancel()
	<-b.done
	if errors.Is(b.err, context.Canceled) {
		return errors.New("the run ended before the bound was complete")
	}
	if result == nil {
		return b.err
	}
	if err := bound.Check(result.Length, b.known()); err != nil {
		b.length.Store(0)
		return err
	}
	return b.err
}
