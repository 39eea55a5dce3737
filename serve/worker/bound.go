package worker

import (
	"context"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp/bound"
)

// lowerBound is a bound that is computed beside a run. nil has none.
type lowerBound struct {
	length atomic.Int64
	done   chan struct{}
	cancel context.CancelFunc
}

// startBound starts to compute the bound, if the job asks for it. It may take half of the time of the run.
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
			return // the run ended before, or the instance has no such bound: the result then has none
		}
		b.length.Store(result.Length)
	}()
}

// known returns the bound, 0 if there is none yet.
func (b *lowerBound) known() int64 {
	if b == nil {
		return 0
	}
	return b.length.Load()
}

// finish gives up a bound that is not complete.
func (b *lowerBound) finish() {
	if b == nil {
		return
	}
	b.cancel()
	<-b.done
}
