package input

import (
	"context"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Told is what a run has reported.
type Told struct {
	job.Progress
	// Cost is what the run minimizes: the length of Progress.Tour and, with stay_close, the prices of its
	// new legs. It is 0 until the run has a tour; with stay_close also for the tour of an earlier worker.
	Cost int64
}

// Progress returns the new progress of a job. before is the progress until now. It stores a tour with less
// cost than the one before. bound is 0 if there is none.
func Progress(ctx context.Context, store interface {
	Put(context.Context, []byte) (job.Digest, error)
}, in *tsp.Instance, now aco.Progress, bound int64, before Told) (p Told, err error) {
	p = before
	p.Phase, p.Iteration, p.Seconds = string(now.Phase), now.Iteration, now.Elapsed.Seconds()
	p.Bound, p.Reference = bound, now.Reference
	if tour, cost := now.Tour(); tour != nil && (p.Cost == 0 || cost < p.Cost) {
		path := (*tsp.Ends)(nil)
		if now.Open() {
			path = &tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}
		}
		if p.Best, err = Length(in, tour, path); err != nil {
			return before, err
		}
		p.Cost, p.UnitLength = cost, verify.UnitLength(in, tour, now.Open())
		p.Tour, err = store.Put(ctx, job.EncodeTour(tour))
	}
	return p, err
}

// Result returns the result of a run whose tour is stored. bound is 0 if there is none.
func Result(in *tsp.Instance, of *aco.Result, tour job.Digest, bound int64) *job.Result {
	return &job.Result{
		Tour: tour, Length: of.Length, UnitLength: of.UnitLength, Unit: in.Unit, Bound: bound,
		Stop: string(of.Stop), Within: of.Within, Seconds: of.Elapsed.Seconds(),
	}
}
