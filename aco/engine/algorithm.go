package engine

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

// Algorithm is what the engine asks of an algorithm during a run. The engine calls one method at a time. It calls all but Next, Took and
// Reserve only while no site is busy.
type Algorithm interface {
	// Next returns the next step of the schedule. ok is false where the rules leave no room for another.
	Next(now Pace) (step Step, ok bool)
	// ApplyBatches notes what the sites' last batches brought, and returns the rule that has ended the search of all colonies, "" if none.
	ApplyBatches() StopReason
	// Reserve returns the time that the algorithm needs after the last iteration.
	Reserve() time.Duration
	// Exchange is what happens after a step with an exchange. It returns the rule that ends the run now, "" if none. The context ends when
	// the time for it is over.
	Exchange(context.Context) StopReason
	// Distribute brings to the sites what an exchange after a number of iterations made. It is not called where the run ends with the exchange.
	Distribute(iterations int)
	// Verify fetches the best tours that were found and not verified yet, and hands them to Run.Verify.
	Verify()
	// Finish determines the tour of the run, after the last iteration. The context ends as that of Exchange.
	Finish(context.Context)
	// Snapshot copies all that the run needs to go on.
	Snapshot() (Snapshot, error)
}

// Snapshot is a copy of a run. Nothing in it changes when the run goes on.
type Snapshot struct {
	Iteration int                  // of the header
	Run       any                  // what the file's header says of the run, as JSON
	Sections  []checkpoint.Section // the words of the colonies
	Check     func() error         // refuses what is no state of a run; called before anything is written; may be nil
}

// Tour is a verified tour and its length.
type Tour struct {
	Cities func() tsp.Tour // by the caller's numbers
	Length uint64
}
