package aco

import (
	"bytes"
	"context"
	"runtime"
	"slices"
	"sync"
)

// callback is a call of Options.Progress or Options.Record.
type callback struct {
	solver *Solver
	taken  []*Device // that the run has for itself
	outer  *callback // of the run whose function has started this one; nil: none
}

// callbacks has the *callback of a goroutine, by its number: Close has no context.
var callbacks sync.Map

// callbackKey is the key of a *callback in the context of an event.
type callbackKey struct{}

// call calls a function of the options on a goroutine, with the context of the event.
func (r *request) call(number string, function func(context.Context)) {
	now := &callback{solver: r.solver, taken: slices.Clone(r.taken)}
	now.outer, _ = r.ctx.Value(callbackKey{}).(*callback)
	before, nested := callbacks.Swap(number, now)
	if nested && now.outer == nil {
		now.outer = before.(*callback)
	}
	defer func() {
		if callbacks.Delete(number); nested {
			callbacks.Store(number, before)
		}
	}()
	function(context.WithValue(r.ctx, callbackKey{}, now))
}

// isCalledBy reports whether a function of the options of a run for which a condition holds has made
// this call, or has started it with the context of its event.
func isCalledBy(ctx context.Context, holds func(*callback) bool) bool {
	any := func(of any) bool {
		for c, _ := of.(*callback); c != nil; c = c.outer {
			if holds(c) {
				return true
			}
		}
		return false
	}
	ofGoroutine, _ := callbacks.Load(goroutine())
	return any(ctx.Value(callbackKey{})) || any(ofGoroutine)
}

// goroutine returns the number of the goroutine as the runtime prints it. It takes some microseconds.
func goroutine() string {
	text := make([]byte, 32) // "goroutine 18446744073709551615 "
	text = bytes.TrimPrefix(text[:runtime.Stack(text, false)], []byte("goroutine "))
	number, _, _ := bytes.Cut(text, []byte(" "))
	return string(number)
}
