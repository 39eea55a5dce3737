package engine

import (
	"context"
	"time"
)

// Run is the state of a run. One goroutine uses it.
type Run[C Colonies] struct {
	Rules
	Options
	Sites []*Site[C]
	// Steps are the steps that were given to the sites. Queued steps come before the schedule's next step.
	Steps, Queued []Step
	// Scheduled is the number of iterations of Steps.
	Scheduled int
	// ExchangeDue is true if an exchange follows the last step. DistributeDue is true after that exchange, if no step has begun since.
	ExchangeDue, DistributeDue bool
	Trace                      []Improvement
	Length                     uint64 // of the best tour, as the devices report it
	FoundAt                    int    // the iteration at which it was found
	Stop                       StopReason
	Setup                      time.Duration // from Started to the first iteration
	// EarlierStages has the times of the stages before the run was resumed.
	EarlierStages Stages
	// LastRelevant is the last iteration that can change the result, after a rule has ended the search of some colonies; 0: not known. At
	// the end of the run no site starts a later one.
	LastRelevant int
	// EarlyIterations is the number of iterations that the processor made before the devices were ready.
	EarlyIterations int

	opening      *Opening[C] // of the devices, while the processor makes the iterations; else nil
	openingErr   error
	moveColonies func(replaceSites func())
	algorithm    Algorithm
	traits       Traits
	watch        func(Progress)
	clock        stopwatch
	verified     verified
	saver        saver
	failure      error // ended the run before a rule did
	over         bool  // the run had ended before it was resumed
}

// Config is what a run is made of.
type Config[C Colonies] struct {
	Rules
	Options
	Algorithm Algorithm
	Traits    Traits
	Sites     []*Site[C]
	First     Tour           // the initial tour
	Watch     func(Progress) // called by one goroutine at a time, after every batch of iterations; may be nil
}

// Traits are constant properties of an algorithm.
type Traits struct {
	Divisible      bool          // the run may end within an iteration
	Sweep          int           // iterations in which ants search from every city; 0 means 1
	SelfVerified   bool          // the algorithm verifies tours when it exchanges them; Verify is never called
	FinishTime     time.Duration // reserved for the end of the run: tours are fetched, verified and renumbered
	CheckpointTime time.Duration // reserved for the last checkpoint, until one is timed
}

// Stages has the time spent in each stage, and how often each ran.
type Stages struct {
	Times  map[string]time.Duration
	Rounds map[string]float64
}

// New returns a run before its first iteration.
func New[C Colonies](c Config[C]) *Run[C] {
	if c.Best == nil {
		c.Best = &Best{}
	}
	r := &Run[C]{
		Rules: c.Rules, Options: c.Options, Sites: c.Sites, Length: c.First.Length, Setup: time.Since(c.Started),
		algorithm: c.Algorithm, traits: c.Traits, watch: c.Watch, verified: verified{Tour: c.First, at: time.Now()},
	}
	if c.Checkpoint.File != "" {
		r.saver.took = c.Traits.CheckpointTime
	}
	r.Best.put(c.First.Cities, int64(r.Length))
	r.Trace = []Improvement{{Iteration: 0, Elapsed: r.Setup, Length: int64(r.Length)}}
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
			if r.going() && (r.verifyDue() || r.saveDue() || r.opening.isReady()) {
				r.pause(ctx)
			}
		case r.ExchangeDue:
			r.exchange(ctx)
		case r.DistributeDue:
			r.distribute()
		}
	}
	r.finish(ctx)
}

func (r *Run[C]) going() bool { return r.Stop == "" && r.failure == nil }

// exchange exchanges tours between the colonies and starts the next step.
func (r *Run[C]) exchange(ctx context.Context) {
	r.ExchangeDue = false
	r.tell(PhaseExchange, "")
	limited, cancel := r.limitContext(ctx)
	defer cancel()
	stop := r.algorithm.Exchange(limited)
	r.DistributeDue = true
	switch {
	case r.failure != nil:
	case stop != "":
		r.Stop = stop
	case ctx.Err() != nil:
		r.Stop = StopInterrupted
	default:
		r.distribute()
	}
}

// distribute starts the next step after an exchange.
func (r *Run[C]) distribute() {
	at := r.Scheduled
	if !r.Step() {
		r.Stop = r.noStepReason()
		return
	}
	r.DistributeDue = false
	r.algorithm.Distribute(at, r.Steps[len(r.Steps)-1])
	r.clock.restart()
}

// pause brings all sites to the end of an iteration. It verifies the best tour and starts to write a checkpoint if they are due, and moves
// the colonies to the devices once these are ready.
func (r *Run[C]) pause(ctx context.Context) {
	r.drain(context.WithoutCancel(ctx), time.Time{})
	r.applyRules(ctx) // a rule that holds at the end of a round ends the run before the exchange
	if r.going() && r.verifyDue() {
		r.verifyBest()
	}
	if r.going() && r.saveDue() {
		r.save()
	}
	if r.going() && r.opening.isReady() {
		r.handOver()
	}
	r.clock.restart()
}

// finish completes the iterations that have begun, if there is time, and writes the last checkpoint. Then the algorithm determines the
// run's tour.
func (r *Run[C]) finish(ctx context.Context) {
	r.tell(PhaseFinish, "")
	if r.failure == nil {
		deadline := time.Time{}
		if r.traits.Divisible && (r.Stop == StopTimeLimit || r.Stop == StopIdle || r.Stop == StopInterrupted) {
			deadline = time.Now().Add(r.gracePeriod())
		}
		r.drain(context.WithoutCancel(ctx), deadline)
	}
	if r.failure == nil {
		r.save()
	}
	if r.opening != nil && r.failure == nil {
		r.EarlyIterations = r.Scheduled
		r.Tell("the devices were not ready in time: the processor made all iterations")
	}
	limited, cancel := r.limitContext(ctx)
	defer cancel()
	r.algorithm.Finish(limited)
	r.waitSaved()
}
