package classic

import (
	"context"
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Options are the parameters and stop rules of a run.
type Options struct {
	engine.Rules
	engine.Options
	Parameters model.Parameters
	// InitialTour: the first tour, unless the nearest-neighbour tour is shorter; nil: the
	// nearest-neighbour tour.
	InitialTour tsp.Tour
	Kernel      KernelConfig
	Trails      Trails
	Resume      *Resumption // run to resume, with its parameters, its initial tour and its time so far; nil: none

	watch func(engine.Progress)
}

// WithDefaults returns the options with defaults filled in.
func (o Options) WithDefaults() Options {
	o.Options = o.Options.WithDefaults()
	if o.Rules.None() {
		o.Rules = engine.DefaultRules()
	}
	return o
}

// validate returns an error for invalid options.
func (o Options) validate() error {
	if err := o.Rules.Validate(engine.MaxIterations); err != nil {
		return err
	}
	if err := o.Kernel.validate(); err != nil {
		return err
	}
	return o.Options.Validate()
}

// callerState returns the caller's data for checkpoints. The default is the resumed file's value.
func (o Options) callerState() []byte {
	if o.Checkpoint.Caller == nil && o.Resume != nil {
		return o.Resume.Saved.Caller
	}
	return o.Checkpoint.Caller
}

func (o Options) StopRules() model.StopRules {
	return model.StopRules{Target: uint64(o.Target), Stall: uint32(o.Stall)}
}

// Result is the result of a run.
type Result struct {
	engine.Result
	AntsBest   int64            // the shortest tour of an ant; 0 if none was completed
	Parameters model.Parameters // with the number of ants filled in
	// FromInitialTour reports whether the run started from Options.InitialTour.
	FromInitialTour bool
	// Kernel is the configuration on the first working device, Kernels on each device. It is zero
	// on the processor and for a run that ended before its first iteration.
	Kernel  KernelConfig
	Kernels []KernelConfig
	// HeuristicSHA256 is the hash of the heuristic table, the only table that depends on floating
	// point.
	HeuristicSHA256 string
}

// Solve runs an algorithm on an instance. It spreads the colonies over the devices in order, as
// evenly as possible. A nil device is the processor. Hardware that was opened twice counts as two
// devices. If Parameters.Colonies is 0, each device has one colony. The tours depend on the number
// of colonies, but not on the devices.
//
// When ctx ends, the run ends with its best tour and engine.StopInterrupted. A device that fails
// is dropped, as package engine describes. If no device is left, the run ends with Result.Failure,
// or with an error before the first iteration. If watch is not nil, one goroutine calls it after
// every batch of iterations.
//
// Unusable parameters or distances return an *option.Error, an instance that is too large for a
// device an *option.TooLargeError.
func Solve(
	ctx context.Context, instance *tsp.Instance, devices []*pipeline.Device, options Options,
	watch func(engine.Progress),
) (*Result, error) {
	times, began := timeline.From(ctx), time.Now()
	p, o, err := resolveOptions(instance, devices, options)
	if err != nil {
		return nil, err
	}
	times.Add(timeline.Plan, began)
	o.watch = watch
	setup := newSetup(p, o)
	setupCtx, cancel := o.WithinLimit(ctx, o.TimeLimit, instance.Dimension())
	opened, err := engine.Open(setupCtx, setup, engine.OpenOptions{Devices: devices, Started: o.Started, Watch: watch})
	cancel()
	if err != nil {
		return nil, err
	}
	r, err := newRun(o, p, instance, opened, lengthFunc(instance))
	if err != nil {
		opened.Close()
		return nil, err
	}
	defer func() {
		defer times.Add(timeline.Release, time.Now())
		r.Close()
	}()
	if err := r.start(); err != nil {
		return nil, err
	}
	r.Loop(ctx)
	defer times.Add(timeline.Verification, time.Now())
	return r.result(setup)
}

// resolveOptions returns the unprepared problem of a run, and its options with defaults and with
// the data of a resumed run.
func resolveOptions(
	instance *tsp.Instance, devices []*pipeline.Device, options Options,
) (*model.Problem, Options, error) {
	o := options.WithDefaults()
	if err := o.validate(); err != nil {
		return nil, o, err
	}
	if err := o.continueRun(instance); err != nil {
		return nil, o, err
	}
	if o.Parameters.Colonies == 0 {
		o.Parameters.Colonies = len(devices)
	}
	p, err := newProblem(instance, o)
	if err != nil || o.InitialTour == nil {
		return p, o, err
	}
	if _, err := verify.Tour(instance, o.InitialTour); err != nil {
		return nil, o, option.Errorf("initial tour: %v", err)
	}
	p.Initial = o.InitialTour
	return p, o, nil
}

// newProblem returns the unprepared problem of the options.
func newProblem(instance *tsp.Instance, o Options) (*model.Problem, error) {
	p, err := model.NewUnprepared(instance, o.Parameters)
	if err != nil {
		return nil, err
	}
	p.StatisticsEvery = o.Statistics.Every
	p.StepByStep = p.Algorithm == model.AlgorithmACS && !p.Synchronous && o.Kernel.Dispatch.isOneStep()
	return p, nil
}

// start restores the sites of a resumed run and writes the first checkpoint. There are no sites if
// the run ended before they were ready.
func (r *run) start() error {
	if !r.options.Resume.HasProgress() {
		return r.SaveFirst(r.firstSnapshot())
	}
	if len(r.Sites()) == 0 {
		return nil
	}
	if err := r.restoreSites(); err != nil {
		return err
	}
	return r.SaveNow()
}

// lengthFunc returns a function that verifies a tour of an instance and returns its length.
func lengthFunc(instance *tsp.Instance) func([]uint32) (uint64, error) {
	return func(tour []uint32) (uint64, error) {
		length, err := verify.Tour(instance, engine.TourOf(tour))
		return uint64(length), err
	}
}

// antsSHA256 returns the hash of the best lengths of all iterations, "" if it depends on the time
// where the colonies ended: beyond a target, or before the loss of a device.
func (r *run) antsSHA256() string {
	if r.antsUnknown || r.targetAt() > 0 || r.AnyLost() {
		return ""
	}
	var all []engine.AntsHash
	for _, c := range r.states {
		all = append(all, c.ants)
	}
	return engine.JoinAnts(all)
}

// result returns the result of the run, with the kernels of the devices and the results of the
// colonies.
func (r *run) result(s *setup) (*Result, error) {
	common, err := r.Result()
	if err != nil {
		return nil, err
	}
	common.Iterations, common.AntsSHA256 = r.iterations(), r.antsSHA256()
	result := &Result{
		Result: common, Parameters: r.problem.Parameters, FromInitialTour: r.problem.Initial != nil,
		Kernels: make([]KernelConfig, len(common.Devices)),
	}
	if r.antsBest != math.MaxUint64 {
		result.AntsBest = int64(r.antsBest)
	}
	for i, on := range r.Sites() {
		kernel := s.kernels[on.First]
		result.Kernels[on.Device] = kernel
		for _, c := range r.statesOf(on) {
			result.Colonies = append(result.Colonies, c.result(on.Device, r.targetAt()))
		}
		if i == 0 {
			result.Kernel, result.HeuristicSHA256 = kernel, on.Colonies.heuristicSHA256()
		}
	}
	return result, nil
}

// SameAs reports whether two runs have the same tour and the same AntsBest.
func (r *Result) SameAs(other *Result, instance *tsp.Instance) bool {
	symmetric := instance.Symmetric()
	return r.Tour.SHA256(symmetric) == other.Tour.SHA256(symmetric) && r.AntsBest == other.AntsBest
}
