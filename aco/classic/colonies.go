package classic

import (
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// colonies are those of a run that one device, or the processor, works for.
type colonies interface {
	engine.Colonies
	// batch returns what the last Wait brought, by colony, once; nil if there is nothing new.
	batch() []progress
	// adopt gives every colony its state and its best tour anew. The site may not be busy.
	adopt(all []standing) error
	// finishIteration makes the stages after best, of each colony for which no rule holds. The site may not be busy.
	finishIteration() error
	// read and write are of what iterations hand on besides states and best tours (carried): the words of all colonies here, one colony
	// after the other, from an offset on. The site may not be busy, nor within an iteration.
	read(name string, offset uint64, words []uint32) error
	write(name string, offset uint64, words []uint32) error
	// MoveTo continues after a number of iterations of the run.
	MoveTo(iterations int)
	// heuristicSHA256 identifies the table of the heuristic.
	heuristicSHA256() string
}

// progress is where a colony stands.
type progress struct {
	state   problem.State
	lengths []uint64 // the best of each iteration since the last batch, in order
	tour    []uint32 // the best so far, valid until the next Wait
}
