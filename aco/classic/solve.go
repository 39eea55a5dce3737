package classic

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

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

// ColonyResult is what a colony found.
type ColonyResult = engine.ColonyResult

// DeviceResult is what became of a device.
type DeviceResult = engine.DeviceResult

// Improvement is a new best tour.
type Improvement = engine.Improvement

// Progress is where a run stands.
type Progress = engine.Progress

// Solve runs an algorithm on an instance, on a device, or on the processor when device is nil. watch, if not nil, is told
// of progress after every batch of iterations. When ctx ends, the run does too, with what it has and StopInterrupted.
// Parameters and distances that cannot be used are a *problem.Error, an instance too large for the device a
// *pipeline.TooLargeError.
func Solve(ctx context.Context, instance *tsp.Instance, device *pipeline.Device, options Options, watch func(Progress)) (*Result, error) {
	return SolveOn(ctx, instance, []*pipeline.Device{device}, options, watch)
}

// SolveOn is Solve with the colonies spread over several devices in their order, as evenly as possible; nil is the processor,
// and a piece of hardware that was opened twice is two. Where Parameters.Colonies is 0 there is one a device. The tours depend
// on the number of colonies, not on where they run; devices wait for each other only where colonies exchange tours. One that is
// lost, fails or computes wrongly costs what its colonies found since their last batch, and before the first iteration nothing: the
// others take its colonies. When none is left the run ends with Result.Failure, or before the first iteration with an error. A hung
// one is given up after a minute, for which exchanges and the end of the run wait. watch is called from one goroutine at a time.
func SolveOn(ctx context.Context, instance *tsp.Instance, devices []*pipeline.Device, options Options, watch func(Progress)) (*Result, error) {
	o := options.WithDefaults()
	if err := o.validate(); err != nil {
		return nil, err
	}
	if err := o.Resume.begin(instance, &o); err != nil {
		return nil, err
	}
	p, err := outlineOn(instance, devices, &o)
	if err != nil {
		return nil, err
	}
	setUp, cancel := untilLimit(ctx, o)
	sites, results, err := openSites(setUp, p, devices, o)
	ended := setUp.Err()
	cancel()
	defer closeSites(sites)
	r := newRun(o, p, sites, measuring(instance), watch)
	r.keeper = newKeeper(instance, p, o)
	if err := r.recall(instance); err != nil {
		return nil, err
	}
	var failure error
	switch {
	case err == nil:
		failure, err = r.fromStartToEnd(ctx, p)
	case ended != nil && errors.Is(err, ended):
		// The run ended before its first iteration: what it began with is what there is.
		err = r.keepFirst(ctx)
		r.stop = StopInterrupted
		if ctx.Err() == nil {
			r.stop = StopTimeLimit
		}
	}
	if err != nil {
		return nil, err
	}
	result, err := r.result(instance, p, results)
	if err == nil {
		if result.Failure = failure; failure != nil {
			result.Stop = StopFailure
		}
	}
	return result, err
}

// measuring returns what measures an instance's tours.
func measuring(instance *tsp.Instance) func([]uint32) (uint64, error) {
	return func(tour []uint32) (uint64, error) {
		length, err := verify.Tour(instance, tourOf(tour))
		return uint64(length), err
	}
}

// fromStartToEnd is the loop, between what it goes on with and the last checkpoint. What the loop failed with leaves a result.
func (r *run) fromStartToEnd(ctx context.Context, p *problem.Problem) (failure, err error) {
	if err := r.recallSites(p); err != nil {
		return nil, err
	}
	if err := r.keepFirst(ctx); err != nil {
		return nil, err
	}
	r.next = time.Now().Add(r.options.Checkpoint.Every)
	if failure := r.loop(ctx); failure != nil {
		return failure, nil
	}
	r.keep(ctx)
	return nil, nil
}

// outlineOn outlines the problem of a run on several devices, and fills in what their number leaves open.
func outlineOn(instance *tsp.Instance, devices []*pipeline.Device, o *Options) (*problem.Problem, error) {
	if o.Parameters.Colonies == 0 {
		o.Parameters.Colonies = len(devices)
	}
	return problem.NewUnprepared(instance, o.Parameters)
}

// untilLimit returns a context that also ends with the time limit.
func untilLimit(ctx context.Context, o Options) (context.Context, context.CancelFunc) {
	if o.TimeLimit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, o.Started.Add(o.TimeLimit))
}

// result checks the tour and its length before anything is said of them.
func (r *run) result(instance *tsp.Instance, p *problem.Problem, devices []DeviceResult) (*Result, error) {
	iterations := r.iterations()
	tour := r.settle()
	length, err := verify.Tour(instance, tour)
	if err != nil {
		return nil, fmt.Errorf("the device returned no tour: %w; the result is dropped, the device or its driver computes wrongly", err)
	}
	if uint64(length) != r.length {
		return nil, fmt.Errorf("the device returned a tour of length %d as one of %d; the result is dropped, the device or its driver computes wrongly", length, r.length)
	}
	result := &Result{Parameters: p.Parameters, Kernels: make([]KernelConfig, len(devices)), Result: engine.Result{
		Tour: tour, Length: length, Iterations: iterations, Stop: r.stop,
		Setup: r.setup, Wall: time.Since(r.options.Started), Trace: r.trace, Resumed: r.kept.Resumed, CheckpointErr: r.unkept,
		Stages: map[string]time.Duration{}, Rounds: map[string]float64{}, Devices: devices,
	}}
	if r.antsBest != math.MaxUint64 {
		result.AntsBest = int64(r.antsBest)
	}
	r.ofSites(result)
	r.stages(result.Stages, result.Rounds)
	return result, nil
}

// ofSites adds what the devices and their colonies made.
func (r *run) ofSites(result *Result) {
	for i, s := range r.sites {
		result.Devices[s.place].Lost, result.Kernels[s.place] = s.lost, s.form
		for _, c := range r.standingsOf(s) {
			result.Colonies = append(result.Colonies, ColonyResult{
				Device: s.place, BestLength: int64(c.state.BestLength), BestIteration: int(c.state.BestIteration), Iterations: int(c.state.Iteration),
			})
		}
		if i == 0 {
			result.Kernel, result.HeuristicSHA256 = s.form, s.heuristicSHA256()
		}
	}
}
