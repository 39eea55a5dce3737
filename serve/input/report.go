package input

import (
	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
)

// Progress returns the progress of a run as its job has it. The tour and its lengths stay those of
// before. bound is 0 if there is none.
func Progress(now aco.Progress, bound int64, before job.Progress) job.Progress {
	before.Phase, before.Iteration, before.Seconds = string(now.Phase), now.Iteration, now.Elapsed.Seconds()
	before.Bound, before.Reference = bound, now.Reference
	return before
}

// Result returns the result of a run whose tour is stored. bound is 0 if there is none.
func Result(in *tsp.Instance, of *aco.Result, tour job.Digest, bound int64) *job.Result {
	return &job.Result{
		Tour: tour, Length: of.Length, UnitLength: of.UnitLength, Unit: job.UnitOf(in), Bound: bound,
		Stop: string(of.Stop), Within: of.Within, Seconds: of.Elapsed.Seconds(),
	}
}
