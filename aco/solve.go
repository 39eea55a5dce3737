package aco

import (
	"context"

	"github.com/aco-vk/aco-vk/tsp"
)

// Solve finds a short tour of an instance. It returns when a stop rule of the options holds, or
// soon after ctx is cancelled, with the best tour that it found and verified; a cancelled context
// is no error, but StopInterrupted in the result. The run plans for the deadline of ctx as for a time
// limit. A device that fails while others are left costs no more than time; see Result.Devices.
//
// Cities at one place follow one another in the tour, except with Preset; see [reduce.Coincident].
//
// An option that cannot be used is an *OptionError or a *ParameterError, an instance that does not
// fit a device a *TooLargeError. A checkpoint that cannot be resumed is a *CheckpointError, and one that
// cannot be written before the first iteration a *CheckpointWriteError. A device that cannot be opened is ErrNoDevice, and one that was closed is ErrDeviceClosed. With
// Progress.Context of a run, the devices of that run are ErrDeviceInUse. If ctx ends while another run
// has a device, the error wraps that of ctx. If the best tour has an edge that the instance forbids,
// the error is a *ForbiddenEdgeError; if forbidden edges clearly leave no tour, it is a [*tsp.Error]
// before the run.
func Solve(ctx context.Context, instance *tsp.Instance, options Options) (result *Result, err error) {
	s := newSolver(0)
	defer s.end(&err)
	return s.Solve(ctx, instance, options)
}

// solve runs without prices of legs.
func (s *Solver) solve(ctx context.Context, instance *tsp.Instance, options Options) (result *Result, err error) {
	r, err := s.newRun(ctx, instance, options)
	if err != nil {
		return nil, err
	}
	defer r.close()
	defer r.repeatProgress()()
	r.notifyChoice()
	r.proof = r.startProof(ctx)
	defer r.proof.end()
	for {
		result, err = r.runner.solve(ctx, r)
		r.noteLost(result, err)
		if err == nil {
			if err := r.expandResult(result); err != nil {
				return nil, err
			}
			r.proof.judge(result)
			if err := r.checkForbidden(result); err != nil {
				return nil, err
			}
			result.UnitLength, result.Unit = r.unitLength(result), r.original.Unit
			r.notifyTooLong(result)
			r.notifyInitialTour(result)
			reached := options.Target > 0 && result.Length <= options.Target
			if result.Length == r.reduction.offset && result.Failure == nil && !reached {
				result.Stop = StopOptimal // its edges have no length
			}
			if r.deadline && result.Stop == StopTimeLimit {
				result.Stop = StopInterrupted
			}
			result.limitProof(r.original)
			r.tell(Progress{
				Phase: PhaseFinish, Algorithm: result.Algorithm, Colonies: len(result.Colonies),
				Iteration: result.Iterations, Elapsed: result.Elapsed,
				Best: result.Length, TimeLimit: r.options.TimeLimit,
			})
			return result, nil
		}
		if !r.replaceDevice(err) && !r.replaceAlgorithm(err) {
			return nil, err
		}
	}
}
