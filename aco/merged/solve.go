package merged

import (
	"context"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Options are the parameters and stop rules of a run.
type Options struct {
	engine.Rules // the idle time ends a run only at the end of a round of annealing
	engine.Options
	Parameters  model.Parameters
	InitialTour tsp.Tour    // the initial tour of all colonies; nil: one by greedy matching
	Resume      *Resumption // run to resume, with its parameters and its time so far; nil: none
	// Schedule, if not nil, is repeated. Then no rule may be given, and the parameters and the
	// initial tour must be the same.
	Schedule *Schedule
	// Peers: other runs, with which the run exchanges tours; nil: none. A schedule with tours of
	// others needs it.
	Peers Peers

	watch           func(engine.Progress)
	rulesAreDefault bool // no rule was given
}

// defaultRules are the rules of a run for which none is given: it ends after a minute, or at the
// end of a round once nothing more is expected. Rounds double, so half of the time is at least the
// last round.
var defaultRules = engine.Rules{TimeLimit: engine.DefaultTimeLimit, Settled: true}

// WithDefaults returns the options with defaults filled in.
func (o Options) WithDefaults() Options {
	o.Options = o.Options.WithDefaults()
	if o.Schedule == nil && o.Rules.None() {
		o.Rules, o.rulesAreDefault = defaultRules, true
	}
	return o
}

// validate returns an error for invalid options.
func (o Options) validate() error {
	if err := o.Rules.Validate(maxIterations); err != nil {
		return err
	}
	if err := o.Options.Validate(); err != nil {
		return err
	}
	if o.Schedule == nil {
		return nil
	}
	if !o.Rules.None() {
		return option.Errorf("schedule: a repeated run ends after the last step of the schedule; set no stop rule")
	}
	if o.Peers == nil && slices.ContainsFunc(o.Schedule.Steps, func(s Step) bool { return len(s.Arrived) > 0 }) {
		return option.Errorf("schedule: tours of other runs took part in the run; give them to repeat it")
	}
	return o.Schedule.validate()
}

// Result is the result of a run.
type Result struct {
	engine.Result
	Parameters model.Parameters // with defaults filled in
	Schedule   Schedule
	// FirstTour is the kind of the initial tour, FirstLength its length.
	FirstTour   model.StartKind
	FirstLength int64
	// HasInitial: a colony started from Options.InitialTour, which is longer than the first tour.
	HasInitial bool
}

// Solve runs merged ants on an instance. It spreads the colonies over the devices in order; a nil
// device is the processor. The tour depends on the steps of the run and on the number of colonies,
// but not on the devices.
//
// When ctx ends, the run ends with its best tour and engine.StopInterrupted. A device that fails
// is dropped, as package engine describes. If no device is left, the run ends with Result.Failure,
// or with an error before the first iteration. If watch is not nil, one goroutine calls it after
// every batch of iterations.
//
// Unusable options return an *option.Error, an instance that is too large for a device an
// *option.TooLargeError.
func Solve(
	ctx context.Context, instance *tsp.Instance, devices []*pipeline.Device, options Options,
	watch func(engine.Progress),
) (*Result, error) {
	options.watch = watch
	times, began := timeline.From(ctx), time.Now()
	s, err := decide(instance, devices, options)
	if err != nil {
		return nil, err
	}
	o, m := s.options, s.model
	times.Add(timeline.Plan, began)
	limit := o.TimeLimit
	if o.Resume != nil {
		limit = 0 // a resumed run always continues to its end
	}
	setUp, cancel := o.WithinLimit(ctx, limit, m.Cities)
	defer cancel()
	opened, err := engine.Open(setUp, s, engine.OpenOptions{
		Devices: devices, Cities: m.Cities, Started: o.Started, Early: s.early, Watch: watch, Later: o.Later,
	})
	if err == nil && o.Resume != nil {
		err = opened.Ended // the state of a run that is not restored is no result
	}
	if err != nil {
		return nil, err
	}
	if opened.IsEarly() { // the setup reads the model while the run changes its own
		own := *m
		m = &own
	}
	r, err := newRun(o, m, instance, opened)
	if err != nil {
		opened.Close()
		return nil, err
	}
	defer func() {
		cancel() // before Close waits for devices
		defer times.Add(timeline.Release, time.Now())
		r.Close()
	}()
	if err := r.start(); err != nil {
		return nil, err
	}
	r.Loop(ctx)
	defer times.Add(timeline.Verification, time.Now())
	return r.result()
}

// start restores the sites of a resumed run and writes the first checkpoint.
func (r *run) start() error {
	if !r.options.Resume.HasProgress() {
		return r.SaveFirst(r.firstSnapshot())
	}
	states := r.restored
	r.restored = nil
	r.Each(func(s *site) error { return s.Colonies.restore(states[s.First:][:s.Count], r.Scheduled()) })
	if err := r.Failure(); err != nil {
		return err
	}
	return r.SaveNow()
}

// antsSHA256 returns the hash of the colonies' last states. They count all changes of the ants, and
// each iteration begins with the tour of the one before. It returns "" if the run did not end after a
// known iteration, or lost a colony.
func (r *run) antsSHA256(stop engine.StopReason) string {
	if stop != engine.StopIterations && stop != engine.StopStall || r.AnyLost() {
		return ""
	}
	var all []engine.AntsHash
	for _, s := range r.Sites() {
		for _, state := range s.Colonies.reported() {
			var hash engine.AntsHash
			c := state.Counts
			hash.Add(uint64(state.Iteration), state.Length, state.Best, uint64(state.BestIteration))
			for _, count := range []uint32{c.Evaluations, c.Moves, c.Undone, c.Full, c.Submitted, c.Accepted, c.Losing, c.Long} {
				hash.Add(uint64(count))
			}
			all = append(all, hash)
		}
	}
	return engine.JoinAnts(all)
}

// result returns the result of the run after it has verified the tour.
func (r *run) result() (*Result, error) {
	common, err := r.Result()
	if err != nil {
		return nil, err
	}
	common.Iterations = r.Scheduled()
	for _, s := range r.Sites() {
		for _, state := range s.Colonies.reported() {
			c := engine.ColonyResult{Device: s.Device, Iterations: min(int(state.Iteration), r.Scheduled())}
			late := int(state.BestIteration) > r.Scheduled() || int64(state.Best) < common.Length
			if common.Stop != engine.StopTarget || !late { // else the target was reached before
				c.BestLength, c.BestIteration = int64(state.Best), int(state.BestIteration)
			}
			common.Colonies = append(common.Colonies, c)
		}
	}
	common.AntsSHA256 = r.antsSHA256(common.Stop)
	r.schedule.Steps = stepsOf(r.Steps())
	if !r.model.Prepared {
		r.schedule.NotReplayable = "its time was too short for its first tours"
	}
	return &Result{
		Result: common, Parameters: r.model.Parameters, Schedule: r.schedule, FirstTour: r.model.StartKind,
		FirstLength: int64(r.model.StartLength), HasInitial: r.model.HasInitial,
	}, nil
}
