package merged

import (
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
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
	MaxSubmit   time.Duration // device time of a submission; 0 stands for classic.DefaultMaxSubmit
	Started     time.Time     // when the clock began to run; zero: at the call
	After       time.Duration // of the time limit that is left to the caller, for what it does with the tour
	Checkpoint  classic.Checkpoint
	Resume      *Resumption // what to go on with, whose parameters count and whose time is added; nil: nothing
	// Schedule is repeated if it is not nil: no other rule may be given, and the parameters and the first tour have to be the same.
	Schedule *Schedule

	open bool // the rules are those of a run without any
}

// WithDefaults fills in what stands for something else.
func (o Options) WithDefaults() Options {
	if o.Started.IsZero() {
		o.Started = time.Now()
	}
	if o.MaxSubmit <= 0 {
		o.MaxSubmit = classic.DefaultMaxSubmit
	}
	if o.Checkpoint.Every <= 0 {
		o.Checkpoint.Every = classic.DefaultCheckpointEvery
	}
	if o.Schedule == nil && !o.ruled() {
		o.TimeLimit, o.Idle, o.open = classic.DefaultTimeLimit, classic.DefaultIdle, true
	}
	return o
}

// ruled says whether there is a rule.
func (o Options) ruled() bool {
	return o.Iterations != 0 || o.TimeLimit != 0 || o.Target != 0 || o.Stall != 0 || o.Idle != 0
}

// validate refuses what cannot be kept.
func (o Options) validate() error {
	if o.Iterations < 0 || o.Stall < 0 || o.Target < 0 || o.TimeLimit < 0 || o.Idle < 0 || o.Iterations > maxIterations || o.Stall > maxIterations {
		return refuse("iterations and stall lie between 0 and %d, target and time limit are not negative", maxIterations)
	}
	if o.MaxSubmit > classic.LongestSubmit {
		return refuse("work for %v at once: a device can be given work for up to %v", o.MaxSubmit, classic.LongestSubmit)
	}
	if o.Schedule == nil {
		return nil
	}
	if o.ruled() {
		return refuse("schedule: a run that is repeated ends where it ended; give no other rule")
	}
	return o.Schedule.validate()
}

func refuse(format string, arguments ...any) error {
	return &problem.Error{Reason: fmt.Sprintf(format, arguments...)}
}
