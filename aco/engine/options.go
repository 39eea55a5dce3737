package engine

import (
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Rules are the stop rules of a run. The zero value of a rule is no rule.
type Rules struct {
	Iterations int           // stop after this many iterations of every colony
	TimeLimit  time.Duration // stop this long after Options.Started
	Target     int64         // stop at a tour of this length or shorter
	Stall      int           // stop when every colony has made this many iterations without improvement
	Idle       time.Duration // stop after this long without improvement
}

// None reports whether there is no rule.
func (r Rules) None() bool { return r == Rules{} }

// Validate returns an error for negative rules, and for more iterations than maxIterations.
func (r Rules) Validate(maxIterations int) error {
	if r.Iterations < 0 || r.Stall < 0 || r.Target < 0 || r.TimeLimit < 0 || r.Idle < 0 || r.Iterations > maxIterations || r.Stall > maxIterations {
		return problem.Errorf("iterations and stall are between 0 and %d; target, time limit and idle time are not negative", maxIterations)
	}
	return nil
}

// MaxIterations is the most iterations of a run: devices count them in 32 bits.
const MaxIterations = math.MaxUint32

// Options are the options that all algorithms have.
type Options struct {
	Rules
	MaxSubmit  time.Duration // most device time of a submission; 0 means DefaultMaxSubmit
	Started    time.Time     // start of the clock; zero means at the call
	AfterRun   time.Duration // part of the time limit that is left to the caller after the run
	Checkpoint Checkpoint
	Resumed    []int          // the iterations after which the run was resumed
	Watch      func(Progress) // called by one goroutine at a time, after every batch of iterations; may be nil
	Best       *Best          // receives the best tour during the run; may be nil
}

const (
	// DefaultMaxSubmit is far below the two seconds after which desktop systems reset a device. A run reacts to the clock and to an
	// interrupt within two submissions.
	DefaultMaxSubmit = 100 * time.Millisecond
	// LongestSubmit bounds MaxSubmit: a device with longer submissions cannot be told from one that hangs.
	LongestSubmit = 10 * time.Second
	// A run without any rule ends after DefaultTimeLimit, or after DefaultIdle without improvement.
	DefaultTimeLimit = 60 * time.Second
	DefaultIdle      = 10 * time.Second
)

// CheckSubmit returns an error for submissions of more than LongestSubmit.
func CheckSubmit(most time.Duration) error {
	if most > LongestSubmit {
		return problem.Errorf("submissions of %v: a submission can take up to %v", most, LongestSubmit)
	}
	return nil
}

// StopReason names the rule that ended a run.
type StopReason string

const (
	StopIterations  StopReason = "iterations"
	StopTimeLimit   StopReason = "time_limit"
	StopTarget      StopReason = "target"
	StopStall       StopReason = "stall"
	StopIdle        StopReason = "idle"
	StopInterrupted StopReason = "interrupted"
	StopFailure     StopReason = "failure" // no rule: see Result.Failure
)
