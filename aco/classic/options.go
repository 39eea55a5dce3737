package classic

import (
	"math"
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
	MaxSubmit  time.Duration // device time of a submission; 0 stands for DefaultMaxSubmit
	Started    time.Time     // when the clock began to run; zero: at the call
	Checkpoint Checkpoint
	Resume     *Resumption // what to go on with, whose parameters count and whose time is added; nil: nothing
}

// WithDefaults fills in what stands for something else.
func (o Options) WithDefaults() Options {
	if o.Started.IsZero() {
		o.Started = time.Now()
	}
	if o.MaxSubmit <= 0 {
		o.MaxSubmit = DefaultMaxSubmit
	}
	if o.Checkpoint.Every <= 0 {
		o.Checkpoint.Every = DefaultCheckpointEvery
	}
	if o.Iterations == 0 && o.TimeLimit == 0 && o.Target == 0 && o.Stall == 0 && o.Idle == 0 {
		o.TimeLimit, o.Idle = DefaultTimeLimit, DefaultIdle
	}
	return o
}

// validate refuses what cannot be kept. Iterations are counted in 32 bits.
func (o Options) validate() error {
	if o.Iterations < 0 || o.Stall < 0 || o.Target < 0 || o.TimeLimit < 0 || o.Idle < 0 || uint64(o.Iterations) > math.MaxUint32 || uint64(o.Stall) > math.MaxUint32 {
		return refuse("iterations and stall lie between 0 and %d, target and time limit are not negative", uint32(math.MaxUint32))
	}
	if err := o.Kernel.validate(); err != nil {
		return err
	}
	if o.MaxSubmit > LongestSubmit {
		return refuse("work for %v at once: a device can be given work for up to %v", o.MaxSubmit, LongestSubmit)
	}
	return nil
}

func (o Options) rules() problem.StopRules {
	return problem.StopRules{Target: uint64(o.Target), Stall: uint32(o.Stall)}
}

// StopReason names the rule that ended a run.
type StopReason = engine.StopReason

const (
	StopIterations  = engine.StopIterations
	StopTimeLimit   = engine.StopTimeLimit
	StopTarget      = engine.StopTarget
	StopStall       = engine.StopStall
	StopIdle        = engine.StopIdle
	StopInterrupted = engine.StopInterrupted
	StopFailure     = engine.StopFailure

	DefaultMaxSubmit = engine.DefaultMaxSubmit
	LongestSubmit    = engine.LongestSubmit
	DefaultTimeLimit = engine.DefaultTimeLimit
	DefaultIdle      = engine.DefaultIdle
)
