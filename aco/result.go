package aco

import (
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/tsp"
)

// Result is what a run found and why it stopped.
type Result struct {
	Tour   tsp.Tour
	Path   *tsp.Ends // as Options.Path: the tour is an open path, in its order
	Length int64     // recomputed from the tour by package verify, which shares no code with the solver
	// UnitLength is the length in units of [tsp.Instance.Unit], computed from the numbers of the
	// input, without rounding to steps.
	UnitLength float64
	Unit       tsp.Unit // of the instance
	// StayClose is set if Options.StayClose has a price. All other lengths than Length and UnitLength
	// are then those with the price of new legs.
	StayClose *StayCloseResult
	Reference int64 // as in Progress
	Stop      StopReason
	// Within is by how much a tour can be shorter, in units, with StopOptimal: rounding to steps hides
	// as much. With StayClose it is by how much a tour can have a smaller cost. 0: none is.
	Within float64
	// Failure is what ended the run before a stop rule did. The tour is then the last one that was
	// verified. Nil: a rule ended the run.
	Failure error
	// CheckpointErr is a *CheckpointWriteError if the last checkpoint could not be written. Nil: it was
	// written, or none was asked for.
	CheckpointErr error

	Algorithm Algorithm
	// Method is what only some methods have: a *MergedResult, a *ChainedResult or a *ClassicResult.
	// It is nil with AlgorithmExhaustive.
	Method MethodResult
	Seed   uint64
	Racy   bool // the same seed may give another tour next time

	// AntsSHA256 is a hash of what the ants found in all iterations, for a comparison of two runs: it
	// differs if any tour of an ant differs. "": the method has none, or the time decided where the ants
	// ended, as with a target or after the loss of a device.
	AntsSHA256 string

	Iterations  int           // of each colony
	Setup       time.Duration // from Options.Started to the first iteration
	Elapsed     time.Duration // from Options.Started to the end
	FirstTour   FirstTour     // "" with AlgorithmExhaustive
	InitialUse  InitialUse    // of Options.InitialTour if it is longer than the first tour
	FirstLength int64         // of the first tour; 0: unknown, or it may have a forbidden edge
	// Trace: each improvement of the best tour; the first entry is the first tour, unless that
	// may have a forbidden edge
	Trace    []Improvement
	Resumed  []int // iterations from which the run was resumed
	Colonies []ColonyResult
	Devices  []DeviceResult           // in the order of Options.Devices
	Stages   map[string]time.Duration // time of each stage, on all devices together
}

// Format returns the length with its unit, as [tsp.Unit.FormatValue] does.
func (r *Result) Format() string { return r.Unit.FormatValue(r.UnitLength) }

// MethodResult is a *MergedResult, a *ChainedResult or a *ClassicResult.
type MethodResult interface{ isMethodResult() }

func (*MergedResult) isMethodResult()  {}
func (*ChainedResult) isMethodResult() {}
func (*ClassicResult) isMethodResult() {}

// Replay returns the method that repeats the run of the default solver or of Chained on the same
// instance. It is nil for other methods, whose parameters, seed and number of iterations repeat a
// run, and if the run of Chained has no complete iteration.
func (r *Result) Replay() *Replay {
	switch own := r.Method.(type) {
	case *MergedResult:
		return &Replay{Parameters: own.Parameters, Schedule: own.Schedule}
	case *ChainedResult:
		return own.replay(r)
	}
	return nil
}

// FirstTour is the tour that a run started from.
type FirstTour string

const (
	FirstGreedy FirstTour = "greedy" // of the default solver
	// FirstCurve: of the default solver, where the time was too short for a greedy one
	FirstCurve FirstTour = "space_filling_curve"
	// FirstNearest: of MMAS, ACS and Ant System, and of a matrix where the time was too short for a
	// greedy one
	FirstNearest FirstTour = "nearest_neighbour"
	FirstInitial FirstTour = "initial" // Options.InitialTour
)

// InitialUse says what became of an initial tour that is longer than the first tour.
type InitialUse string

const (
	InitialUnused InitialUse = ""       // nothing, or there is no such tour
	InitialColony InitialUse = "colony" // a colony of Merged or Chained started from it
	InitialEdges  InitialUse = "edges"  // a colony of Chained started from the first tour with edges of it
)

// StopReason names the rule that ended a run.
type StopReason = engine.StopReason

const (
	StopIterations  StopReason = engine.StopIterations
	StopTimeLimit   StopReason = engine.StopTimeLimit
	StopDeviceTime  StopReason = engine.StopDeviceTime
	StopTarget      StopReason = engine.StopTarget
	StopStall       StopReason = engine.StopStall
	StopIdle        StopReason = engine.StopIdle
	StopInterrupted StopReason = engine.StopInterrupted // the context was cancelled
	StopFailure     StopReason = engine.StopFailure     // see Result.Failure
	// StopOptimal: all tours were compared, or a bound proves that none is shorter; with StayClose, that
	// none has a smaller sum of the length and the prices of new legs. See Result.Within.
	StopOptimal StopReason = engine.StopOptimal
)

// Improvement is a new best tour of a run.
type Improvement struct {
	Iteration  int // 0: the first tour
	Elapsed    time.Duration
	Length     int64
	Recombined bool // the tour was not found by ants, but made from several tours
}

// ColonyResult is the result of a colony.
type ColonyResult struct {
	// Device: index of its device, of the first one if several share it; -1: the processor,
	// because the devices were not ready in time
	Device int
	// BestLength is Result.Length or more. 0: its best tour may have a forbidden edge, or with
	// StopTarget another tour had ended the run before
	BestLength    int64
	BestIteration int // iteration in which it found or adopted its best tour; 0: the first tour
	Iterations    int // completed
}

// DeviceResult is the result of a device.
type DeviceResult struct {
	Name string
	Lost *Loss         // nil unless it failed
	Busy time.Duration // time in the stages, by the device's timestamps
}

// Loss is the failure of a device during a run.
type Loss struct {
	Iteration int           // the last that its colonies are known to have completed
	Elapsed   time.Duration // from Options.Started
	Err       error
	InSetup   bool // the device failed before the first iteration, and the others took over its colonies
	Shared    bool // the other devices work on the same colony: the run loses nothing
}

// Gap returns how much longer the tour is than the reference, as a part of the reference, and
// whether there is a reference.
func (r *Result) Gap() (gap float64, ok bool) { return gapOf(r.Length, r.Reference) }

// result returns a result with the fields that all algorithms have.
func (r *request) result(from *engine.Result) *Result {
	result := &Result{
		Tour: from.Tour, Length: from.Length, Reference: r.referenceOf(from.Length), Stop: from.Stop,
		Failure: from.Failure, CheckpointErr: typed(from.CheckpointErr), Iterations: from.Iterations, Setup: from.Setup,
		Elapsed: from.Wall, AntsSHA256: from.AntsSHA256,
		Resumed: from.Resumed, Stages: from.Stages,
	}
	for _, i := range from.Trace {
		result.Trace = append(result.Trace, Improvement(i))
	}
	for _, c := range from.Colonies {
		result.Colonies = append(result.Colonies, ColonyResult(c))
	}
	for i, d := range from.Devices {
		result.Devices = append(result.Devices, DeviceResult{r.devices[i].Name(), (*Loss)(d.Lost), d.Busy})
	}
	return result
}
