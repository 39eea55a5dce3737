package classic

import (
	"context"
	"errors"
	"math"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Result is what a run found and why it ended.
type Result struct {
	engine.Result
	AntsBest   int64              // the shortest tour that an ant made; 0 when none was completed
	Parameters problem.Parameters // with the number of ants that ran
	// Kernel ran on the first device that worked, Kernels on each; zero on the processor, where the reference has none, and before the
	// first iteration.
	Kernel  KernelConfig
	Kernels []KernelConfig
	// HeuristicSHA256 identifies the one table that floating point had a part in.
	HeuristicSHA256 string
}

// Solve is SolveOn with one device.
func Solve(ctx context.Context, instance *tsp.Instance, device *pipeline.Device, options Options, watch func(engine.Progress)) (*Result, error) {
	return SolveOn(ctx, instance, []*pipeline.Device{device}, options, watch)
}

// SolveOn runs an algorithm on an instance, with the colonies spread over devices in their order, as evenly as possible; nil is the
// processor, and a piece of hardware that was opened twice is two. Where Parameters.Colonies is 0 there is one a device. The tours depend
// on the number of colonies, not on where they run. When ctx ends, the run does too, with what it has and engine.StopInterrupted. A device
// that fails is dropped, as package engine says; when none is left, the run ends with Result.Failure, or before the first iteration
// with an error. watch, if not nil, is told of progress after every batch of iterations, by one goroutine. Parameters and distances that
// cannot be used are a *problem.Error, an instance too large for a device a *problem.TooLargeError.
func SolveOn(ctx context.Context, instance *tsp.Instance, devices []*pipeline.Device, options Options, watch func(engine.Progress)) (*Result, error) {
	p, o, err := begin(instance, devices, options)
	if err != nil {
		return nil, err
	}
	o.watch = watch
	if o.Checkpoint.File != "" {
		o.Checkpoint.Header = engine.NewHeader(o.Checkpoint.Program, string(p.Algorithm), p.Seed, instance)
	}
	kernels := newSetup(p, o)
	setUp, cancel := untilLimit(ctx, o)
	sites, lost, err := engine.Open(setUp, kernels, p.Colonies, devices, o.Started)
	ended := err != nil && setUp.Err() != nil && errors.Is(err, setUp.Err())
	cancel()
	if err != nil && !ended {
		return nil, err
	}
	defer engine.Close(sites)
	r := newRun(o, p, sites, measuring(instance))
	if err := r.begin(instance.Dimension(), ended); err != nil {
		return nil, err
	}
	switch {
	case !ended:
		r.Loop(ctx)
	case ctx.Err() != nil:
		r.Stop = engine.StopInterrupted
	default:
		r.Stop = engine.StopTimeLimit
	}
	if ended { // before its first iteration: what it began with is what there is
		lost = make([]engine.DeviceResult, len(devices))
		r.settle()
	}
	return r.result(instance, kernels, lost)
}

// begin outlines the problem of a run, with defaults and with what a run that is resumed has.
func begin(instance *tsp.Instance, devices []*pipeline.Device, options Options) (*problem.Problem, Options, error) {
	o := options.WithDefaults()
	if err := o.validate(); err != nil {
		return nil, o, err
	}
	if err := o.Resume.begin(instance, &o); err != nil {
		return nil, o, err
	}
	if o.Parameters.Colonies == 0 {
		o.Parameters.Colonies = len(devices)
	}
	p, err := problem.NewUnprepared(instance, o.Parameters)
	return p, o, err
}

// begin brings a run to where it begins, and writes its first checkpoint. A run that ended before the sites were ready has none.
func (r *run) begin(n int, ended bool) error {
	if !r.options.Resume.begun() {
		return r.SaveFirst(r.firstSnapshot())
	}
	if err := r.resume(n); err != nil || ended {
		return err
	}
	if err := r.resumeSites(); err != nil {
		return err
	}
	return r.SaveNow()
}

// measuring returns what measures an instance's tours.
func measuring(instance *tsp.Instance) func([]uint32) (uint64, error) {
	return func(tour []uint32) (uint64, error) {
		length, err := verify.Tour(instance, tourOf(tour))
		return uint64(length), err
	}
}

// untilLimit returns a context that also ends with the time limit.
func untilLimit(ctx context.Context, o Options) (context.Context, context.CancelFunc) {
	if o.TimeLimit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, o.Started.Add(o.TimeLimit))
}

// result adds to what every run has what the devices and their colonies made.
func (r *run) result(instance *tsp.Instance, s *setup, devices []engine.DeviceResult) (*Result, error) {
	common, err := r.Result(func(tour tsp.Tour) (int64, error) { return verify.Tour(instance, tour) }, devices)
	if err != nil {
		return nil, err
	}
	common.Iterations = r.iterations()
	result := &Result{Result: common, Parameters: r.problem.Parameters, Kernels: make([]KernelConfig, len(devices))}
	if r.antsBest != math.MaxUint64 {
		result.AntsBest = int64(r.antsBest)
	}
	for i, on := range r.Sites {
		kernel := s.kernels[on.First]
		result.Kernels[on.Device] = kernel
		for _, c := range r.of(on) {
			result.Colonies = append(result.Colonies, engine.ColonyResult{
				Device: on.Device, BestLength: int64(c.state.BestLength), BestIteration: int(c.state.BestIteration), Iterations: int(c.state.Iteration),
			})
		}
		if i == 0 {
			result.Kernel, result.HeuristicSHA256 = kernel, on.Colonies.heuristicSHA256()
		}
	}
	return result, nil
}
