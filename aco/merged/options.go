package merged

import (
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

// Options say what a run does and when it ends. The zero value of a rule is no rule.
type Options struct {
	Parameters  model.Parameters
	InitialTour tsp.Tour      // that colonies start from; nil: one by greedy matching
	Iterations  int           // stop after so many iterations
	TimeLimit   time.Duration // stop so long after Started
	Target      int64         // stop at a tour of this length or shorter
	Stall       int           // stop when every colony has made so many iterations without improvement
	Idle        time.Duration // stop at the end of a round of annealing when there was no improvement for so long
	MaxSubmit   time.Duration // device time of a submission; 0 means engine.DefaultMaxSubmit
	Started     time.Time     // when the clock began to run; zero: at the call
	After       time.Duration // of the time limit that is left to the caller, for what it does with the tour
	Checkpoint  engine.Checkpoint
	Best        *engine.Best // where the best verified tour is put while the run goes on; may be nil
	Resume      *Resumption  // the run to resume, whose parameters count and whose time is added; nil: none
	// Schedule is repeated if it is not nil: no other rule may be given, and the parameters and the first tour have to be the same.
	Schedule *Schedule

	watch func(engine.Progress)
	open  bool // the rules are those of a run without any
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
	if o.Schedule == nil && o.engineRules().None() {
		o.TimeLimit, o.Idle, o.open = engine.DefaultTimeLimit, engine.DefaultIdle, true
	}
	return o
}

func (o Options) engineRules() engine.Rules {
	return engine.Rules{Iterations: o.Iterations, TimeLimit: o.TimeLimit, Target: o.Target, Stall: o.Stall, Idle: o.Idle}
}

// engine returns the options as the engine has them.
func (o Options) engine() engine.Options {
	return engine.Options{
		Rules: o.engineRules(), MaxSubmit: o.MaxSubmit, Started: o.Started, AfterRun: o.After, Checkpoint: o.Checkpoint, Resumed: o.Resume.resumed(),
		Watch: o.watch, Best: o.Best,
	}
}

// validate refuses what no run can do.
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
