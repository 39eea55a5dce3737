package engine

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// Run is the state of a run. One goroutine uses it.
type Run[S Settings, C Colonies[S]] struct {
	rules        Rules
	options      Options
	algorithm    Algorithm[S]
	traits       Traits
	instance     *tsp.Instance
	watch        func(Progress)
	moveColonies func(replaceSites func())

	sites   []*Site[C]
	devices []DeviceResult
	late    *lateSites[C] // of the devices, while the processor makes the iterations; else nil
	openErr error         // of opening these devices, if the run has ended because of it

	steps     []Step[S] // given to the sites
	queued    []Step[S] // come before the schedule's next step
	scheduled int       // number of iterations of steps
	// exchangeDue is true if an exchange follows the last step. distributeDue is true after that
	// exchange, until its result is distributed.
	exchangeDue, distributeDue bool
	clock                      stopwatch
	budget                     *Budget

	stop        StopReason
	failure     error // ended the run before a rule did
	endedBefore bool  // the run had ended before it was resumed

	trace           []Improvement
	length          uint64 // of the best tour, as the devices report it
	verified        verified
	setup           time.Duration // from Started to the first iteration
	earlierStages   Stages        // of earlier sites, and before the run was resumed
	earlyIterations int           // that the processor made before the devices were ready
	checkpoints     checkpointer
	recorder        recorder
}

// Config is what a run is made of.
type Config[S Settings, C Colonies[S]] struct {
	Rules
	Options
	Traits
	Name      string // of the algorithm in checkpoints
	Algorithm Algorithm[S]
	Instance  *tsp.Instance // of the caller
	Seed      uint64
	First     Tour // the initial tour
	Opened    Opened[C]
	// MoveColonies copies the colonies, calls replaceSites, and restores them on the new sites.
	// Only a run that was opened with OpenOptions.Early needs it.
	MoveColonies func(replaceSites func())
	State        *State[S]      // of a resumed run; nil: the run is new
	Watch        func(Progress) // called by one goroutine after every batch; may be nil
}

// State is the state of a run between two iterations, without the colonies and without the data of
// the algorithm. Checkpoints contain it.
type State[S Settings] struct {
	Iterations int       // completed by every colony
	Steps      []Step[S] // completed
	Queued     []Step[S] // come before the schedule's next step
	// ExchangeDue is true if an exchange follows the last step. DistributeDue is true after that
	// exchange, until its result is distributed.
	ExchangeDue, DistributeDue bool
	Stop                       StopReason // why the run has ended; "": it continues
	Trace                      []Improvement
	Length                     uint64        // of the best tour
	Setup                      time.Duration // from Started to the first iteration
	Stages                     Stages
	Timing                     Timing
}

// New returns a run before its first iteration, or before it continues.
func New[S Settings, C Colonies[S]](c Config[S, C]) *Run[S, C] {
	if c.Best == nil {
		c.Best = &Best{}
	}
	r := &Run[S, C]{
		rules: c.Rules, options: c.Options, algorithm: c.Algorithm, traits: c.Traits, instance: c.Instance,
		watch: c.Watch, moveColonies: c.MoveColonies,
		sites: c.Opened.Sites, devices: c.Opened.Devices, late: c.Opened.late,
		length: c.First.Length, setup: time.Since(c.Started), verified: verified{Tour: c.First, at: time.Now()},
		budget: newBudget(c.Started, c.TimeLimit),
	}
	r.budget.Expect(Returning, c.AfterRun)
	r.trace = []Improvement{{Iteration: 0, Elapsed: r.setup, Length: int64(r.length)}}
	if c.State != nil {
		r.restore(*c.State)
	}
	if c.Checkpoint.File != "" {
		r.checkpoints = checkpointer{header: NewHeader(c.Checkpoint.Program, c.Name, c.Seed, c.Instance)}
		r.budget.Expect(Saving, c.CheckpointTime)
	}
	r.recorder = newRecorder(c.Ants, c.Traits.Colonies, r.scheduled, r.length)
	c.Best.put(c.First.Cities, int64(c.First.Length))
	return r
}

func (r *Run[S, C]) restore(s State[S]) {
	r.steps, r.queued, r.scheduled = s.Steps, s.Queued, s.Iterations
	r.exchangeDue, r.distributeDue = s.ExchangeDue, s.DistributeDue
	r.stop, r.endedBefore = s.Stop, s.Stop != ""
	r.trace, r.length = slices.Clone(s.Trace), s.Length
	r.setup, r.earlierStages = s.Setup, s.Stages
	r.clock = stopwatch{Timing: s.Timing, completed: s.Iterations}
}

// State returns a copy of the run's state. No site may be busy.
func (r *Run[S, C]) State() State[S] {
	return State[S]{
		Iterations: r.scheduled, Steps: slices.Clone(r.steps), Queued: slices.Clone(r.queued),
		ExchangeDue: r.exchangeDue, DistributeDue: r.distributeDue, Stop: r.stop, Trace: slices.Clone(r.trace),
		Length: r.length, Setup: r.setup, Stages: r.stages(), Timing: r.clock.Timing,
	}
}

// Loop runs steps on all sites until a rule holds. Then the algorithm determines the run's tour.
// Without sites, the run ended before its first iteration.
func (r *Run[S, C]) Loop(ctx context.Context) {
	if len(r.sites) == 0 {
		r.stop = StopTimeLimit
		if ctx.Err() != nil {
			r.stop = StopInterrupted
		}
		r.end(ctx)
		return
	}
	r.clock.restart()
	times, part, first := timeline.From(ctx), timeline.FirstIteration, r.Completed()
	for r.applyRules(ctx); r.going(); {
		began := time.Now()
		r.submit()
		switch {
		case !r.going():
		case r.any(func(s *Site[C]) bool { return s.Colonies.Busy() }):
			r.waitOrMove(ctx)
			times.Add(part, began)
			if r.Completed() > first {
				part = timeline.Iterations
			}
			r.applyRules(ctx)
			if r.going() && (r.verifyDue() || r.checkpointDue() || r.late.areReady()) {
				r.pause(ctx)
			}
		case r.exchangeDue:
			r.exchange(ctx)
		case r.distributeDue:
			r.distribute()
		}
	}
	r.finish(ctx)
}

func (r *Run[S, C]) going() bool { return r.stop == "" && r.failure == nil }

// exchange exchanges tours between the colonies and starts the next step.
func (r *Run[S, C]) exchange(ctx context.Context) {
	defer timeline.From(ctx).Add(timeline.Exchange, time.Now())
	r.exchangeDue = false
	r.report(PhaseExchange, "")
	limited, cancel := r.limitContext(ctx, Recombining, recombineAfterInterrupt)
	defer cancel()
	stop := r.algorithm.Exchange(limited)
	r.distributeDue = true
	r.clock.restart() // the next step begins now
	switch {
	case r.failure != nil:
	case stop != "":
		r.stop = stop
	case ctx.Err() != nil:
		r.stop = StopInterrupted
	default:
		r.distribute()
	}
}

// distribute starts the next step after an exchange.
func (r *Run[S, C]) distribute() {
	at := r.scheduled
	if !r.enqueueNext() {
		r.stop = r.noStepReason()
		return
	}
	r.distributeDue = false
	r.algorithm.Distribute(at, r.LastStep())
	r.clock.restart()
}

// pause brings all sites to the end of an iteration. It verifies the best tour and starts to write
// a checkpoint if they are due, and moves the colonies to the devices once these are ready.
func (r *Run[S, C]) pause(ctx context.Context) {
	r.drain(context.WithoutCancel(ctx), time.Time{})
	r.applyRules(ctx) // a rule that holds at the end of a step ends the run before the exchange
	if r.going() && r.verifyDue() {
		r.verifyBest()
	}
	if r.going() && r.checkpointDue() {
		r.save()
	}
	if r.going() && r.late.areReady() {
		r.moveToDevices()
	}
	r.clock.restart()
}

// finish completes the current iterations, if there is time, and writes the last checkpoint. Then
// the algorithm determines the run's tour.
func (r *Run[S, C]) finish(ctx context.Context) {
	defer timeline.From(ctx).Add(timeline.Finish, time.Now())
	r.report(PhaseFinish, "")
	if r.failure == nil {
		deadline := time.Time{}
		if r.traits.Divisible && slices.Contains([]StopReason{StopTimeLimit, StopIdle, StopOptimal, StopInterrupted}, r.stop) {
			deadline = time.Now().Add(r.gracePeriod())
		}
		r.drain(context.WithoutCancel(ctx), deadline)
	}
	r.emitRecord(math.MaxInt)
	if r.failure == nil {
		r.save()
	}
	if r.late != nil && r.failure == nil {
		r.earlyIterations = r.scheduled
		r.Remark("the devices were not ready in time: the processor made all iterations")
	}
	r.end(ctx)
	r.waitForCheckpoint()
}

// end lets the algorithm determine the tour of the run.
func (r *Run[S, C]) end(ctx context.Context) {
	recombining, cancel := r.limitContext(ctx, Recombining, recombineAfterInterrupt)
	defer cancel()
	shortening, cancel := r.limitContext(ctx, Shortening, shortenAfterInterrupt)
	defer cancel()
	if stop := r.algorithm.Finish(recombining, shortening); stop != "" {
		r.stop = stop
	}
}

// Steps returns the steps that were given to the sites. The caller may not change them.
func (r *Run[S, C]) Steps() []Step[S] { return r.steps }

// LastStep returns the last step that was given to the sites. There must be one.
func (r *Run[S, C]) LastStep() Step[S] { return r.steps[len(r.steps)-1] }

// RecordExchange records in the last step that an exchange has followed it.
func (r *Run[S, C]) RecordExchange(made Exchanged) {
	last := &r.steps[len(r.steps)-1]
	last.Exchange, last.Exchanged = true, made
}

// Scheduled returns the number of iterations of Steps.
func (r *Run[S, C]) Scheduled() int { return r.scheduled }

// IsDistributeDue reports whether the next step begins with the result of an exchange.
func (r *Run[S, C]) IsDistributeDue() bool { return r.distributeDue }

// StopReason returns the rule that has ended the run, "" before that.
func (r *Run[S, C]) StopReason() StopReason { return r.stop }

// Elapsed returns the time since the start of the clock.
func (r *Run[S, C]) Elapsed() time.Duration { return time.Since(r.options.Started) }

// Remark reports progress with a remark for the user.
func (r *Run[S, C]) Remark(text string) { r.report(PhaseSearch, text) }

// report reports progress. The remark is "" for most reports.
func (r *Run[S, C]) report(phase Phase, remark string) {
	if r.watch != nil {
		r.watch(Progress{
			Phase: phase, Iteration: r.Completed(), Elapsed: r.Elapsed(), Best: int64(r.length), Remark: remark,
		})
	}
}
