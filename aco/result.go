package aco

import (
	"time"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
)

// Result is what a run found and why it stopped.
type Result struct {
	Tour   tsp.Tour
	Path   *tsp.Ends // as Options.Path: the tour is an open path, in its order
	Length int64     // recomputed from the tour by package verify, which shares no code with the solver
	// UnitLength is the length in units of [tsp.Instance.Unit], computed from the numbers of the input, without rounding to steps.
	UnitLength float64
	Reference  int64 // as in Progress
	Stop       StopReason
	// Failure is what ended the run before a stop rule did. The tour is then the last one that was verified. nil: a rule ended the run.
	Failure error
	// CheckpointErr is why the last checkpoint could not be written; nil: it was written, or none was asked for.
	CheckpointErr error

	Algorithm  Algorithm
	Preset     string
	Parameters any // with defaults filled in: MergedParameters with Merged, else ColonyParameters
	Seed       uint64
	Kernels    KernelConfig // of the first device; zero with Merged and on the processor
	Racy       bool         // the same seed may give another tour next time

	Iterations int
	// EarlyIterations is the number of iterations that the processor made before the devices were ready (Merged with a time limit).
	EarlyIterations int

	Setup    time.Duration // from Options.Started to the first iteration
	Elapsed  time.Duration // from Options.Started to the end
	Trace    []Improvement // each improvement of the best tour; the first entry is the first tour, unless that may have a forbidden edge
	Resumed  []int         // iterations from which the run was resumed
	AntsBest int64         // shortest tour that an ant constructed; 0: none, or with Merged
	Colonies []ColonyResult
	Devices  []DeviceResult           // in the order of Options.Devices
	Stages   map[string]time.Duration // time of each stage, on all devices together

	// FirstTour is what Merged started from: "greedy", "initial" or "space_filling_curve"; FirstLength is its length. Of other algorithms it is
	// "initial", or "" for the nearest-neighbour tour.
	FirstTour       model.StartKind
	FirstLength     int64
	Schedule        *Schedule // what Merged did; nil for other algorithms
	HeuristicSHA256 string    // of the table of heuristic values; "" with Merged
}

type (
	// StopReason names the rule that ended a run.
	StopReason = engine.StopReason
	// Improvement is a new best tour of a run.
	Improvement = engine.Improvement
	// ColonyResult is the result of a colony.
	ColonyResult = engine.ColonyResult
	// Loss is the failure of a device during a run.
	Loss = engine.Loss
	// ColonyParameters are the parameters of a run of Ant System, MMAS or ACS.
	ColonyParameters = classicmodel.Parameters
	// MergedParameters are the parameters of a run of Merged.
	MergedParameters = model.Parameters
	// Schedule has the steps of a run of Merged.
	Schedule = merged.Schedule
)

// Why a run stopped.
const (
	StopIterations  = engine.StopIterations
	StopTimeLimit   = engine.StopTimeLimit
	StopTarget      = engine.StopTarget
	StopStall       = engine.StopStall
	StopIdle        = engine.StopIdle
	StopInterrupted = engine.StopInterrupted // the context was cancelled
	StopFailure     = engine.StopFailure     // see Result.Failure
	StopOptimal     = StopReason("optimal")  // all tours were compared, or no tour can be shorter, in steps
)

// DeviceResult is the result of a device.
type DeviceResult struct {
	Name    string
	Kernels KernelConfig  // its kernels; zero with Merged and on the processor
	Lost    *Loss         // nil unless it failed
	Busy    time.Duration // time in the stages, by the device's timestamps
	// Exchange is what it exchanged with other devices that work on the same colony of Merged; nil if there are none.
	Exchange *DeviceExchange
}

// DeviceExchange is what a device exchanged with others that work on the same colony.
type DeviceExchange = engine.DeviceExchange

// Gap returns how much longer the tour is than the reference, as a part of the reference, and whether there is a reference.
func (r *Result) Gap() (gap float64, ok bool) { return gapOf(r.Length, r.Reference) }

// Replay is a run of Merged to repeat step by step.
type Replay struct {
	Parameters MergedParameters // with the seed
	Schedule   Schedule
}

// Replay returns the steps that repeat the run on the same instance. It returns nil for algorithms other than Merged: their parameters,
// seed and number of iterations repeat a run.
func (r *Result) Replay() *Replay {
	parameters, ok := r.Parameters.(MergedParameters)
	if !ok || r.Schedule == nil {
		return nil
	}
	return &Replay{parameters, *r.Schedule}
}

// result returns a result with the fields that all algorithms have.
func (r *request) result(from *engine.Result) *Result {
	result := &Result{
		Tour: from.Tour, Length: from.Length, Reference: r.referenceOf(from.Length), Stop: from.Stop,
		Failure: from.Failure, CheckpointErr: from.CheckpointErr, Iterations: from.Iterations, EarlyIterations: from.EarlyIterations, Setup: from.Setup, Elapsed: from.Wall,
		Trace: from.Trace, Resumed: from.Resumed, Colonies: from.Colonies, Stages: from.Stages,
	}
	for i, d := range from.Devices {
		result.Devices = append(result.Devices, DeviceResult{r.devices[i].Name(), KernelConfig{}, d.Lost, d.Busy, d.Exchange})
	}
	return result
}
