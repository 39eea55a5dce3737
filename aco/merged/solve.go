package merged

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Result is the result of a run.
type Result struct {
	engine.Result
	Parameters model.Parameters // with defaults filled in
	Schedule   Schedule
	// FirstTour is the kind of the initial tour, FirstLength its length.
	FirstTour   model.StartKind
	FirstLength int64
}

// Solve runs merged ants on an instance. It spreads the colonies over the devices in order; a nil device is the processor. The tour depends
// on the steps of the run and on the number of colonies, but not on the devices.
//
// When ctx ends, the run ends with its best tour and engine.StopInterrupted. A device that fails is dropped, as package engine describes.
// If no device is left, the run ends with Result.Failure, or with an error before the first iteration. If watch is not nil, one goroutine
// calls it after every batch of iterations.
//
// Unusable options return an *option.Error, an instance that is too large for a device an *option.TooLargeError.
func Solve(ctx context.Context, instance *tsp.Instance, devices []*pipeline.Device, options Options, watch func(engine.Progress)) (*Result, error) {
	o := options.WithDefaults()
	o.watch = watch
	if err := o.Resume.applyTo(instance, &o); err != nil {
		return nil, err
	}
	m, err := newModel(instance, devices, o)
	if err != nil {
		return nil, err
	}
	if err := checkHostFor(m, devices, o); err != nil {
		return nil, err
	}
	if o.Checkpoint.File != "" {
		o.Checkpoint.Header = engine.NewHeader(o.Checkpoint.Program, Algorithm, m.Parameters.Seed, instance)
	}
	limit := o.TimeLimit
	if o.Resume != nil {
		limit = 0 // a resumed run always continues to its end
	}
	setUp, cancel := o.WithinLimit(ctx, limit)
	defer cancel()
	s, err := open(setUp, m, devices, o)
	if err != nil {
		return nil, err
	}
	if s.opening != nil { // it reads the model while the run changes its own
		own := *m
		m = &own
	}
	r := newRun(o, m, s.sites)
	r.Await(s.opening, r.handOver)
	defer r.CloseSites()
	defer cancel() // before CloseSites waits for devices
	if err := r.start(); err != nil {
		return nil, err
	}
	if s.ended {
		r.StopInSetup(ctx)
		r.Finish(ctx)
	} else {
		r.Loop(ctx)
	}
	if err := r.OpeningErr(); err != nil {
		return nil, err
	}
	return r.result(instance, s.devices)
}

// start restores a resumed run and writes the first checkpoint.
func (r *run) start() error {
	if from := r.options.Resume; from == nil || from.saved.Progress == nil {
		return r.SaveFirst(r.firstSnapshot())
	}
	if err := r.resume(); err != nil {
		return err
	}
	return r.SaveNow()
}

// result returns the result of the run after it has verified the tour.
func (r *run) result(instance *tsp.Instance, devices []engine.DeviceResult) (*Result, error) {
	common, err := r.Result(func(tour tsp.Tour) (int64, error) { return verify.Tour(instance, tour) }, devices)
	if err != nil {
		return nil, err
	}
	common.Iterations = r.Scheduled
	if !r.model.Windowed() { // colonies have tours
		for _, s := range r.Sites {
			for _, state := range s.Colonies.reported() {
				common.Colonies = append(common.Colonies, engine.ColonyResult{
					Device: s.Device, BestLength: int64(state.Best), BestIteration: int(state.BestIteration), Iterations: min(int(state.Iteration), r.Scheduled),
				})
			}
		}
	}
	r.schedule.Steps = stepsOf(r.Steps)
	return &Result{
		Result: common, Parameters: r.model.Parameters, Schedule: r.schedule, FirstTour: r.model.StartKind, FirstLength: int64(r.model.StartLength),
	}, nil
}
