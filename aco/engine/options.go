package engine

import (
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Rules say when a run ends. The zero value of a rule is no rule.
type Rules struct {
	Iterations int           // stop after so many iterations of every colony
	TimeLimit  time.Duration // stop so long after Options.Started
	Target     int64         // stop at a tour of this length or shorter
	Stall      int           // stop when every colony has made so many iterations without improvement
	Idle       time.Duration // stop after so long without improvement
}

// None reports whether there is no rule.
func (r Rules) None() bool { return r == Rules{} }

// Validate refuses rules that cannot be applied: iterations are counted in 32 bits.
func (r Rules) Validate(maxIterations int) error {
	if r.Iterations < 0 || r.Stall < 0 || r.Target < 0 || r.TimeLimit < 0 || r.Idle < 0 || r.Iterations > maxIterations || r.Stall > maxIterations {
		return problem.Errorf("iterations and stall are between 0 and %d; target, time limit and idle time are not negative", maxIterations)
	}
	return nil
}

// MaxIterations is the most iterations of a run: devices count them in 32 bits.
const MaxIterations = math.MaxUint32

// Options are those of every run.
type Options struct {
	Rules
	MaxSubmit  time.Duration // device time of a submission; 0 means DefaultMaxSubmit
	Started    time.Time     // when the clock began to run; zero means at the call
	AfterRun   time.Duration // of the time limit that the caller needs once the run has ended
	Checkpoint Checkpoint
	Resumed    []int          // the iterations after which the run was resumed
	Watch      func(Progress) // called by one goroutine at a time, after every batch of iterations; may be nil
	Best       *Best          // where the best tour is put while the run goes on; may be nil
}

const (
	// DefaultMaxSubmit keeps a submission far from the two seconds after which desktop systems reset a device, and makes a run answer
	// to the clock and to an interrupt within two submissions.
	DefaultMaxSubmit = 100 * time.Millisecond
	// LongestSubmit bounds MaxSubmit: a device that is given work for longer cannot be told from one that hangs.
	LongestSubmit = 10 * time.Second
	// A run without any rule ends after DefaultTimeLimit, or after DefaultIdle without improvement.
	DefaultTimeLimit = 60 * time.Second
	DefaultIdle      = 10 * time.Second
)

// CheckSubmit refuses submissions that are too long.
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
