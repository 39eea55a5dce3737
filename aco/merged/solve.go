package merged

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Result is what a run found, what it did and why it ended.
type Result struct {
	classic.Result                  // but for what merged ants have not
	Parameters     model.Parameters // with what was left open filled in
	Schedule       Schedule
	// FirstTour says which one it was that colonies started from, and FirstLength how long.
	FirstTour   model.StartKind
	FirstLength int64
}

// Solve runs merged ants on an instance, with the colonies spread over devices in their order; nil is the processor. The tour depends on
// the steps of the run and the number of colonies, not on where they run. What becomes of the run when devices fail is as with
// [classic.SolveOn]. watch, if not nil, is told of progress after every batch of iterations. When ctx ends, the run does too, with what it
// has and classic.StopInterrupted. What cannot be used is a *problem.Error, an instance too large for a device a *pipeline.TooLargeError.
func Solve(ctx context.Context, instance *tsp.Instance, devices []*pipeline.Device, options Options, watch func(classic.Progress)) (*Result, error) {
	o := options.WithDefaults()
	if err := o.Resume.begin(instance, &o); err != nil {
		return nil, err
	}
	m, err := outline(instance, devices, o)
	if err != nil {
		return nil, err
	}
	setUp, cancel := untilLimit(ctx, o)
	sites, results, err := openSites(setUp, m, devices, o)
	ended := setUp.Err()
	cancel()
	switch {
	case err == nil:
		defer closeSites(sites)
	case ended == nil || !errors.Is(err, ended) || o.Resume != nil:
		return nil, err
	}
	r := newRun(o, m, sites, watch)
	r.keeper = newKeeper(instance, m, o)
	if err := r.keepFirst(); err != nil {
		return nil, err
	}
	if err == nil {
		if err := r.recall(); err != nil {
			return nil, err
		}
		r.loop(ctx)
	} else if r.stop = classic.StopTimeLimit; ctx.Err() != nil {
		r.stop = classic.StopInterrupted
	}
	r.waitKept()
	return r.result(instance, results)
}

// untilLimit returns a context that also ends with the time limit. What is gone on with is not at its beginning, and has to come to its end.
func untilLimit(ctx context.Context, o Options) (context.Context, context.CancelFunc) {
	if o.TimeLimit == 0 || o.Resume != nil {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, o.Started.Add(o.TimeLimit-o.After))
}

// result checks the tour and its length before anything is said of them.
func (r *run) result(instance *tsp.Instance, devices []classic.DeviceResult) (*Result, error) {
	tour := r.model.ToCaller(r.good)
	length, err := verify.Tour(instance, tour)
	if err != nil || uint64(length) != r.goodness {
		return nil, fmt.Errorf("the tour of length %d is by another way of reckoning one of %d (%v); the result is dropped", r.goodness, length, err)
	}
	r.forget(r.goodness)
	if r.trace[len(r.trace)-1].Length > length {
		r.trace = append(r.trace, classic.Improvement{Iteration: r.given, Elapsed: time.Since(r.options.Started), Length: length})
	}
	result := &Result{
		Result: classic.Result{
			Tour: tour, Length: length, Iterations: r.given, Stop: r.stop, Wall: time.Since(r.options.Started), Trace: r.trace,
			Resumed: r.keeper.kept.Resumed, Unkept: r.keeper.unkept, Setup: r.setup, Stages: map[string]time.Duration{}, Rounds: map[string]float64{},
			Devices: devices, Failure: r.failure,
		},
		Parameters: r.model.Parameters, Schedule: r.schedule, FirstTour: r.model.StartKind, FirstLength: int64(r.model.StartLength),
	}
	if r.failure != nil {
		result.Stop = classic.StopFailure
	}
	r.ofSites(result)
	return result, nil
}

// ofSites adds what the devices and their colonies made.
func (r *run) ofSites(result *Result) {
	for _, s := range r.sites {
		result.Devices[s.place].Lost = s.lost
		if !r.model.Windowed() { // colonies have tours
			for _, state := range s.states {
				result.Colonies = append(result.Colonies, classic.ColonyResult{
					Device: s.place, BestLength: int64(state.Best), BestIteration: int(state.BestIteration), Iterations: min(int(state.Iteration), r.given),
				})
			}
		}
	}
	r.stages(result.Stages, result.Rounds)
}

// stages adds up the time and the rounds of each stage, on all devices together and since the run first began.
func (r *run) stages(took map[string]time.Duration, rounds map[string]float64) {
	maps.Copy(took, r.earlier.Stages)
	maps.Copy(rounds, r.earlier.Rounds)
	for _, s := range r.sites {
		for stage, t := range s.stageTimes() {
			took[stage] += t
		}
		for stage, n := range s.stageRounds() {
			rounds[stage] += n
		}
	}
}
