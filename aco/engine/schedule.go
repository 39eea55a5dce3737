package engine

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/timed"
)

// Pace is the progress of a run when a schedule plans the next step.
type Pace struct {
	Iterations int // completed at the beginning of the step
	// Elapsed is the time from the start of the run to the start of the step, plus the time that
	// is reserved for the end of the run.
	Elapsed time.Duration
	Each    time.Duration // time of an iteration; 0: not known yet
	Warm    bool          // Each was measured after the warm-up steps
}

// Timing is the measured time of iterations.
type Timing struct {
	Each   time.Duration // time of an iteration; 0: not known
	Warmup int           // iterations of the warm-up steps
}

// stopwatch measures the time of iterations.
type stopwatch struct {
	Timing
	completed int       // iterations at the last measurement
	last      time.Time // time of the last measurement
}

// warm reports whether an iteration comes after the warm-up.
func (c *stopwatch) warm(iteration int) bool { return iteration > c.Warmup }

// restart ignores the time since the last measurement.
func (c *stopwatch) restart() { c.last = time.Now() }

// measure records the number of completed iterations. The time of an iteration changes with the
// settings, so the last batch has a weight of one half.
func (c *stopwatch) measure(now time.Time, completed int) {
	if completed <= c.completed {
		return
	}
	each := now.Sub(c.last) / time.Duration(completed-c.completed)
	if c.Each > 0 && c.warm(completed) == c.warm(c.completed) {
		each = (c.Each + each) / 2
	}
	c.last, c.completed, c.Each = now, completed, max(1, each)
}

// at returns the expected time at which a number of iterations is completed.
func (c *stopwatch) at(iterations int) time.Time {
	return c.last.Add(time.Duration(iterations-c.completed) * c.Each)
}

// submit enqueues steps until all sites have enough to do. If no site can continue, it sets the
// rule that ends the run.
func (r *Run[S, C]) submit() {
	deadline := r.deadline()
	fill := func(s *Site[C]) error { return s.Colonies.Submit(deadline) }
	r.Each(fill)
	for r.going() && !r.betweenSteps() && r.any(func(s *Site[C]) bool { return s.Colonies.NeedsStep() }) {
		if !r.enqueueNext() {
			break
		}
		r.Each(fill)
	}
	switch {
	case !r.going() || r.any(func(s *Site[C]) bool { return s.Colonies.Busy() }):
	case r.any(func(s *Site[C]) bool { return s.Colonies.OutOfTime() }):
		r.stop = r.clockReason(r.waitUntil())
	case !r.betweenSteps():
		r.stop = r.noStepReason()
	}
}

// betweenSteps reports whether the next step waits for an exchange, or for its result.
func (r *Run[S, C]) betweenSteps() bool { return r.exchangeDue || r.distributeDue }

// enqueueNext enqueues the next step on all sites. It reports whether there is one.
func (r *Run[S, C]) enqueueNext() bool {
	step, ok := r.next()
	if !ok {
		return false
	}
	r.steps = addStep(r.steps, step)
	r.scheduled += step.Iterations
	r.exchangeDue = step.Exchange
	if step.Warmup {
		r.clock.Warmup = r.scheduled
	}
	for _, s := range r.sites {
		s.Colonies.Enqueue(step)
	}
	return true
}

func (r *Run[S, C]) next() (Step[S], bool) {
	if len(r.queued) == 0 {
		begins := r.clock.at(r.scheduled).Sub(r.options.Started)
		return r.algorithm.Next(Pace{
			Iterations: r.scheduled, Elapsed: begins + r.budget.Reserve(), Each: r.clock.Each, Warm: r.clock.warm(
				r.clock.completed,
			),
		})
	}
	step := r.queued[0]
	r.queued = r.queued[1:]
	return step, true
}

// wait waits for a batch of every busy site. After the deadline, or the end of the context, the
// sites have the grace period.
func (r *Run[S, C]) wait(ctx context.Context, deadline time.Time, gracePeriod time.Duration) {
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

// contextUntil returns a context that ends a delay after ctx ends or after a deadline, whichever
// is first. A zero deadline is none.
func contextUntil(
	ctx context.Context, deadline time.Time, delay time.Duration,
) (context.Context, context.CancelFunc) {
	end := func() {}
	if delay > 0 {
		inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
		stop := context.AfterFunc(ctx, func() { time.AfterFunc(delay, cancel) })
		ctx, end = inner, func() { stop(); cancel() }
	}
	if deadline.IsZero() {
		return ctx, end
	}
	ctx, cancel := timed.Until(ctx, deadline.Add(delay))
	return ctx, func() { cancel(); end() }
}

// Completed returns how many iterations all working sites have completed.
func (r *Run[S, C]) Completed() int {
	completed := math.MaxInt
	for _, s := range r.sites {
		if s.Lost == nil {
			completed = min(completed, s.Colonies.Completed())
		}
	}
	if completed == math.MaxInt {
		return r.scheduled
	}
	return completed
}

// drain brings all sites to the same iteration: the last that any site must complete, or the last
// relevant one if that is earlier. With a deadline, it does not start iterations that would end
// after it.
func (r *Run[S, C]) drain(ctx context.Context, deadline time.Time) {
	until := 0
	for _, s := range r.sites {
		if s.Lost == nil {
			until = max(until, s.Colonies.Committed())
		}
	}
	last := until
	if relevant := r.algorithm.LastRelevant(); relevant > 0 {
		last = min(until, relevant)
	}
	r.Each(func(s *Site[C]) error { s.Colonies.Truncate(max(last, s.Colonies.Committed())); return nil })
	fill := func(s *Site[C]) error { return s.Colonies.Submit(deadline) }
	busy := func(s *Site[C]) bool { return s.Colonies.Busy() }
	for r.Each(fill); r.failure == nil && r.any(busy); r.Each(fill) {
		r.wait(ctx, deadline, 0)
		r.algorithm.ApplyBatches()
	}
	r.RequeueAfter(until)
}

// RequeueAfter moves the steps after a number of iterations to the front of the queued steps. At
// the end of a run they do not count.
func (r *Run[S, C]) RequeueAfter(iterations int) {
	var after []Step[S]
	r.exchangeDue = r.exchangeDue && iterations == r.scheduled
	r.steps, after = splitSteps(r.steps, iterations)
	r.scheduled, r.queued = iterations, slices.Concat(after, r.queued)
}
