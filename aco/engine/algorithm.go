package engine

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// Algorithm is an algorithm during a run. The engine calls one method at a time. Except for Next, ApplyBatches and Reserve, it calls them
// only while no site is busy.
type Algorithm interface {
	// Next returns the next step of the schedule. ok is false if the rules leave no time for another.
	Next(now Pace) (step Step, ok bool)
	// ApplyBatches records the results of the sites' last batches. It returns the rule that has ended the search of all colonies, or "".
	ApplyBatches() StopReason
	// Reserve returns the time that the algorithm needs after the last iteration.
	Reserve() time.Duration
	// Exchange exchanges tours between colonies after a step. It returns the rule that ends the run now, or "". The context ends at the end
	// of the time for the exchange.
	Exchange(context.Context) StopReason
	// Distribute gives the sites the result of an exchange after a number of iterations, before the next step. It is not called if the run
	// ends with the exchange.
	Distribute(iterations int, next Step)
	// Verify fetches and verifies the best tours that are not verified yet, and passes them to Run.OfferTour. It is not called with
	// Traits.SelfVerified.
	Verify()
	// Finish determines the tour of the run after the last iteration. Its context ends like that of Exchange.
	Finish(context.Context)
	// Snapshot copies all data that a checkpoint needs.
	Snapshot() (Snapshot, error)
}

// Snapshot is a copy of a run. It does not change when the run continues.
type Snapshot struct {
	Iteration int                  // of the checkpoint's header
	Run       any                  // Run of the checkpoint's header, written as JSON
	Sections  []checkpoint.Section // the data of the colonies
	Check     func() error         // returns an error if the data are invalid; called before the file is written; may be nil
}

// Tour is a verified tour and its length.
type Tour struct {
	Cities func() tsp.Tour // numbered as in the caller's instance
	Length uint64
}
