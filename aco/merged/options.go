package merged

import (
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

// Options are the parameters and stop rules of a run. The zero value of a rule is no rule.
type Options struct {
	Parameters  model.Parameters
	InitialTour tsp.Tour      // the initial tour of all colonies; nil: one by greedy matching
	Iterations  int           // stop after this many iterations
	TimeLimit   time.Duration // stop this long after Started
	Target      int64         // stop at a tour of this length or shorter
	Stall       int           // stop when every colony has made this many iterations without improvement
	Idle        time.Duration // stop at the end of a round of annealing when there was no improvement for this long
	MaxSubmit   time.Duration // most device time of a submission; 0 means engine.DefaultMaxSubmit
	Started     time.Time     // start of the clock; zero: at the call
	After       time.Duration // part of the time limit that is left to the caller after the run
	Checkpoint  engine.Checkpoint
	Best        *engine.Best // receives the best verified tour during the run; may be nil
	Resume      *Resumption  // run to resume, with its parameters and its time so far; nil: none
	// Schedule, if not nil, is repeated. Then no rule may be given, and the parameters and the initial tour must be the same.
	Schedule *Schedule

	watch func(engine.Progress)
	open  bool // no rule was given; the rules are the defaults
}

// WithDefaults returns the options with defaults filled in.
func (o Options) WithDefaults() Options {
	if o.Started.IsZero() {
		o.Started = time.Now()
	}
	if o.MaxSubmit <= 0 {
		o.MaxSubmit = engine.DefaultMaxSubmit
	}
	if o.Checkpoint.Every <= 0 {
		o.Checkpoint.Every = engine.DefaultCheckpointEvery
	}
	if o.Schedule == nil && o.engineRules().None() {
		o.TimeLimit, o.Idle, o.open = engine.DefaultTimeLimit, engine.DefaultIdle, true
	}
	return o
}

func (o Options) engineRules() engine.Rules {
	return engine.Rules{Iterations: o.Iterations, TimeLimit: o.TimeLimit, Target: o.Target, Stall: o.Stall, Idle: o.Idle}
}

// engine returns the engine's options.
func (o Options) engine() engine.Options {
	return engine.Options{
		Rules: o.engineRules(), MaxSubmit: o.MaxSubmit, Started: o.Started, AfterRun: o.After, Checkpoint: o.Checkpoint, Resumed: o.Resume.resumed(),
		Watch: o.watch, Best: o.Best,
	}
}

// validate returns an error for invalid options.
func (o Options) validate() error {
	if err := o.engineRules().Validate(maxIterations); err != nil {
		return err
	}
	if err := engine.CheckSubmit(o.MaxSubmit); err != nil {
		return err
	}
	if o.Schedule == nil {
		return nil
	}
	if !o.engineRules().None() {
		return problem.Errorf("schedule: a run that is repeated ends where it ended; give no other rule")
	}
	return o.Schedule.validate()
}
