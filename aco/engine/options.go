package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/timed"
)

// Rules are the stop rules of a run. The zero value of a rule is no rule.
type Rules struct {
	// Iterations ends the run after this many iterations of every colony.
	Iterations int `json:"iterations,omitempty"`
	// TimeLimit ends the run this long after Options.Started.
	TimeLimit time.Duration `json:"time_limit,omitempty"`
	// DeviceTime ends the run when the stages of all sites have taken this long together.
	DeviceTime time.Duration `json:"device_time,omitempty"`
	// Target ends the run at a tour of this length or shorter.
	Target int64 `json:"target,omitempty"`
	// Stall ends the run when every colony has made this many iterations without improvement.
	Stall int `json:"stall,omitempty"`
	// Idle ends the run after this long without improvement.
	Idle time.Duration `json:"idle,omitempty"`
	// Settled lets the algorithm end the run, with StopIdle, once it expects no shorter tour.
	Settled bool `json:"settles,omitempty"`
}

// DefaultRules returns the rules of a run for which none is given.
func DefaultRules() Rules { return Rules{TimeLimit: DefaultTimeLimit, Idle: DefaultIdle} }

// None reports whether there is no rule.
func (r Rules) None() bool { return r == Rules{} }

// MayEndSooner reports whether a rule other than the time limit can end the run.
func (r Rules) MayEndSooner() bool {
	r.TimeLimit = 0
	return !r.None()
}

// Validate returns an error for a negative rule, and for more iterations than maxIterations.
func (r Rules) Validate(maxIterations int) error {
	for _, count := range []struct {
		option string
		value  int
	}{{option.Iterations, r.Iterations}, {option.Stall, r.Stall}} {
		if count.value > maxIterations {
			return option.Refuse(count.option, "%d: use up to %d", count.value, maxIterations)
		}
	}
	return cmp.Or(
		notNegative(option.Iterations, r.Iterations), notNegative(option.Stall, r.Stall),
		notNegative(option.Target, r.Target), notNegative(option.TimeLimit, r.TimeLimit),
		notNegative(option.DeviceTime, r.DeviceTime), notNegative(option.Idle, r.Idle),
	)
}

// notNegative refuses a negative value of an option.
func notNegative[T int | int64 | time.Duration](name string, value T) error {
	if value < 0 {
		return option.Refuse(name, "%v is negative", value)
	}
	return nil
}

// MaxIterations is the most iterations of a run: devices count them in 32 bits.
const MaxIterations = math.MaxUint32

// StopReason names the rule that ended a run.
type StopReason string

const (
	StopIterations  StopReason = "iterations"
	StopTimeLimit   StopReason = "time_limit"
	StopDeviceTime  StopReason = "device_time"
	StopTarget      StopReason = "target"
	StopStall       StopReason = "stall"
	StopIdle        StopReason = "idle"
	StopOptimal     StopReason = "optimal" // the tour is as short as Options.Bound
	StopInterrupted StopReason = "interrupted"
	StopFailure     StopReason = "failure" // no rule: see Result.Failure
)

// Options are the options that all algorithms have, besides the rules.
type Options struct {
	MaxSubmit  time.Duration // most device time of a submission; 0 means DefaultMaxSubmit
	Started    time.Time     // start of the clock; zero means at the call
	AfterRun   time.Duration // part of the time limit that is left to the caller after the run
	Checkpoint Checkpoint
	Resumed    []int  // the iterations after which the run was resumed
	HostMemory uint64 // bytes that the run may take of the host; 0: what is available
	Best       *Best  // receives the best verified tour during the run; may be nil
	Bound      *Bound // ends the run at a tour of its length; may be nil
	Statistics Statistics
	// Later receives what the end of a run leaves to do if it does not wait for devices that are still
	// being opened: until the function returns, these are in use. nil: the run waits.
	Later func(rest func())
	// Record receives each iteration, in order; nil: they are not recorded. One goroutine calls it.
	Record func(Iteration)
}

// Checkpoint says where a run is saved, so that it can be resumed. The file is written before the
// first iteration, at intervals between iterations, and at the end of the run. After the loss of a
// device it is not written again, because it would lack colonies.
type Checkpoint struct {
	File    string          // "" means none
	Every   time.Duration   // 0 means DefaultCheckpointEvery
	Program string          // name and version, for error messages
	Caller  json.RawMessage // data of the caller, stored in the file; nil: the data of the resumed file
}

// WithDefaults returns the options with defaults filled in.
func (o Options) WithDefaults() Options {
	if o.Started.IsZero() {
		o.Started = time.Now()
	}
	if o.MaxSubmit == 0 {
		o.MaxSubmit = DefaultMaxSubmit
	}
	if o.Checkpoint.Every == 0 {
		o.Checkpoint.Every = DefaultCheckpointEvery
	}
	return o
}

// Validate returns an error for a negative time, and for a MaxSubmit above LongestSubmit.
func (o Options) Validate() error {
	if o.MaxSubmit > LongestSubmit {
		return option.Refuse(option.MaxSubmit, "%v is too long: a submission takes up to %v", o.MaxSubmit,
			LongestSubmit)
	}
	return cmp.Or(
		notNegative(option.MaxSubmit, o.MaxSubmit), notNegative(option.Reserve, o.AfterRun),
		notNegative(option.CheckpointEvery, o.Checkpoint.Every),
	)
}

// verifyTimePerCity is the expected time to verify a tour if the time of a run is over before its
// speed is known.
const verifyTimePerCity = 100 * time.Nanosecond

// WithinLimit returns a context that ends with ctx, or when a run of an instance with this time
// limit has to be ready for its iterations to have any use; 0 is no limit.
func (o Options) WithinLimit(ctx context.Context, limit time.Duration, cities int) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return context.WithCancel(ctx)
	}
	end := limit - o.AfterRun - time.Duration(cities)*verifyTimePerCity
	return timed.Until(ctx, o.Started.Add(end))
}

const (
	// DefaultMaxSubmit is far below the two seconds after which desktop systems reset a device. A
	// run reacts to the clock and to an interrupt within two submissions.
	DefaultMaxSubmit = 100 * time.Millisecond
	// LongestSubmit bounds MaxSubmit: a device with longer submissions cannot be told from one
	// that hangs.
	LongestSubmit = 10 * time.Second
	// DefaultTimeLimit and DefaultIdle are DefaultRules.
	DefaultTimeLimit = 60 * time.Second
	DefaultIdle      = 10 * time.Second
	// DefaultCheckpointEvery is about the most time of a run that can be lost.
	DefaultCheckpointEvery = 10 * time.Second
)
