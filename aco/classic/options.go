package classic

import (
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// Options are the parameters and stop rules of a run. The zero value of a rule is no rule.
type Options struct {
	Parameters problem.Parameters
	Kernel     KernelConfig
	Iterations int           // stop after this many iterations
	TimeLimit  time.Duration // stop this long after Started
	Target     int64         // stop at a tour of this length or shorter
	Stall      int           // stop after this many iterations without improvement
	Idle       time.Duration // stop after this long without improvement
	MaxSubmit  time.Duration // most device time of a submission; 0 means engine.DefaultMaxSubmit
	Started    time.Time     // start of the clock; zero means at the call
	Checkpoint engine.Checkpoint
	Best       *engine.Best // receives the best verified tour during the run; may be nil
	Resume     *Resumption  // run to resume, with its parameters and its time so far; nil: none

	watch func(engine.Progress)
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
	if o.engineRules().None() {
		o.TimeLimit, o.Idle = engine.DefaultTimeLimit, engine.DefaultIdle
	}
	return o
}

// validate returns an error for invalid options.
func (o Options) validate() error {
	if err := o.engineRules().Validate(engine.MaxIterations); err != nil {
		return err
	}
	if err := o.Kernel.validate(); err != nil {
		return err
	}
	return engine.CheckSubmit(o.MaxSubmit)
}

func (o Options) engineRules() engine.Rules {
	return engine.Rules{Iterations: o.Iterations, TimeLimit: o.TimeLimit, Target: o.Target, Stall: o.Stall, Idle: o.Idle}
}

// engine returns the engine's options.
func (o Options) engine() engine.Options {
	return engine.Options{
		Rules: o.engineRules(), MaxSubmit: o.MaxSubmit, Started: o.Started, Checkpoint: o.Checkpoint, Resumed: o.Resume.resumed(), Watch: o.watch, Best: o.Best,
	}
}

// callerState returns the caller's data for checkpoints. The default is that of the resumed file.
func (o Options) callerState() []byte {
	if o.Checkpoint.Caller == nil && o.Resume != nil {
		return o.Resume.Caller()
	}
	return o.Checkpoint.Caller
}

func (o Options) rules() problem.StopRules {
	return problem.StopRules{Target: uint64(o.Target), Stall: uint32(o.Stall)}
}
