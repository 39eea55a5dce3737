package engine

import (
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
)

// Run is the state of a run. One goroutine uses it.
type Run[C Colonies] struct {
	Options
	Sites []*Site[C]
	// Steps are the steps that were given to the sites. Queued steps come before the schedule's next step.
	Steps, Queued []Step
	// Scheduled is the number of iterations of Steps.
	Scheduled int
	// ExchangeDue is true if an exchange follows the last step.
	ExchangeDue bool
	Trace       []Improvement
	Length      uint64 // of the best tour, as the devices report it
	FoundAt     int    // the iteration at which it was found
	Stop        StopReason
	Setup       time.Duration // from Started to the first iteration
	// EarlierStages has the times of the stages before the run was resumed.
	EarlierStages Stages
	// Divisible is true if the run may end within an iteration.
	Divisible bool
	// LastRelevant is the last iteration that can change the result, after a rule has ended the search of some colonies; 0: not known. At
	// the end of the run no site starts a later one.
	LastRelevant int
	// FinishTime is the time reserved for the end of the run: tours are fetched, verified and renumbered.
	FinishTime time.Duration

	algorithm Algorithm
	clock     stopwatch
	verified  verified
	saver     saver
	failure   error // ended the run before a rule did
	over      bool  // the run had ended before it was resumed
}

// Stages has the time spent in each stage, and how often each ran.
type Stages struct {
	Times  map[string]time.Duration
	Rounds map[string]float64
}

// New returns a run before its first iteration. first is its initial tour.
func New[C Colonies](o Options, algorithm Algorithm, sites []*Site[C], first Tour) *Run[C] {
	if o.Best == nil {
		o.Best = &Best{}
	}
	r := &Run[C]{
		Options: o, algorithm: algorithm, Sites: sites, Length: first.Length, Setup: time.Since(o.Started),
		verified: verified{Tour: first, at: time.Now()},
	}
	r.Best.put(first.Cities, int64(first.Length))
	r.Trace = []Improvement{{Iteration: 0, Elapsed: r.Setup, Length: int64(first.Length)}}
	return r
}

// Loop runs steps on all sites until a rule holds. Then the algorithm determines the run's tour.
func (r *Run[C]) Loop(ctx context.Context) {
	r.clock.restart()
	r.over = r.Stop != ""
	for r.applyRules(ctx); r.going(); {
		r.submit()
		switch {
		case !r.going():
		case r.Any(func(s *Site[C]) bool { return s.Colonies.Busy() }):
			r.wait(ctx)
			r.applyRules(ctx)
			if r.going() && (r.verified.due(r.Length) || r.saver.due(r)) {
				r.pause(ctx)
			}
		case r.ExchangeDue:
			r.exchange(ctx)
		}
	}
	r.finish(ctx)
}

func (r *Run[C]) going() bool { return r.Stop == "" && r.failure == nil }

// submit enqueues steps until all sites have enough to do. If no site can continue, it sets the rule that ends the run.
func (r *Run[C]) submit() {
	deadline := r.deadline()
	fill := func(s *Site[C]) error { return s.Colonies.Submit(deadline) }
	r.Each(fill)
	for r.going() && !r.ExchangeDue && r.Any(func(s *Site[C]) bool { return s.Colonies.NeedsStep() }) {
		if !r.Step() {
			break
		}
		r.Each(fill)
	}
	switch {
	case !r.going() || r.Any(func(s *Site[C]) bool { return s.Colonies.Busy() }):
	case r.Any(func(s *Site[C]) bool { return s.Colonies.OutOfTime() }):
		r.Stop = r.clockReason(deadline)
	case !r.ExchangeDue:
		r.Stop = r.exhausted()
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
		r.clock.warmup = r.Scheduled
	}
	for _, s := range r.Sites {
		s.Colonies.Enqueue(step)
	}
	return true
}

func (r *Run[C]) next() (Step, bool) {
	if len(r.Queued) == 0 {
		begins := r.clock.at(r.Scheduled).Sub(r.Started)
		return r.algorithm.Next(Pace{r.Scheduled, begins + r.reserve(), r.clock.each, r.clock.warm(r.clock.completed)})
	}
	step := r.Queued[0]
	r.Queued = r.Queued[1:]
	return step, true
}

// wait waits for a batch of every busy site.
func (r *Run[C]) wait(ctx context.Context) {
	r.waitUntil(ctx, r.deadline(), r.patience())
}

func (r *Run[C]) waitUntil(ctx context.Context, deadline time.Time, patience time.Duration) {
	ctx, cancel := within(ctx, deadline, patience)
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

// drain brings all sites to the same iteration: the most that any site must complete, or LastRelevant if that is less. With a deadline it
// leaves iterations that would take longer.
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

// exchange exchanges tours between the colonies and starts the next step.
func (r *Run[C]) exchange(ctx context.Context) {
	r.ExchangeDue = false
	r.tell(PhaseExchange, "")
	limited, cancel := r.untilEnd(ctx)
	defer cancel()
	at, stop := r.Scheduled, r.algorithm.Exchange(limited)
	switch {
	case r.failure != nil:
	case stop != "":
		r.Stop = stop
	case ctx.Err() != nil:
		r.Stop = StopInterrupted
	case !r.Step():
		r.Stop = r.exhausted()
	default:
		r.algorithm.Distribute(at)
		r.clock.restart()
	}
}

// pause brings all sites to the end of an iteration. It verifies the best tour and starts to write a checkpoint if they are due.
func (r *Run[C]) pause(ctx context.Context) {
	r.drain(context.WithoutCancel(ctx), time.Time{})
	if r.failure == nil && r.verified.due(r.Length) {
		r.verifyBest()
	}
	if r.failure == nil && r.saver.due(r) {
		r.save()
	}
	r.clock.restart()
}

// finish completes the iterations that have begun, if there is time, and writes the last checkpoint. Then the algorithm determines the
// run's tour.
func (r *Run[C]) finish(ctx context.Context) {
	r.tell(PhaseFinish, "")
	if r.failure == nil {
		deadline := time.Time{}
		if r.Divisible && (r.Stop == StopTimeLimit || r.Stop == StopIdle || r.Stop == StopInterrupted) {
			deadline = time.Now().Add(r.patience())
		}
		r.drain(context.WithoutCancel(ctx), deadline)
	}
	if r.failure == nil {
		r.save()
	}
	limited, cancel := r.untilEnd(ctx)
	defer cancel()
	r.algorithm.Finish(limited)
	r.waitSaved()
}

// RecordImprovement records a new best length.
func (r *Run[C]) RecordImprovement(length uint64, iteration int, elapsed time.Duration) {
	r.Length, r.FoundAt = length, iteration
	r.Trace = append(r.Trace, Improvement{Iteration: iteration, Elapsed: elapsed, Length: int64(length)})
}

// DropShorterThan removes improvements to less than a length, whose tours were lost with a device.
func (r *Run[C]) DropShorterThan(length uint64) {
	r.Trace = slices.DeleteFunc(r.Trace, func(i Improvement) bool { return uint64(i.Length) < length })
	r.Length = max(r.Length, length)
}

// Tell reports progress with a remark for the user, which may be empty.
func (r *Run[C]) Tell(remark string) { r.tell(PhaseSearch, remark) }

func (r *Run[C]) tell(phase Phase, remark string) {
	if r.Watch != nil {
		r.Watch(Progress{Phase: phase, Iteration: r.Completed(), Elapsed: time.Since(r.Started), Best: int64(r.Length), Remark: remark})
	}
}

// Stages returns the sums over all sites, including those before the run was resumed.
func (r *Run[C]) Stages() Stages {
	all := Stages{map[string]time.Duration{}, map[string]float64{}}
	maps.Copy(all.Times, r.EarlierStages.Times)
	maps.Copy(all.Rounds, r.EarlierStages.Rounds)
	for _, s := range r.Sites {
		took, rounds := s.Colonies.Stages()
		for stage, t := range took {
			all.Times[stage] += t
		}
		for stage, n := range rounds {
			all.Rounds[stage] += n
		}
	}
	return all
}

// Result returns the result of the run. It verifies the tour once more. verify returns the length of a tour of the caller's instance.
func (r *Run[C]) Result(verify func(tsp.Tour) (int64, error), devices []DeviceResult) (Result, error) {
	tour := r.verified.Cities()
	length, err := verify(tour)
	if err != nil || uint64(length) != r.verified.Length {
		return Result{}, &WrongTour{Reported: r.verified.Length, Verified: length, Err: err}
	}
	r.DropShorterThan(r.verified.Length)
	if r.Trace[len(r.Trace)-1].Length > length {
		r.RecordImprovement(uint64(length), r.Scheduled, time.Since(r.Started))
	}
	for _, s := range r.Sites {
		devices[s.Device].Lost = s.Lost
	}
	stages := r.Stages()
	result := Result{
		Tour: tour, Length: length, Stop: r.Stop, Devices: devices, Setup: r.Setup, Wall: time.Since(r.Started),
		Stages: stages.Times, Rounds: stages.Rounds, Trace: r.Trace, Resumed: r.Resumed, CheckpointErr: r.saver.err, Failure: r.failure,
	}
	if r.failure != nil {
		result.Stop = StopFailure
	}
	return result, nil
}

// Failure returns the error that ended the run before a rule did, or nil.
func (r *Run[C]) Failure() error { return r.failure }

// Abort ends the run with an error that is not a device's.
func (r *Run[C]) Abort(err error) { r.failure = err }
