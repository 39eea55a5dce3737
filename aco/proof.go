package aco

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bound"
)

const (
	// mostBounded is the most cities for which a run computes a lower bound: it takes .06 s of two cores
	// for 100 cities and .2 s for 300. The search after it rarely ends with more.
	mostBounded = 300
	// leastBounded is the least time limit with which it does. In shorter runs the ants need the time.
	leastBounded = time.Second
)

// proof is a lower bound of the tours of the caller's instance, and then a search for a shorter tour
// than the run has, while the run goes on. A tour of the length of the bound is optimal. nil
// stands for no bound.
type proof struct {
	engine.Bound
	offset  int64         // of the caller's lengths above the run's
	settles bool          // no rule says how long the run waits for a shorter tour, so it may wait for a proof
	bounded chan struct{} // closed when the first bound is known, or never will be
	least   int64         // the bound; 0: not known. It is set before done is closed.
	done    chan struct{} // closed at the end of the computation
	cancel  context.CancelFunc
}

// startProof starts to compute a lower bound. It returns nil if the instance is large or has forbidden
// edges, and if the run compares all tours. It also returns nil if the end of the run must not depend
// on the time of a bound: the run repeats another, has a preset, or has a number of iterations.
func (r *request) startProof(ctx context.Context) *proof {
	o := &r.options
	_, published := o.Method.(Preset)
	_, compares := r.runner.(exhaustiveRunner)
	switch {
	case r.original.Dimension() > mostBounded, r.allowed != allowedLengths{}, compares:
		return nil
	case published, r.continues(), o.Iterations > 0, o.Stall > 0, o.TimeLimit > 0 && o.TimeLimit < leastBounded:
		return nil
	}
	var cancel context.CancelFunc
	if o.TimeLimit > 0 { // judge waits no longer
		ctx, cancel = context.WithDeadline(ctx, o.Started.Add(o.TimeLimit-o.Reserve))
	} else {
		ctx, cancel = context.WithCancel(ctx)
	}
	p := &proof{
		offset: r.reduction.offset, settles: o.Idle == 0,
		bounded: make(chan struct{}), done: make(chan struct{}), cancel: cancel,
	}
	go p.compute(ctx, r.original, o.Path)
	return p
}

// compute computes the bound of an instance.
func (p *proof) compute(ctx context.Context, in *tsp.Instance, path *tsp.Ends) {
	defer close(p.done)
	first := sync.OnceFunc(func() { close(p.bounded) })
	defer first()
	known := func() int64 {
		if shortest := p.Shortest(); shortest > 0 {
			return shortest + p.offset
		}
		return 0
	}
	found, _ := bound.Prove(ctx, in, bound.Options{Path: path}, known, func(found *bound.Result) {
		p.Set(found.Length - p.offset)
		first()
		// The first tour of a run is late by milliseconds. A tour without length has no search.
		for found.Length > p.offset && p.Shortest() <= 0 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
	})
	if found != nil {
		p.least = found.Length
		p.Set(found.Length - p.offset)
	}
}

// bound returns what the engine compares lengths with.
func (p *proof) bound() *engine.Bound {
	if p == nil {
		return nil
	}
	return &p.Bound
}

// judge sets the stop reason of a result, whose length is that of the caller's instance. It waits for
// the bound of a run that expected no shorter tour, because in so short a run the bound may be late.
// Without Options.Idle it then waits for the search, as long as the run lasted. A tour that is shorter
// than the bound is a failure of the run.
func (p *proof) judge(result *Result) {
	if p == nil {
		return
	}
	if result.Stop == StopIdle {
		p.Note(uint64(result.Length - p.offset)) // the end of a run shortens its tour, too
		<-p.bounded
	}
	if result.Stop == StopIdle && p.settles {
		timer := time.AfterFunc(result.Elapsed, p.cancel)
		<-p.done
		timer.Stop()
	}
	p.cancel()
	<-p.done
	if err := bound.Check(result.Length, p.least); err != nil {
		result.Stop, result.Failure = StopFailure, errors.Join(result.Failure, err)
		return
	}
	switch proven := result.Length == p.least && p.least > 0; {
	case result.Stop == StopIdle && proven:
		result.Stop = StopOptimal
	case result.Stop == StopOptimal && !proven: // a device had reported a wrong length
		result.Stop = StopIdle
	}
}

// limitProof sets how far a proof in steps holds in units. Where a matrix is rounded, it proves
// nothing about the distances of the caller. With prices of legs all methods compare steps.
func (r *Result) limitProof(in *tsp.Instance) {
	steps, units := r.Length, r.UnitLength
	if c := r.StayClose; c != nil {
		steps, units = c.Cost, units+in.Unit.Value(c.Cost-r.Length)
	}
	switch {
	case r.Stop != StopOptimal || !in.Rounded() || r.Algorithm == AlgorithmExhaustive && r.StayClose == nil:
	case in.Metric == tsp.Explicit:
		r.Stop = StopIdle
	default:
		r.Within = max(0, units-in.Unit.Value(in.UnitBound(steps)))
	}
}

// LowerBound returns a lower bound of the lengths of all tours of the instance of the run: in whole
// steps, and in units. No tour is shorter in units, and neither bound exceeds the length of the
// result. found is the one of another computation, in steps, as [bound.Result] has it in InUnits; 0:
// none. The result is 0 if no bound is known.
func (r *Result) LowerBound(in *tsp.Instance, found int64) (steps int64, units float64) {
	steps, units = found, in.Unit.Value(found)
	if r.Stop == StopOptimal && r.StayClose == nil {
		units = max(units, r.UnitLength-r.Within)
		if steps = r.Length; in.Rounded() {
			steps = max(found, int64(math.Floor(units*in.Unit.Scale()+1e-6))) // .3 is three tenths
		}
	}
	return min(steps, r.Length), min(units, r.UnitLength)
}

// end ends the computation, which reads the caller's instance.
func (p *proof) end() {
	if p != nil {
		p.cancel()
		<-p.done
	}
}
