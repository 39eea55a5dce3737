package worker

import (
	"context"
	"errors"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/lowerbound"
	"github.com/aco-vk/aco-vk/tsp/bound"
)

// startBound starts to compute the bound, if the job asks for it. It may take half of the time of
// the run.
func (r *run) startBound(ctx context.Context, o aco.Options) {
	if r.lease.Job().Options.Bound {
		r.bound = lowerbound.Begin(ctx, r.instance, bound.Options{Path: o.Path, TimeLimit: o.TimeLimit / 2})
	}
}

// finishBound gives up a bound that is not complete. It returns why there is none: one that
// contradicts the length of the result is dropped.
func (r *run) finishBound(result *aco.Result) error {
	err := r.bound.Finish(true)
	if errors.Is(err, context.Canceled) {
		return errors.New("the run ended before the bound was complete")
	}
	if err == nil && result != nil {
		err = r.bound.Judge(result.Length)
	}
	return err
}
