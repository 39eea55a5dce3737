package aco

import (
	"context"
	"slices"
)

// callback is a call of a function of the options: Progress, Record or Statistics.
type callback struct {
	solver *Solver
	taken  []*Device // that the run has for itself
	outer  *callback // of the run whose function has started this one; nil: none
}

// callbackKey is the key of a *callback in the context of an event.
type callbackKey struct{}

// call calls a function of the options with the context of the event. One goroutine calls them at a time.
func (r *request) call(function func(context.Context)) {
	r.calling.Lock()
	defer r.calling.Unlock()
	outer, _ := r.ctx.Value(callbackKey{}).(*callback)
	function(context.WithValue(r.ctx, callbackKey{}, &callback{r.solver, slices.Clone(r.taken), outer}))
}

// isCalledBy reports whether ctx is the context of an event of a run for which a condition holds, or
// of a run that such an event has started.
func isCalledBy(ctx context.Context, holds func(*callback) bool) bool {
	for c, _ := ctx.Value(callbackKey{}).(*callback); c != nil; c = c.outer {
		if holds(c) {
			return true
		}
	}
	return false
}
