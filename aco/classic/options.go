package classic

import (
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// Options say what a run does and when it ends. The zero value of a rule is no rule.
type Options struct {
	Parameters problem.Parameters
	Kernel     KernelConfig
	Iterations int           // stop after so many iterations
	TimeLimit  time.Duration // stop so long after Started
	Target     int64         // stop at a tour of this length or shorter
	Stall      int           // stop after so many iterations without improvement
	Idle       time.Duration // stop after so long without improvement
	MaxSubmit  time.Duration // device time of a submission; 0 means engine.DefaultMaxSubmit
	Started    time.Time     // when the clock began to run; zero means at the call
	Checkpoint engine.Checkpoint
	Best       *engine.Best // where the best verified tour is put while the run goes on; may be nil
	Resume     *Resumption  // the run to resume, whose parameters count and whose time is added; nil: none

	watch func(engine.Progress)
}

// WithDefaults fills in what stands for something else.
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

// validate refuses what no run can do.
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

// engine returns the options as the engine has them.
func (o Options) engine() engine.Options {
	return engine.Options{
		Rules: o.engineRules(), MaxSubmit: o.MaxSubmit, Started: o.Started, Checkpoint: o.Checkpoint, Resumed: o.Resume.resumed(), Watch: o.watch, Best: o.Best,
	}
}

// callerState is what the caller wants to find in checkpoints: what the file has that is resumed, unless something else is given.
func (o Options) callerState() []byte {
	if o.Checkpoint.Caller == nil && o.Resume != nil {
		return o.Resume.Caller()
	}
	return o.Checkpoint.Caller
}

func (o Options) rules() problem.StopRules {
	return problem.StopRules{Target: uint64(o.Target), Stall: uint32(o.Stall)}
}
