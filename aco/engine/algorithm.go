package engine

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
)

// Algorithm is an algorithm during a run. The engine calls one method at a time. Except for Next,
// ApplyBatches and LastRelevant, it calls them only while no site is busy.
type Algorithm[S Settings] interface {
	// Next returns the next step of the schedule. ok is false if the rules leave no time for
	// another.
	Next(now Pace) (step Step[S], ok bool)
	// ApplyBatches records the results of the sites' last batches. It returns the rule that has
	// ended the search of all colonies, or "".
	ApplyBatches() StopReason
	// LastRelevant returns the last iteration that can change the result, after a rule has ended
	// the search of some colonies; 0: not known. At the end of the run no site starts a later one.
	LastRelevant() int
	// Exchange exchanges tours between colonies after a step. It returns the rule that ends the
	// run now, or "". The context ends when the budget's phase Recombining has to end.
	Exchange(context.Context) StopReason
	// Distribute gives the sites the result of an exchange after a number of iterations, before
	// the next step. It is not called if the run ends with the exchange.
	Distribute(iterations int, next Step[S])
	// Verify fetches and verifies the best tours that are not verified yet, and passes them to
	// Run.OfferTour.
	Verify()
	// Finish determines the tour of the run after the last iteration. It returns the rule that has
	// ended the run, or "" if the rule that the engine has found is right. The first context ends
	// like the context of Exchange, the second when the budget's phase Shortening has to end.
	Finish(recombining, shortening context.Context) StopReason
	// Snapshot copies all data that a checkpoint needs.
	Snapshot() (Snapshot, error)
}

// Traits are constant properties of an algorithm.
type Traits struct {
	Divisible      bool          // the run may end within an iteration
	Ants           int           // of a colony; each makes a tour in an iteration
	Colonies       int           // of all sites
	CheckpointTime time.Duration // expected of the last checkpoint, until one is timed
}

// Snapshot is a copy of a run. It does not change when the run continues.
type Snapshot struct {
	Iteration int                  // of the checkpoint's header
	Run       any                  // Run of the checkpoint's header, written as JSON
	Sections  []checkpoint.Section // the data of the colonies
	// Check returns an error if the data are invalid. It is called before the file is written;
	// nil: there is nothing to check.
	Check func() error
}
