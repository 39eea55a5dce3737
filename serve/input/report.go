package input

import (
	"context"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Progress returns the new progress of a job. before is the progress until now. It stores a tour that is
// shorter than the one before. bound is 0 if there is none.
func Progress(ctx context.Context, store interface {
	Put(context.Context, []byte) (job.Digest, error)
}, in *tsp.Instance, now aco.Progress, bound int64, before job.Progress) (p job.Progress, err error) {
	p = before
	p.Phase, p.Iteration, p.Seconds = string(now.Phase), now.Iteration, now.Elapsed.Seconds()
	p.Bound, p.Reference = bound, now.Reference
	if tour, length := now.Tour(); tour != nil && (p.Best == 0 || length < p.Best) {
		p.Best, p.UnitLength = length, verify.UnitLength(in, tour, now.Open())
		p.Tour, err = store.Put(ctx, job.EncodeTour(tour))
	}
	return p, err
}

// Result returns the result of a run whose tour is stored. bound is 0 if there is none.
func Result(in *tsp.Instance, of *aco.Result, tour job.Digest, bound int64) *job.Result {
	return &job.Result{
		Tour: tour, Length: of.Length, UnitLength: of.UnitLength, Unit: job.UnitOf(in), Bound: bound,
		Stop: string(of.Stop), Within: of.Within, Seconds: of.Elapsed.Seconds(),
	}
}
