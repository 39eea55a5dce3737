package aco

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
)

// Iteration is an iteration of all colonies, for Options.Record. Lengths are in steps, as the devices
// report them; tours are verified from time to time, and at the end. A length is 0 if its tour may
// have a forbidden edge. A run that compares all tours of few cities has no iterations.
type Iteration struct {
	Number int // from 1; a resumed run continues the numbers
	// Elapsed is the time from Options.Started to when the host received the iteration, with the time
	// before a resumption. Devices report several iterations of MMAS, ACS and Ant System at once; these
	// have about the same time.
	Elapsed time.Duration
	// Best is the length of the shortest tour that the run has after the iteration. It includes the
	// first tour, and the tours that were exchanged or recombined before. Result.Length may be less: a
	// run of Merged or Chained shortens its tour after the last iteration.
	Best int64
	// Length is the length of the shortest tour of the iteration, over all colonies: that an ant
	// constructed and local search improved, or with Merged the tour that the ants have changed
	// together. Merged checks that tour every few iterations, so Length may be less than Best until then.
	Length int64
	// Tours counts the tours that the ants of all colonies have constructed so far, with Merged the
	// changes of a tour that they have tried. 0 with Chained, which has no ants.
	Tours int64
}

// record returns a function that passes iterations of the engine to Options.Record; nil: none.
func (r *request) record() func(engine.Iteration) {
	if r.options.Record == nil {
		return nil
	}
	length := r.recordedLength()
	return func(i engine.Iteration) {
		r.call(func(context.Context) {
			r.options.Record(Iteration{i.Number, i.Elapsed, length(i.Best), length(i.Length), int64(i.Tours)})
		})
	}
}

// recordedLength returns a function that converts a length of the algorithm to the length in the
// original, 0 if its tour may have a forbidden edge.
func (r *request) recordedLength() func(uint64) int64 {
	return func(own uint64) int64 {
		if length := r.reduction.length(int64(own)); r.allowed.surely(length) {
			return length
		}
		return 0
	}
}
