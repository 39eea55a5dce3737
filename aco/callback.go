package aco

import (
	"bytes"
	"context"
	"runtime"
	"slices"
	"strconv"
	"sync"
)

// callback is a call of a function of the options: Progress, Record or Statistics.
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
func (r *request) call(goroutine uint64, function func(context.Context)) {
	now := &callback{solver: r.solver, taken: slices.Clone(r.taken)}
	now.outer, _ = r.ctx.Value(callbackKey{}).(*callback)
	if goroutine != unknownGoroutine {
		before, nested := callbacks.Swap(goroutine, now)
		if nested && now.outer == nil {
			now.outer = before.(*callback)
		}
		defer func() {
			if callbacks.Delete(goroutine); nested {
				callbacks.Store(goroutine, before)
			}
		}()
	}
	function(context.WithValue(r.ctx, callbackKey{}, now))
}

// isCalledBy reports whether a function of the options of a run for which a condition holds has made
// this call, or has started it with the context of its event.
func isCalledBy(ctx context.Context, holds func(*callback) bool) bool {
	within := func(of any) bool {
		for c, _ := of.(*callback); c != nil; c = c.outer {
			if holds(c) {
				return true
			}
		}
		return false
	}
	ofGoroutine, _ := callbacks.Load(goroutineNumber())
	return within(ctx.Value(callbackKey{})) || within(ofGoroutine)
}

// unknownGoroutine is the number if the runtime prints it in another way. Then a call without the
// context of an event waits, as for a run of another goroutine.
const unknownGoroutine = 0

// goroutineNumber returns the number of the goroutine as the runtime prints it. It takes some
// microseconds.
func goroutineNumber() uint64 {
	text := make([]byte, 32) // "goroutine 18446744073709551615 "
	return parseGoroutine(text[:runtime.Stack(text, false)])
}

// parseGoroutine returns the number in the first line of a stack trace.
func parseGoroutine(trace []byte) uint64 {
	text, found := bytes.CutPrefix(trace, []byte("goroutine "))
	digits, _, _ := bytes.Cut(text, []byte(" "))
	number, err := strconv.ParseUint(string(digits), 10, 64)
	if !found || err != nil {
		return unknownGoroutine
	}
	return number
}
