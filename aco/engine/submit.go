package engine

import (
	"context"
	"math"
	"slices"
	"time"
)

// submit enqueues steps until all sites have enough to do. If no site can continue, it sets the rule that ends the run.
func (r *Run[C]) submit() {
	deadline := r.deadline()
	fill := func(s *Site[C]) error { return s.Colonies.Submit(deadline) }
	r.Each(fill)
	for r.going() && !r.ExchangeDue && !r.DistributeDue && r.Any(func(s *Site[C]) bool { return s.Colonies.NeedsStep() }) {
		if !r.Step() {
			break
		}
		r.Each(fill)
	}
	switch {
	case !r.going() || r.Any(func(s *Site[C]) bool { return s.Colonies.Busy() }):
	case r.Any(func(s *Site[C]) bool { return s.Colonies.OutOfTime() }):
		r.Stop = r.clockReason(deadline)
	case !r.ExchangeDue && !r.DistributeDue:
		r.Stop = r.noStepReason()
	}
}

// Step enqueues the next step on all sites. It reports whether there is one.
func (r *Run[C]) Step() bool {
	step, ok := r.next()
	if !ok {
		return false
	}
	r.Steps = AddStep(r.Steps, step)
	r.Scheduled += step.Iterations
	r.ExchangeDue = step.Exchange
	if step.Warmup {
		r.clock.Warmup = r.Scheduled
	}
	for _, s := range r.Sites {
		s.Colonies.Enqueue(step)
	}
	return true
}

func (r *Run[C]) next() (Step, bool) {
	if len(r.Queued) == 0 {
		begins := r.clock.at(r.Scheduled).Sub(r.Started)
		return r.algorithm.Next(Pace{r.Scheduled, begins + r.reserve(), r.clock.Each, r.clock.warm(r.clock.Completed)})
	}
	step := r.Queued[0]
	r.Queued = r.Queued[1:]
	return step, true
}

// wait waits for a batch of every busy site.
func (r *Run[C]) wait(ctx context.Context) {
	r.waitUntil(ctx, r.deadline(), r.gracePeriod())
}

func (r *Run[C]) waitUntil(ctx context.Context, deadline time.Time, gracePeriod time.Duration) {
	ctx, cancel := contextUntil(ctx, deadline, gracePeriod)
	defer cancel()
	r.Each(func(s *Site[C]) error {
		if !s.Colonies.Busy() {
			return nil
		}
		return s.Colonies.Wait(ctx)
	})
	r.clock.measure(time.Now(), r.Completed())
}

// Completed returns how many iterations all sites have completed.
func (r *Run[C]) Completed() int {
	made := math.MaxInt
	for _, s := range r.Sites {
		if s.Lost == nil {
			made = min(made, s.Colonies.Completed())
		}
	}
	if made == math.MaxInt {
		return r.Scheduled
	}
	return made
}

// drain brings all sites to the same iteration: the last that any site must complete, or LastRelevant if that is earlier. With a deadline,
// it does not start iterations that would end after it.
func (r *Run[C]) drain(ctx context.Context, deadline time.Time) {
	until := 0
	for _, s := range r.Sites {
		if s.Lost == nil {
			until = max(until, s.Colonies.Committed())
		}
	}
	last := until
	if r.LastRelevant > 0 {
		last = min(until, r.LastRelevant)
	}
	r.Each(func(s *Site[C]) error { s.Colonies.Truncate(max(last, s.Colonies.Committed())); return nil })
	fill := func(s *Site[C]) error { return s.Colonies.Submit(deadline) }
	for r.Each(fill); r.failure == nil && r.Any(func(s *Site[C]) bool { return s.Colonies.Busy() }); r.Each(fill) {
		r.waitUntil(ctx, deadline, 0)
		r.algorithm.ApplyBatches()
	}
	r.Requeue(until)
}

// Requeue moves the steps after a number of iterations to the front of Queued.
func (r *Run[C]) Requeue(iterations int) {
	var after []Step
	r.ExchangeDue = r.ExchangeDue && iterations == r.Scheduled
	r.Steps, after = SplitSteps(r.Steps, iterations)
	r.Scheduled, r.Queued = iterations, slices.Concat(after, r.Queued)
}
