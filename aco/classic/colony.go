package classic

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// colonies are those of a run that one device, or the processor, works for. One goroutine uses them at a time.
type colonies interface {
	// advance works on, makes at most so many iterations and plans to return by the deadline (none if zero). It may
	// return in the middle of an iteration, which then goes on at the next call. Once a batch brings the last of the iterations
	// that were asked for, nothing is under way.
	advance(ctx context.Context, iterations int, deadline time.Time) (batch, error)
	// adopt gives every colony its state and its best tour anew. Nothing may be under way.
	adopt(all []standing) error
	// begun returns the iterations that were begun and that an advance will yet end. At 0 nothing is under way.
	begun() int
	// rest makes what follows the stage best, of each colony for which no rule holds. Nothing may be under way.
	rest() (batch, error)
	// read and write are of what iterations hand on besides states and best tours (carried): the words of all colonies here, one colony
	// after the other, from a place on. Where an iteration is not at its end, the error is errPartway.
	read(name string, at uint64, words []uint32) error
	write(name string, at uint64, words []uint32) error
	// stageTimes returns the time spent in each stage so far.
	stageTimes() map[string]time.Duration
	// stageRounds returns how often each stage was made so far, parts of it included.
	stageRounds() map[string]float64
	// heuristicSHA256 identifies the table of the heuristic.
	heuristicSHA256() string
	close()
}

// batch is what an advance brought.
type batch struct {
	colonies []progress // by colony; nil if it brought nothing
	whole    int        // iterations of which the last stage was made
	outOf    bool       // time: the deadline leaves no room for more work
}

// progress is where a colony stands.
type progress struct {
	state   problem.State
	lengths []uint64 // the best of each iteration completed since the last batch, in order
	tour    []uint32 // the best so far, valid until the next advance
}
